public import Foundation
public import MediaCore

/// A conflict between two devices that changed the watch state of the same video before they exchanged their changes. The later change
/// stays. The other change is stored, so that the app can show and restore it.
///
/// ```swift
/// for conflict in try await hub.library.statuses.conflicts() {
///   print(conflict.text())
///   try await hub.library.statuses.undo(conflict)  // or dismissConflict(conflict.id)
/// }
/// ```
public struct WatchConflict: Sendable, Hashable, Codable, Identifiable {
  /// The id of the conflict. It is made of the video's id and the date of the overwritten change.
  public let id: String
  /// The video's id at YouTube.
  public let videoId: String
  /// The state that stays, because its change is the later one.
  public let kept: Side
  /// The state that was overwritten. ``WatchStatusStore/undo(_:)`` restores it.
  public let lost: Side
  /// The time at which this device noticed the conflict.
  public let noticedAt: Date

  /// One of the two states of the video in a conflict.
  public struct Side: Sendable, Hashable, Codable {
    /// The status: watched, skipped, or neither.
    public let status: WatchStatus
    /// The playback position in seconds from the start.
    public let playbackPosition: Double
    /// The time of the change, by the clock of the device on which it was made.
    public let at: Date
    /// Whether the change was made on this device.
    public let isThisDevice: Bool

    init(_ record: WatchRecord, isThisDevice: Bool) {
      (status, playbackPosition) = (record.status, record.playbackPosition)
      (at, self.isThisDevice) = (record.lastModified, isThisDevice)
    }

    /// The state in a word or two.
    fileprivate func text(_ texts: Texts) -> String {
      switch status {
      case .watched: texts("hub.conflict.watched", english: "“watched”")
      case .skipped: texts("hub.conflict.skipped", english: "“skipped”")
      case _ where playbackPosition >= 1: VideoLength(seconds: playbackPosition)?.text ?? ""
      default: texts("hub.conflict.unwatched", english: "“unwatched”")
      }
    }
  }

  /// Creates a conflict; nil when both devices have made the same change.
  init?(kept: WatchRecord, isThisDevice: Bool, lost: WatchRecord, noticedAt: Date) {
    let isSame = kept.status == lost.status && abs(kept.playbackPosition - lost.playbackPosition) < 1
    guard !isSame else { return nil }
    id = "\(kept.videoId)/\(lost.lastModified.timeIntervalSince1970)/\(isThisDevice ? "elsewhere" : "here")"
    videoId = kept.videoId
    self.kept = Side(kept, isThisDevice: isThisDevice)
    self.lost = Side(lost, isThisDevice: !isThisDevice)
    self.noticedAt = noticedAt
  }

  /// Returns the conflict as one sentence for the user, such as `Kept “watched” from this device; 12:05 from another device was older.`
  public func text(_ texts: Texts = .english) -> String {
    let here = texts("hub.conflict.here", english: "this device")
    let elsewhere = texts("hub.conflict.elsewhere", english: "another device")
    return texts(
      "hub.conflict", english: "Kept %@ from %@; %@ from %@ was older.", kept.text(texts),
      kept.isThisDevice ? here : elsewhere, lost.text(texts), lost.isThisDevice ? here : elsewhere)
  }
}
