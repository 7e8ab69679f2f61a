public import Foundation
public import MediaCore

/// A conflict between two devices that have both changed the position in an item. The position that was set later stays. This value
/// contains both positions, so that the app can show the other one and the user can return to it.
public struct ProgressConflict: Sendable, Hashable, Codable, Identifiable {
  /// The id of the change that this device made and that was part of the conflict.
  public let id: String
  /// The book or the episode.
  public let item: PlayableID
  /// The position that stays, which was set later than ``lost``.
  public let kept: Side
  /// The position that was overwritten; ``ListeningProgressStore/undo(_:)`` sets it again.
  public let lost: Side
  /// When this device noticed the conflict.
  public let noticedAt: Date

  /// The position in the item that one of the two devices has set, with its date.
  public struct Side: Sendable, Hashable, Codable {
    /// The position in the item, in seconds.
    public let position: Double
    /// Whether the device that set this position has marked the item as finished.
    public let isFinished: Bool
    /// When the position was set, by the server's clock.
    public let at: Date?
    /// Whether the position was set on this device.
    public let isThisDevice: Bool
  }

  /// The conflict in a decided change; nil if neither place was given up.
  init?(_ record: MutationRecord, noticedAt: Date) {
    guard let mutation = record.mutation(ProgressMutation.self) else { return nil }
    switch record.state {
    case .synced:
      guard let sent = record.sent(ProgressMutation.self), let lost = sent.overwritten else { return nil }
      self.lost = Side(lost.value, at: lost.at, isThisDevice: false)
      kept = Side(sent.place, at: sent.at, isThisDevice: true)
    case .superseded(MergeResult<Place>.Rule.later.rawValue):
      guard let winner = record.remote(ProgressMutation.self) else { return nil }
      lost = Side(mutation.place, at: mutation.at, isThisDevice: true)
      kept = Side(
        Place(position: winner.currentTime ?? 0, isFinished: winner.isFinished), at: winner.lastUpdate,
        isThisDevice: false)
    default: return nil
    }
    id = record.id
    item = mutation.item
    self.noticedAt = noticedAt
  }

  /// Returns the conflict as one sentence for the user, such as `Kept 1:05:12 from this device, 21:04; 50:00 from another device, 20:10,
  /// was older.`
  ///
  /// - Parameter timeZone: the time zone in which the times are shown.
  public func text(_ texts: Texts = .english, timeZone: TimeZone) -> String {
    texts(
      "shelf.conflict", english: "Kept %@ from %@, %@; %@ from %@, %@, was older.", place(kept, texts),
      device(kept, texts), clock(kept.at, timeZone), place(lost, texts), device(lost, texts), clock(lost.at, timeZone))
  }

  private func place(_ side: Side, _ texts: Texts) -> String {
    side.isFinished ? texts("shelf.conflict.finished", english: "“finished”") : MediaTime.text(side.position)
  }

  private func device(_ side: Side, _ texts: Texts) -> String {
    side.isThisDevice
      ? texts("shelf.conflict.here", english: "this device")
      : texts("shelf.conflict.elsewhere", english: "another device")
  }

  private func clock(_ date: Date?, _ zone: TimeZone) -> String {
    guard let date else { return "?" }
    let seconds = Int((Double(date.milliseconds) / 1000).rounded(.down)) + zone.secondsFromGMT(for: date)
    let minutes = ((seconds / 60) % 1440 + 1440) % 1440
    return "\(minutes / 60 < 10 ? "0" : "")\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60)"
  }
}

extension ProgressConflict.Side {
  fileprivate init(_ place: Place, at: Date?, isThisDevice: Bool) {
    self.init(position: place.position, isFinished: place.isFinished, at: at, isThisDevice: isThisDevice)
  }
}
