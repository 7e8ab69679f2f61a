public import Foundation
public import MediaCore

/// Two devices had changed the watch state of one video before they exchanged it. The later change counts; the other one is kept, to
/// show and to go back to.
public struct WatchConflict: Sendable, Hashable, Codable, Identifiable {
  /// Made of the video and the moment of the change that lost.
  public let id: String
  /// The id at YouTube.
  public let videoId: String
  /// The state that counts.
  public let kept: Side
  /// The state that was overwritten; ``WatchStatusStore/undo(_:)`` brings it back.
  public let lost: Side
  /// When this device noticed it.
  public let noticedAt: Date

  /// One of the two states.
  public struct Side: Sendable, Hashable, Codable {
    /// Seen, skipped, or not yet.
    public let status: WatchStatus
    /// Seconds.
    public let playbackPosition: Double
    /// By the clock of the device that made the change.
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

  /// Nil when both devices have made the same change.
  init?(kept: WatchRecord, isThisDevice: Bool, lost: WatchRecord, noticedAt: Date) {
    let isSame = kept.status == lost.status && abs(kept.playbackPosition - lost.playbackPosition) < 1
    guard !isSame else { return nil }
    id = "\(kept.videoId)/\(lost.lastModified.timeIntervalSince1970)/\(isThisDevice ? "elsewhere" : "here")"
    videoId = kept.videoId
    self.kept = Side(kept, isThisDevice: isThisDevice)
    self.lost = Side(lost, isThisDevice: !isThisDevice)
    self.noticedAt = noticedAt
  }

  /// One sentence for a person: `Kept “watched” from this device; 12:05 from another device was older.`
  public func text(_ texts: Texts = .english) -> String {
    let here = texts("hub.conflict.here", english: "this device")
    let elsewhere = texts("hub.conflict.elsewhere", english: "another device")
    return texts(
      "hub.conflict", english: "Kept %@ from %@; %@ from %@ was older.", kept.text(texts),
      kept.isThisDevice ? here : elsewhere, lost.text(texts), lost.isThisDevice ? here : elsewhere)
  }
}
