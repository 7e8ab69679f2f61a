public import MediaCore

/// How the episodes of a podcast follow each other.
public struct PodcastType: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Newest first.
  public static let episodic = PodcastType(rawValue: "episodic")
  /// A story from its first episode on.
  public static let serial = PodcastType(rawValue: "serial")
}
