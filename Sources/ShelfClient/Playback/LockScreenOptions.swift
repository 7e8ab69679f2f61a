/// The user's choices for the lock screen, headphones and cars.
public struct LockScreenOptions: Codable, Hashable, Sendable {
  /// The line that is shown as the title.
  public enum Title: String, Codable, Hashable, Sendable, CaseIterable {
    /// The chapter, with the item below; the item itself while there is no chapter.
    case chapter
    /// The book or the episode.
    case item
  }

  /// Whether the position can be dragged there. Without it, a thumb in a pocket moves no book.
  public var allowsSeeking = true
  /// The chapter's or the item's title.
  public var title = Title.chapter

  /// Seeking, and the chapter's title.
  public init() {}
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
  /// The title for a lock screen.
  public func title(_ options: LockScreenOptions) -> String {
    options.title == .chapter ? chapter?.title ?? title : title
  }
}
