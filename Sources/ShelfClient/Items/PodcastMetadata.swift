public import MediaCore

/// What is known about a podcast.
public struct PodcastMetadata: Codable, Hashable, Sendable {
  public var title: String?
  /// For sorting. Nil in the plain item and in recent episodes.
  public var titleIgnorePrefix: String?
  public var author: String?
  /// Can hold simple HTML.
  public var description: String?
  /// A text, as the feed has it.
  public var releaseDate: String?
  public var genres: [String] = []
  public var feedUrl: String?
  /// At the publisher; the server's own cover is the better one to show.
  public var imageUrl: String?
  public var itunesPageUrl: String?
  public var itunesId: String?
  public var itunesArtistId: String?
  public var explicit: Bool?
  public var language: String?
  public var type: PodcastType?

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    title = members[.title]
    titleIgnorePrefix = members[.titleIgnorePrefix]
    author = members[.author]
    description = members[.description]
    releaseDate = members[.releaseDate]
    genres = members.list(.genres)
    feedUrl = members[.feedUrl]
    imageUrl = members[.imageUrl]
    itunesPageUrl = members[.itunesPageUrl]
    itunesId = members[.itunesId]
    itunesArtistId = members[.itunesArtistId]
    explicit = members[.explicit]
    language = members[.language]
    type = members[.type]
  }
}

/// How the episodes of a podcast follow each other.
public struct PodcastType: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Newest first.
  public static let episodic = PodcastType(rawValue: "episodic")
  /// A story from its first episode on.
  public static let serial = PodcastType(rawValue: "serial")
}
