public import Foundation
import MediaCore

/// An entry of the server's demo list, which only the demo guide reads. Required: `id`, `tmdbId`.
public struct DemoItem: Codable, Hashable, Sendable, Identifiable {
  public var id: String
  /// The show's number at TMDB.
  public var tmdbId: TMDBID
  /// The title.
  public var title = ""
  /// The status, as the server has it.
  public var status = WatchStatus.watchlist
  /// When the show was added, or added again.
  public var addedAt: Date?
  /// The service that the demo shows it on.
  public var streamingProvider: GuideService?
  /// The number of days that a subscription shall last beyond the show's last episode, as set for the show.
  public var bufferDays: Int?
  /// The country, two capital letters.
  public var country: String?

  /// Sets the required members; optional ones are nil, lists are empty.
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
