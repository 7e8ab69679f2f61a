import MediaCore

/// The user's choices for the lock screen, headphones and cars.
public struct LockScreenOptions: Codable, Hashable, Sendable {
  /// The text that the lock screen shows as the title.
  public enum Title: String, Codable, Hashable, Sendable, CaseIterable {
    /// The lock screen shows the title of the chapter, and below it the title of the item. If no chapter contains the position, it shows
    /// the title of the item instead.
    case chapter
    /// The lock screen shows the title of the book or the episode.
    case item
  }

  /// Whether the user can drag the position on the lock screen. Set it to false so that an accidental touch in a pocket cannot change the
  /// position.
  public var allowsSeeking = true
  /// Whether the lock screen shows the chapter's title or the item's title as its title.
  public var title = Title.chapter
  /// The effects of a double and a triple press on headphones, and of the buttons "next" and "previous".
  public var presses = RemotePresses()

  /// Creates options that allow seeking, show the chapter's title, and move by a chapter at a double or a triple press.
  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    allowsSeeking = members[.allowsSeeking] ?? true
    title = members[.title] ?? .chapter
    presses = members[.presses] ?? RemotePresses()
  }
}

/// A snapshot and the options with which a lock screen shows it.
struct LockScreenContent: Hashable, Sendable {
  let snapshot: NowPlayingSnapshot
  let options: LockScreenOptions

  /// Whether `earlier` still shows the same, so that there is nothing to publish.
  func continues(_ earlier: LockScreenContent) -> Bool {
    options == earlier.options && snapshot.continues(earlier.snapshot)
  }
}

extension NowPlayingSnapshot {
  /// The title to show on a lock screen with these options: the chapter's title, or the title of the book or episode.
  public func title(_ options: LockScreenOptions) -> String {
    options.title == .chapter ? chapter?.title ?? title : title
  }
}
