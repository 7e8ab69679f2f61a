public import MediaCore

/// Which shelf of the home screen it is.
public struct ShelfID: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let continueListening = ShelfID(rawValue: "continue-listening")
  public static let continueReading = ShelfID(rawValue: "continue-reading")
  public static let continueSeries = ShelfID(rawValue: "continue-series")
  public static let newestEpisodes = ShelfID(rawValue: "newest-episodes")
  public static let recentlyAdded = ShelfID(rawValue: "recently-added")
  public static let recentSeries = ShelfID(rawValue: "recent-series")
  /// Books not started yet, by chance.
  public static let discover = ShelfID(rawValue: "discover")
  public static let listenAgain = ShelfID(rawValue: "listen-again")
  public static let readAgain = ShelfID(rawValue: "read-again")
  public static let newestAuthors = ShelfID(rawValue: "newest-authors")
}
