public import MediaCore

/// What a progress record belongs to.
public struct MediaItemType: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let book = MediaItemType(rawValue: "book")
  public static let podcastEpisode = MediaItemType(rawValue: "podcastEpisode")
}
