public import Foundation
import MediaCore

/// An episode that the *server* fetches from its feed (`GET /api/libraries/{id}/episode-downloads`). Required: `id`.
public struct Download: Codable, Hashable, Sendable, Identifiable {
  public var id: String
  public var episodeDisplayTitle: String?
  public var url: String?
  public var libraryItemId: String?
  public var libraryId: String?
  public var isFinished = false
  public var failed = false
  public var appendRandomId: Bool?
  public var startedAt: Date?
  public var createdAt: Date?
  public var finishedAt: Date?
  public var podcastTitle: String?
  public var podcastExplicit: Bool?
  public var season: String?
  public var episodeNumber: String?
  public var episodeType: EpisodeType?
  public var publishedAt: Date?
  public var guid: String?

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

/// The downloads of a library's episodes: the running one and those that wait.
public struct DownloadQueue: Codable, Hashable, Sendable {
  /// Nil while nothing runs.
  public var currentDownload: Download?
  public var queue: [Download] = []

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    currentDownload = members[.currentDownload]
    queue = members.list(.queue)
  }
}
