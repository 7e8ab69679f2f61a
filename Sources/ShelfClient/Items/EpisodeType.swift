public import MediaCore

/// What an episode is to its podcast.
public struct EpisodeType: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let full = EpisodeType(rawValue: "full")
  public static let trailer = EpisodeType(rawValue: "trailer")
  public static let bonus = EpisodeType(rawValue: "bonus")
}
