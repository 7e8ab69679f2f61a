import Foundation
import MediaCore

/// The last known records of items that are being listened to, so that saving listening costs one request: for an upload of a local
/// session the server compares the dates and answers whether it took the place, which replaces reading before and after it.
///
/// A record is trusted for ``lasting`` after it was really read, and only while the cache has the same place and page. Another device's place
/// that this device has not read can be overwritten within that time, and only by later listening, as a merge would have done; it is then
/// not listed as a conflict.
final class ProgressReadings: Sendable {
  private struct Reading {
    var record: MediaProgress
    /// The time at which the server answered it.
    var readAt: Duration
    /// The id of the mutation whose upload the server has accepted, until `takeConfirmed` returns the record.
    var confirmedBy: String?
  }

  static let lasting = Duration.seconds(600)
  /// Seconds. A save that is older, because it waited for the network, reads the server first.
  static let recent = 10.0

  private struct Finishing {
    var settings: [LibrarySettings]
    var readAt: Duration
  }

  private let clock: any TimeSource
  private let readings = Locked<[String: Reading]>([:])
  /// The settings of all libraries that an account may see, by the account's id.
  private let finishing = Locked<[String: Finishing]>([:])

  init(clock: any TimeSource) { self.clock = clock }

  private func key(_ item: PlayableID, _ context: MutationContext) -> String { key(item, context.account) }
  private func key(_ item: PlayableID, _ account: String) -> String { "\(account) \(item)" }

  func note(_ record: MediaProgress?, of item: PlayableID, _ context: MutationContext) {
    let reading = record.map { Reading(record: $0, readAt: clock.uptime()) }
    readings.withLock { $0[key(item, context)] = reading }
  }

  func forget(_ item: PlayableID, _ context: MutationContext) {
    readings.withLock { $0[key(item, context)] = nil }
  }

  /// Forgets the record if the cache has another position, page or flag, for example after a refresh has read another device's position.
  /// Otherwise the next save would write the older values of this record over those in the cache.
  /// - Parameter known: the server's record in the cache, without the changes of this device that wait.
  func trustOnly(_ known: MediaProgress?, of item: PlayableID, account: String) {
    let name = key(item, account)
    readings.withLock { readings in
      if let kept = readings[name]?.record, !kept.hasSameState(as: known) { readings[name] = nil }
    }
  }

  /// The record if it was read within ``lasting``.
  func record(of item: PlayableID, _ context: MutationContext) -> MediaProgress? {
    guard let reading = readings.withLock({ $0[key(item, context)] }),
      clock.uptime() - reading.readAt < Self.lasting
    else { return nil }
    return reading.record
  }

  /// Updates the record after the server has accepted an upload.
  func confirm(position: Double, at: Date, of item: PlayableID, _ context: MutationContext) {
    readings.withLock { readings in
      guard var reading = readings[key(item, context)] else { return }
      // The server shows a hidden item again when its position changes.
      if reading.record.currentTime != position { reading.record.hideFromContinueListening = false }
      reading.record.currentTime = position
      // The server cuts dates to milliseconds: store the date as the server does.
      reading.record.lastUpdate = Date(milliseconds: at.milliseconds)
      if let duration = reading.record.duration, duration > 0 {
        reading.record.progress = min(max(position / duration, 0), 1)
      }
      reading.confirmedBy = context.id
      readings[key(item, context)] = reading
    }
  }

  /// The settings of all libraries that the account may see. They decide at which position the server finishes an item. The settings are
  /// read again when they are older than ``lasting``.
  func librarySettings(
    _ context: MutationContext, read: () async throws(ClientError) -> [LibrarySettings]
  ) async throws(ClientError) -> [LibrarySettings] {
    if let known = finishing.withLock({ $0[context.account] }), clock.uptime() - known.readAt < Self.lasting {
      return known.settings
    }
    let settings = try await read()
    finishing.withLock { $0[context.account] = Finishing(settings: settings, readAt: clock.uptime()) }
    return settings
  }

  /// The record after the accepted upload of this very mutation; nil if called again.
  func takeConfirmed(_ item: PlayableID, _ context: MutationContext) -> MediaProgress? {
    readings.withLock { readings in
      guard let reading = readings[key(item, context)], reading.confirmedBy == context.id else { return nil }
      readings[key(item, context)]?.confirmedBy = nil
      return reading.record
    }
  }
}

extension MediaProgress {
  /// Whether both records have the same place, page and flags. The other members are not compared: they also change at an upload of
  /// listening, for example the duration, and ``ProgressReadings`` does not follow these changes.
  fileprivate func hasSameState(as other: MediaProgress?) -> Bool {
    guard let other else { return false }
    return currentTime == other.currentTime && isFinished == other.isFinished && ebookPlace == other.ebookPlace
      && hideFromContinueListening == other.hideFromContinueListening
  }
}

extension ProgressMutation {
  /// Whether this is recent listening that did not reach the end: its upload compares the dates by itself, without a read before it.
  func isOnlyListening(now: Date) -> Bool {
    action == .listened && !reachedEnd && !onlyStretches && !stretches.isEmpty && position != nil
      && abs(now.timeIntervalSince(at)) < ProgressReadings.recent
  }

  /// Whether the position is so near the end that the server may have finished the item, so that the record has to be read. Asks for the
  /// libraries' settings only in the second half of an item. Returns true if the settings cannot be read.
  func isNearEnd(of record: MediaProgress, _ api: API, _ context: MutationContext) async -> Bool {
    guard let duration = record.duration ?? duration, duration > 0, let position else { return true }
    let left = duration - position
    if left < 60 { return true }
    guard left < duration / 2 else { return false }
    let settings = try? await api.readings.librarySettings(context, read: api.librarySettings)
    return settings?.contains { left <= $0.secondsLeftAtFinish(of: duration) } ?? true
  }
}

extension LibrarySettings {
  /// The number of seconds before its end at which the server finishes an item of this library.
  func secondsLeftAtFinish(of duration: Double) -> Double {
    if let percent = markAsFinishedPercentComplete, percent > 0 { return duration * (1 - percent / 100) }
    return markAsFinishedTimeRemaining ?? 10
  }
}
