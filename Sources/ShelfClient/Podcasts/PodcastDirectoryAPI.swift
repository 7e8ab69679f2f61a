import Foundation
public import MediaCore

/// The requests for podcasts that are not on the server yet: they find podcasts by name, read an OPML file, and add podcasts from an OPML
/// file. Adding podcasts is for administrators.
public protocol PodcastDirectoryAPI: Sendable {
  /// Searches Apple's podcast directory by name (`GET /api/search/podcast`). The request goes to the media server, which searches the
  /// directory. If the directory does not respond, the result is an empty list.
  /// - Parameters:
  ///   - name: the text to search for, which must not be empty.
  ///   - country: a country code of two letters, as in the library's ``LibrarySettings/podcastSearchRegion``. If nil, the directory's
  ///     default country is searched.
  func podcasts(named name: String, country: String?) async throws(ClientError) -> [FoundPodcast]
  /// Reads the podcasts in the text of an OPML file, such as another podcast app exports (`POST /api/podcasts/opml/parse`).
  /// - Throws: `forbidden`; `invalidRequest` if the text is empty.
  func feeds(inOPML text: String) async throws(ClientError) -> [OPMLFeed]
  /// Makes the server add the podcasts with these feed addresses (`POST /api/podcasts/opml/create`). The server responds before it reads
  /// the feeds, so the call throws no error for a feed that cannot be read and is not added. A podcast that is already in the library is
  /// skipped.
  /// - Throws: `invalidRequest` with the server's message if one of `feeds` is not a valid address, in which case no podcast is added;
  ///   `notFound` if the folder belongs to another library; `forbidden`.
  func addFeeds(
    _ feeds: [String], library: String, folder: String, autoDownload: Bool
  ) async throws(ClientError)
  /// Removes a podcast's waiting downloads from the server's queue (`GET /api/podcasts/{item}/clear-queue`). A running download continues.
  /// This GET request changes data on the server, so a failed call is not repeated. For administrators.
  func clearQueue(of item: String) async throws(ClientError)
}

/// A podcast that was found in Apple's podcast directory. Decoding requires `id`.
public struct FoundPodcast: Codable, Hashable, Sendable, Identifiable {
  /// The podcast's id in Apple's directory, as text.
  public var id: String
  /// The title of the podcast.
  public var title = ""
  /// The author of the podcast.
  public var artistName: String?
  /// The description of the podcast, which can contain simple HTML. Nil for most podcasts of the directory.
  public var description: String?
  /// The URL of the podcast's picture in the directory.
  public var cover: String?
  /// The number of episodes that the podcast has.
  public var trackCount: Int?
  /// The URL of the podcast's feed. If nil, the podcast cannot be added to the server.
  public var feedUrl: String?
  /// The URL of the podcast's page in Apple's directory.
  public var pageUrl: String?
  /// Whether the directory marks the podcast as explicit.
  public var explicit: Bool?
  /// The genres of the podcast.
  public var genres: [String] = []

  /// Creates a value from its required members. Optional members are nil, and lists are empty.
  public init(id: String) { self.id = id }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    // Unlike other ids, the id of a found podcast can be a number.
    let number: Int? = members[.id]
    id = try number.map(String.init) ?? members.requireID(.id)
    title = members[.title] ?? ""
    artistName = members[.artistName]
    description = members[.description]
    cover = members[.cover]
    trackCount = members[.trackCount]
    feedUrl = members[.feedUrl]
    pageUrl = members[.pageUrl]
    explicit = members[.explicit]
    genres = members.list(.genres)
  }

  /// The podcast's metadata, to be used as ``PodcastDraft/metadata`` when the podcast is added with ``PodcastAPI/add(_:)``.
  public var metadata: PodcastMetadata {
    var metadata = PodcastMetadata()
    (metadata.title, metadata.author, metadata.description) = (title, artistName, description)
    (metadata.feedUrl, metadata.imageUrl, metadata.itunesPageUrl) = (feedUrl, cover, pageUrl)
    (metadata.itunesId, metadata.genres, metadata.explicit) = (id, genres, explicit)
    return metadata
  }
}

/// A podcast in an OPML file. Decoding requires `feedUrl`.
public struct OPMLFeed: Codable, Hashable, Sendable, Identifiable {
  /// The address of the podcast's feed.
  public var feedUrl: String
  /// The title of the podcast; empty if the file has none.
  public var title = ""

  public var id: String { feedUrl }

  /// Creates a value from its required members.
  public init(feedUrl: String) { self.feedUrl = feedUrl }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    feedUrl = try members.requireID(.feedUrl)
    title = members[.title] ?? ""
  }
}

struct LivePodcastDirectoryAPI: PodcastDirectoryAPI {
  let client: ServiceClient

  func podcasts(named name: String, country: String?) async throws(ClientError) -> [FoundPodcast] {
    guard !name.isEmpty else { throw ClientError(.invalidRequest, operation: .shelfPodcastsSearch) }
    // The answer is the list itself, without a member around it.
    let found: LossyList<FoundPodcast> = try await client.json(
      .shelfPodcastsSearch, path: ["api", "search", "podcast"], query: ["term": name, "country": country],
      traits: .read)
    return found.elements
  }

  func feeds(inOPML text: String) async throws(ClientError) -> [OPMLFeed] {
    try await client.list(
      .shelfPodcastsParseOPML, .post, path: ["api", "podcasts", "opml", "parse"], body: ["opmlText": text],
      traits: .read)
  }

  func addFeeds(
    _ feeds: [String], library: String, folder: String, autoDownload: Bool
  ) async throws(ClientError) {
    let body: JSONValue = [
      "feeds": .array(feeds.map { .string($0) }), "libraryId": .string(library), "folderId": .string(folder),
      "autoDownloadEpisodes": .bool(autoDownload),
    ]
    try await client.ok(
      .shelfPodcastsAddFeeds, .post, path: ["api", "podcasts", "opml", "create"], body: body, ids: [library, folder],
      traits: .write)
  }

  func clearQueue(of item: String) async throws(ClientError) {
    try await client.ok(
      .shelfPodcastsClearQueue, .get, path: ["api", "podcasts", .id(item), "clear-queue"], traits: .write)
  }
}
