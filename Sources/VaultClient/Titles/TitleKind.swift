public import MediaCore

/// What a title is, in paths and bodies of the server.
public struct TitleKind: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let movie = TitleKind(rawValue: "movie")
  public static let series = TitleKind(rawValue: "series")
  public static let collection = TitleKind(rawValue: "collection")
  public static let episode = TitleKind(rawValue: "episode")
}
