import Foundation
public import MediaCore

/// Podcasts that are not on the server yet: found by name or listed in an OPML file. Adding them is for administrators.
public protocol PodcastDirectoryAPI: Sendable {
  /// Fetches podcasts of Apple's directory by name (`GET /api/search/podcast`). The server asks the directory, and answers with an empty
  /// list when the directory does not answer.
  /// - Parameters:
  ///   - name: not empty.
  ///   - country: a code of two letters, as in the library's ``LibrarySettings/podcastSearchRegion``; nil for the directory's default.
  func podcasts(named name: String, country: String?) async throws(ClientError) -> [FoundPodcast]
  /// Fetches the podcasts in an OPML file, which other apps export (`POST /api/podcasts/opml/parse`).
  /// - Throws: `forbidden`; `invalidRequest` for an empty text.
  func feeds(inOPML text: String) async throws(ClientError) -> [OPMLFeed]
  /// Has the server add a podcast for each address of a feed (`POST /api/podcasts/opml/create`). The server answers before it reads the
  /// feeds, so a feed that cannot be read is not added, without an error. A feed whose podcast the library already has is skipped.
  /// - Throws: `invalidRequest` with the server's words when a text is no address, and then nothing is added; `notFound` for a folder of
  ///   another library; `forbidden`.
  func addFeeds(
    _ feeds: [String], library: String, folder: String, autoDownload: Bool
  ) async throws(ClientError)
  /// Drops the waiting downloads of a podcast on the server (`GET /api/podcasts/{item}/clear-queue`); a running download continues. A GET
  /// that writes, so it is not repeated. For administrators.
  func clearQueue(of item: String) async throws(ClientError)
}

/// A podcast of a public directory, not on the server yet. Required: `id`.
public struct FoundPodcast: Codable, Hashable, Sendable, Identifiable {
  /// The podcast's id at Apple's directory, as text.
  public var id: String
  /// The title of the podcast.
  public var title = ""
  /// The author of the podcast.
  public var artistName: String?
  /// The description, which can contain simple HTML; the directory mostly has none.
  public var description: String?
  /// The address of the picture at the directory.
  public var cover: String?
  /// The number of the podcast's episodes.
  public var trackCount: Int?
  /// The address of the podcast's feed; nil for a podcast that cannot be added.
  public var feedUrl: String?
  /// The address of the podcast's page in Apple's directory.
  public var pageUrl: String?
  /// Whether the podcast is marked as explicit.
  public var explicit: Bool?
  /// The genres of the podcast.
  public var genres: [String] = []

  /// A value with its required members; optional ones are nil, lists are empty.
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

  /// The podcast's metadata, as ``PodcastAPI/add(_:)`` takes it.
  public var metadata: PodcastMetadata {
    var metadata = PodcastMetadata()
    (metadata.title, metadata.author, metadata.description) = (title, artistName, description)
    (metadata.feedUrl, metadata.imageUrl, metadata.itunesPageUrl) = (feedUrl, cover, pageUrl)
    (metadata.itunesId, metadata.genres, metadata.explicit) = (id, genres, explicit)
    return metadata
  }
}

/// A podcast in an OPML file. Required: `feedUrl`.
public struct OPMLFeed: Codable, Hashable, Sendable, Identifiable {
  /// The address of the podcast's feed.
  public var feedUrl: String
  /// The title of the podcast; empty if the file has none.
  public var title = ""

  public var id: String { feedUrl }

  /// A value with its required members.
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
