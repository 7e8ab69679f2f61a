import Foundation
import MediaCore

/// The server's last word on items that are being listened to, so that a save of them costs one request: an upload of a local
/// session compares the dates itself and says whether it counted, which is as good as reading before and after it.
///
/// A record is trusted for ``lasting`` after it was really read. Another device's place can be overwritten unread within that
/// time, and only by later listening, as a merge would have done; it is then not listed as a conflict.
final class ProgressReadings: Sendable {
  private struct Reading {
    var record: MediaProgress
    /// The time at which the server answered it.
    var readAt: Duration
    /// The mutation whose upload the server has answered with "counted", until that is asked for.
    var confirmedBy: String?
  }

  static let lasting = Duration.seconds(600)
  /// A save that waited for the network reads first: its record of this moment is no longer this moment's.
  static let recent = 10.0

  private let clock: any TimeSource
  private let readings = Locked<[String: Reading]>([:])

  init(clock: any TimeSource) { self.clock = clock }

  private func key(_ item: PlayableID, _ context: MutationContext) -> String { "\(context.account) \(item)" }

  func note(_ record: MediaProgress?, of item: PlayableID, _ context: MutationContext) {
    let reading = record.map { Reading(record: $0, readAt: clock.uptime()) }
    readings.withLock { $0[key(item, context)] = reading }
  }

  func forget(_ item: PlayableID, _ context: MutationContext) {
    readings.withLock { $0[key(item, context)] = nil }
  }

  /// The record that was read lately.
  func record(of item: PlayableID, _ context: MutationContext) -> MediaProgress? {
    guard let reading = readings.withLock({ $0[key(item, context)] }),
      clock.uptime() - reading.readAt < Self.lasting
    else { return nil }
    return reading.record
  }

  /// The server has said that an upload counted: its record is now this.
  func confirm(position: Double, at: Date, of item: PlayableID, _ context: MutationContext) {
    readings.withLock { readings in
      guard var reading = readings[key(item, context)] else { return }
      reading.record.currentTime = position
      // The server keeps whole milliseconds.
      reading.record.lastUpdate = Date(milliseconds: at.milliseconds)
      if let duration = reading.record.duration, duration > 0 {
        reading.record.progress = min(max(position / duration, 0), 1)
      }
      reading.confirmedBy = context.id
      readings[key(item, context)] = reading
    }
  }

  /// The record that the upload of this very mutation has left, once.
  func takeConfirmed(_ item: PlayableID, _ context: MutationContext) -> MediaProgress? {
    readings.withLock { readings in
      guard let reading = readings[key(item, context)], reading.confirmedBy == context.id else { return nil }
      readings[key(item, context)]?.confirmedBy = nil
      return reading.record
    }
  }
}

extension ProgressMutation {
  /// Listening up to now of an item that is known to be in progress: an upload that compares the dates by itself.
  func isOnlyListening(now: Date) -> Bool {
    action == .listened && !reachedEnd && !onlyStretches && !stretches.isEmpty && position != nil
      && abs(now.timeIntervalSince(at)) < ProgressReadings.recent
  }

  /// Near its end the server may have finished the item: that has to be read.
  func isNearEnd(of record: MediaProgress) -> Bool {
    guard let duration = record.duration ?? duration, duration > 0, let position else { return true }
    return duration - position < 60
  }
}
