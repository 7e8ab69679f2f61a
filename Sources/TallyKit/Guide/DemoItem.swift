public import Foundation
import MediaCore

/// An entry of the demo list in the server's memory. Only the demo guide uses the list. Decoding requires `id` and `tmdbId`.
public struct DemoItem: Codable, Hashable, Sendable, Identifiable {
  public var id: String
  /// The show's number at TMDB.
  public var tmdbId: TMDBID
  /// The title of the show.
  public var title = ""
  /// The show's status, as the server sends it.
  public var status = WatchStatus.watchlist
  /// When the show was added to the demo list, or added again.
  public var addedAt: Date?
  /// The streaming service of the show in the demo guide.
  public var streamingProvider: GuideService?
  /// The number of days that a subscription shall last beyond the show's last episode.
  public var bufferDays: Int?
  /// The country of the entry, as two capital letters.
  public var country: String?

  /// Creates a value from its required members. All other members have their default values.
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
