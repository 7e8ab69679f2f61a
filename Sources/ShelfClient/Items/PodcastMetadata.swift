public import MediaCore

/// The metadata of a podcast.
public struct PodcastMetadata: Codable, Hashable, Sendable {
  /// The title of the podcast.
  public var title: String?
  /// The title of the podcast for sorting; nil in the plain form (see ``ShelfItem``) and in lists of recent episodes.
  public var titleIgnorePrefix: String?
  /// The author of the podcast, as the feed writes it.
  public var author: String?
  /// The description of the podcast, which can contain simple HTML.
  public var description: String?
  /// The release date of the podcast, as text from the feed.
  public var releaseDate: String?
  /// The genres of the podcast, in the server's order.
  public var genres: [String] = []
  /// The address of the podcast's feed.
  public var feedUrl: String?
  /// The address of the podcast's picture at the publisher. Show the server's own cover instead, see
  /// ``MediaAPI/coverURL(of:width:updatedAt:)``.
  public var imageUrl: String?
  /// The address of the podcast's page in Apple's directory.
  public var itunesPageUrl: String?
  /// The podcast's id in Apple's directory.
  public var itunesId: String?
  /// The author's id in Apple's directory.
  public var itunesArtistId: String?
  /// Whether the podcast is marked as explicit.
  public var explicit: Bool?
  /// The language of the podcast as it is written in the metadata, such as `en` or `English`.
  public var language: String?
  /// Whether the episodes are independent of each other or tell one story in order.
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

/// The relation of a podcast's episodes to each other.
public struct PodcastType: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A podcast of independent episodes, listed from the newest to the oldest.
  public static let episodic = PodcastType(rawValue: "episodic")
  /// A podcast whose episodes tell one story, listed from the first to the latest.
  public static let serial = PodcastType(rawValue: "serial")
}
