public import Foundation

/// The item that plays, as a plain value for lock screens, widgets, cars and watches. An app can store it in a shared container as
/// JSON, and its reader can compute the position at any later moment.
public struct NowPlayingSnapshot: Codable, Hashable, Sendable {
  /// The chapter that is playing.
  public struct ChapterPart: Codable, Hashable, Sendable {
    /// The title of the chapter.
    public var title: String
    /// The number of the chapter, from 1.
    public var number: Int
    /// The number of chapters.
    public var count: Int
    /// Seconds on the item's timeline.
    public var start: Double
    /// Seconds on the item's timeline.
    public var end: Double
  }

  public var id: PlayableID
  /// Book or episode.
  public var kind: PlayableKind
  /// The title.
  public var title: String
  /// The author, or the podcast's name.
  public var author: String
  /// The address of the picture, which changes with it.
  public var coverURL: URL?
  /// Seconds, at ``asOf``.
  public var position: Double
  /// Seconds; 0 when unknown.
  public var duration: Double
  /// The chosen speed, also while paused.
  public var speed: PlaybackSpeed
  /// Whether it was playing when the snapshot was made.
  public var isPlaying: Bool
  /// The chapter at ``position``.
  public var chapter: ChapterPart?
  /// Seconds of ``PlaybackSettings``, for the buttons.
  public var skipForward: Double
  /// Seconds of ``PlaybackSettings``, for the buttons.
  public var skipBackward: Double
  /// When the sleep timer ends playing, at this speed; nil without one.
  public var sleepsAt: Date?
  /// When the snapshot was made, by the device's clock.
  public var asOf: Date

  /// The rate for a lock screen: 0 while paused.
  public var playbackRate: Double { isPlaying ? speed.rawValue : 0 }

  /// The position at another moment, in seconds, if nothing has happened since ``asOf``.
  public func position(at moment: Date) -> Double {
    let moved = isPlaying ? moment.timeIntervalSince(asOf) * speed.rawValue : 0
    let position = position + max(0, moved.isFinite ? moved : 0)
    return duration > 0 ? min(position, duration) : position
  }

  /// The fraction played at a moment, 0…1; 0 when the duration is unknown.
  public func fraction(at moment: Date) -> Double {
    duration > 0 ? min(max(position(at: moment) / duration, 0), 1) : 0
  }

  /// When the item ends at this speed; nil while it is paused, or of unknown duration.
  public var endsAt: Date? {
    isPlaying && duration > 0 ? asOf + speed.time(for: duration - position) : nil
  }
}

extension NowPlayingSnapshot {
  /// Whether `earlier`, with its time running on, still shows the same as this snapshot, so that there is nothing to publish. The
  /// system's information is to be set on changes, not each second.
  ///
  /// - Parameter tolerance: seconds that the position may differ by.
  func continues(_ earlier: NowPlayingSnapshot, tolerance: Double = 1.5) -> Bool {
    guard abs(earlier.position(at: asOf) - position) <= tolerance else { return false }
    var same = earlier
    (same.position, same.asOf, same.sleepsAt) = (position, asOf, sleepsAt)
    return same == self
  }
}
