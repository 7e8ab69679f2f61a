public import Foundation
import MediaCore

/// An entry of the server's demo list, which only the demo guide reads. Required: `id`, `tmdbId`.
public struct DemoItem: Codable, Hashable, Sendable, Identifiable {
  public var id: String
  public var tmdbId: TMDBID
  public var title = ""
  public var status = WatchStatus.watchlist
  public var addedAt: Date?
  public var streamingProvider: GuideService?
  public var bufferDays: Int?
  public var country: String?

  public init(id: String, tmdbId: TMDBID) {
    self.id = id
    self.tmdbId = tmdbId
  }

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
