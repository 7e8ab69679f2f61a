public import MediaCore

/// What stands on a shelf.
public struct ShelfType: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let book = ShelfType(rawValue: "book")
  public static let podcast = ShelfType(rawValue: "podcast")
  /// Podcasts, each with the episode that is meant as ``LibraryItem/recentEpisode``.
  public static let episode = ShelfType(rawValue: "episode")
  public static let series = ShelfType(rawValue: "series")
  public static let authors = ShelfType(rawValue: "authors")
}
