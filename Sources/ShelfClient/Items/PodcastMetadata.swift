import MediaCore

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
  public var genres: [String]
  public var feedUrl: String?
  /// At the publisher; the server's own cover is the better one to show.
  public var imageUrl: String?
  public var itunesPageUrl: String?
  public var itunesId: String?
  public var itunesArtistId: String?
  public var explicit: Bool?
  public var language: String?
  public var type: PodcastType?

  public init(
    title: String? = nil, titleIgnorePrefix: String? = nil, author: String? = nil, description: String? = nil,
    releaseDate: String? = nil, genres: [String] = [], feedUrl: String? = nil, imageUrl: String? = nil,
    itunesPageUrl: String? = nil, itunesId: String? = nil, itunesArtistId: String? = nil, explicit: Bool? = nil,
    language: String? = nil, type: PodcastType? = nil
  ) {
    self.title = title
    self.titleIgnorePrefix = titleIgnorePrefix
    self.author = author
    self.description = description
    self.releaseDate = releaseDate
    self.genres = genres
    self.feedUrl = feedUrl
    self.imageUrl = imageUrl
    self.itunesPageUrl = itunesPageUrl
    self.itunesId = itunesId
    self.itunesArtistId = itunesArtistId
    self.explicit = explicit
    self.language = language
    self.type = type
  }
}

extension PodcastMetadata {
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
