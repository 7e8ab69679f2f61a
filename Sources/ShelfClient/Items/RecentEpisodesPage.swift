public import MediaCore

/// One page of the newest unfinished episodes (`GET /api/libraries/{id}/recent-episodes`). The server does not say how many
/// there are: a page with fewer than ``limit`` is the last. Required: `episodes`.
public struct RecentEpisodesPage: Codable, Hashable, Sendable {
  /// The newest first; those without a date last.
  public var episodes: [RecentEpisode]
  /// How many were asked for. With 0 the server answers none.
  public var limit: Int?
  /// From 0.
  public var page: Int?

  public init(episodes: [RecentEpisode], limit: Int? = nil, page: Int? = nil) {
    self.episodes = episodes
    self.limit = limit
    self.page = page
  }
}

extension RecentEpisodesPage {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    episodes = try members.requireList(.episodes)
    limit = members[.limit]
    page = members[.page]
  }
}

extension Page where Element == RecentEpisode {
  public init(_ answer: RecentEpisodesPage) {
    self.init(items: answer.episodes, page: answer.page ?? 0, limit: answer.limit ?? answer.episodes.count)
  }
}
