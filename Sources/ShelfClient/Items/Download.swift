public import Foundation
import MediaCore

/// An episode that the *server* fetches from its feed (`GET /api/libraries/{id}/episode-downloads`). Required: `id`.
public struct Download: Codable, Hashable, Sendable, Identifiable {
  public var id: String
  public var episodeDisplayTitle: String?
  public var url: String?
  public var libraryItemId: String?
  public var libraryId: String?
  public var isFinished: Bool
  public var failed: Bool
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

  public init(
    id: String, episodeDisplayTitle: String? = nil, url: String? = nil, libraryItemId: String? = nil,
    libraryId: String? = nil, isFinished: Bool = false, failed: Bool = false, appendRandomId: Bool? = nil,
    startedAt: Date? = nil, createdAt: Date? = nil, finishedAt: Date? = nil, podcastTitle: String? = nil,
    podcastExplicit: Bool? = nil, season: String? = nil, episodeNumber: String? = nil,
    episodeType: EpisodeType? = nil, publishedAt: Date? = nil, guid: String? = nil
  ) {
    self.id = id
    self.episodeDisplayTitle = episodeDisplayTitle
    self.url = url
    self.libraryItemId = libraryItemId
    self.libraryId = libraryId
    self.isFinished = isFinished
    self.failed = failed
    self.appendRandomId = appendRandomId
    self.startedAt = startedAt
    self.createdAt = createdAt
    self.finishedAt = finishedAt
    self.podcastTitle = podcastTitle
    self.podcastExplicit = podcastExplicit
    self.season = season
    self.episodeNumber = episodeNumber
    self.episodeType = episodeType
    self.publishedAt = publishedAt
    self.guid = guid
  }

  enum CodingKeys: String, CodingKey {
    case id, episodeDisplayTitle, url, libraryItemId, libraryId, isFinished, failed, appendRandomId, startedAt
    case createdAt, finishedAt, podcastTitle, podcastExplicit, season, episodeType, publishedAt, guid
    case episodeNumber = "episode"
  }
}

extension Download {
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
