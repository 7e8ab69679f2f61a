public import Foundation
import MediaCore

/// An entry of the server's demo list. Required: `id`, `tmdbId`.
public struct DemoItem: Codable, Hashable, Sendable, Identifiable {
  public var id: String
  public var tmdbId: TMDBID
  public var title: String
  public var status: WatchStatus
  public var addedAt: Date?
  public var streamingProvider: GuideService?
  public var bufferDays: Int?
  public var country: String?

  public init(
    id: String, tmdbId: TMDBID, title: String = "", status: WatchStatus = .watchlist, addedAt: Date? = nil,
    streamingProvider: GuideService? = nil, bufferDays: Int? = nil, country: String? = nil
  ) {
    self.id = id
    self.tmdbId = tmdbId
    self.title = title
    self.status = status
    self.addedAt = addedAt
    self.streamingProvider = streamingProvider
    self.bufferDays = bufferDays
    self.country = country
  }
}

extension DemoItem {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = try members.require(.id)
    tmdbId = try members.require(.tmdbId)
    title = members[.title] ?? ""
    status = members[.status] ?? .watchlist
    addedAt = members[.addedAt]
    streamingProvider = members[.streamingProvider]
    bufferDays = members[.bufferDays]
    country = members[.country]
  }
}
