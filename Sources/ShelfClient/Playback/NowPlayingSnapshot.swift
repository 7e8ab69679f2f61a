public import Foundation

/// The item that is open in the player, as a plain value for lock screens, widgets, cars and watches. An app can store the value as JSON in
/// a shared container. A widget that reads the value can compute the position at any later moment with ``position(at:)``.
public struct NowPlayingSnapshot: Codable, Hashable, Sendable {
  /// The chapter at the position of the snapshot.
  public struct ChapterPart: Codable, Hashable, Sendable {
    /// The title of the chapter.
    public var title: String
    /// The number of the chapter in the item. The first chapter has the number 1.
    public var number: Int
    /// The number of chapters in the item.
    public var count: Int
    /// The start of the chapter, in seconds on the item's timeline.
    public var start: Double
    /// The end of the chapter, in seconds on the item's timeline.
    public var end: Double
  }

  public var id: PlayableID
  /// The kind of the item: a book, or an episode of a podcast.
  public var kind: PlayableKind
  /// The title of the book or the episode.
  public var title: String
  /// The author of the book, or of the episode's podcast. If the podcast has no author, this can be the podcast's title.
  public var author: String
  /// The URL of the cover. If the cover changes, its URL changes too.
  public var coverURL: URL?
  /// The position at ``asOf``, in seconds.
  public var position: Double
  /// The duration in seconds; 0 if it is unknown.
  public var duration: Double
  /// The speed that the user chose. The speed is also set while the item is paused; see ``playbackRate``.
  public var speed: PlaybackSpeed
  /// Whether the item was playing when the snapshot was made.
  public var isPlaying: Bool
  /// The chapter at ``position``; nil if no chapter contains the position.
  public var chapter: ChapterPart?
  /// The number of seconds by which the player skips forward, for the label of a button.
  public var skipForward: Double
  /// The number of seconds by which the player skips backward, for the label of a button.
  public var skipBackward: Double
  /// The time at which the sleep timer pauses the player, if the speed stays the same; nil if no timer runs.
  public var sleepsAt: Date?
  /// The time at which the snapshot was made, by the device's clock.
  public var asOf: Date

  /// The playback rate for a lock screen: ``speed`` while playing, 0 while paused.
  public var playbackRate: Double { isPlaying ? speed.rawValue : 0 }

  /// Returns the position in seconds at a moment after ``asOf``. The calculation assumes that the item continues to play, or stays paused,
  /// from ``asOf`` on.
  public func position(at moment: Date) -> Double {
    let moved = isPlaying ? moment.timeIntervalSince(asOf) * speed.rawValue : 0
    let position = position + max(0, moved.isFinite ? moved : 0)
    return duration > 0 ? min(position, duration) : position
  }

  /// Returns the position at a moment as a fraction of the duration, 0…1; 0 if the duration is unknown. See ``position(at:)``.
  public func fraction(at moment: Date) -> Double {
    duration > 0 ? min(max(position(at: moment) / duration, 0), 1) : 0
  }

  /// The time at which the item ends if it continues to play at ``speed``. Nil while the item is paused, or if its duration is unknown.
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
