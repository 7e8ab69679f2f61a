public import Foundation
import MediaCore

/// An episode that the *server* downloads from its feed (`GET /api/libraries/{id}/episode-downloads`). Decoding requires `id`.
public struct Download: Codable, Hashable, Sendable, Identifiable {
  public var id: String
  /// The title of the episode, from the feed.
  public var episodeDisplayTitle: String?
  /// The address of the audio file at the podcast's host.
  public var url: String?
  /// The id of the podcast's library item.
  public var libraryItemId: String?
  /// The id of the podcast's library.
  public var libraryId: String?
  /// Whether the episode's file is in the library.
  public var isFinished = false
  /// Whether the download failed. The server does not retry a failed download.
  public var failed = false
  /// Whether the server adds an id to the file's name, because another file has the same name.
  public var appendRandomId: Bool?
  /// When the download began.
  public var startedAt: Date?
  /// When the download was requested.
  public var createdAt: Date?
  /// When the download succeeded or failed.
  public var finishedAt: Date?
  /// The title of the podcast.
  public var podcastTitle: String?
  /// Whether the podcast is marked as explicit.
  public var podcastExplicit: Bool?
  /// The season of the episode, as the feed writes it.
  public var season: String?
  /// The number of the episode as text, as the feed writes it. The text does not always consist of digits.
  public var episodeNumber: String?
  /// The type of the episode: a full episode, a trailer or a bonus.
  public var episodeType: EpisodeType?
  /// When the episode was published, according to its feed.
  public var publishedAt: Date?
  /// The episode's id in the feed.
  public var guid: String?

  /// Creates a value from its required members. Optional members are nil, and lists are empty.
  public init(id: String) { self.id = id }

  enum CodingKeys: String, CodingKey {
    case id, episodeDisplayTitle, url, libraryItemId, libraryId, isFinished, failed, appendRandomId, startedAt
    case createdAt, finishedAt, podcastTitle, podcastExplicit, season, episodeType, publishedAt, guid
    case episodeNumber = "episode"
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = try members.requireID(.id)
    episodeDisplayTitle = members[.episodeDisplayTitle]
    url = members[.url]
    libraryItemId = members[.libraryItemId]
    libraryId = members[.libraryId]
    isFinished = members[.isFinished] ?? false
    failed = members[.failed] ?? false
    appendRandomId = members[.appendRandomId]
    startedAt = members[.startedAt]
    createdAt = members[.createdAt]
    finishedAt = members[.finishedAt]
    podcastTitle = members[.podcastTitle]
    podcastExplicit = members[.podcastExplicit]
    season = members[.season]
    episodeNumber = members[.episodeNumber]
    episodeType = members[.episodeType]
    publishedAt = members[.publishedAt]
    guid = members[.guid]
  }
}

/// The server's downloads of episodes to one library: the download that is running, and the downloads that wait.
public struct DownloadQueue: Codable, Hashable, Sendable {
  /// The running download; nil if there is none.
  public var currentDownload: Download?
  /// The waiting downloads, in order.
  public var queue: [Download] = []

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    currentDownload = members[.currentDownload]
    queue = members.list(.queue)
  }
}
