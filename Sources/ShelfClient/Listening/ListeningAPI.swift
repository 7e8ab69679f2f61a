public import MediaCore

/// Fetches the listening history of the account and its statistics.
public protocol ListeningAPI: Sendable {
  /// Fetches one page of the listening history, newest first (`GET /api/me/listening-sessions`). If `id` is set, fetches only the sessions
  /// of one book or episode (`GET /api/me/item/listening-sessions/{item}/{episode?}`). The page can lack listening that was synced just
  /// before the call.
  /// - Throws: `notFound`, also for a podcast without an episode; `forbidden`.
  func sessions(of id: PlayableID?, page: Int, limit: Int) async throws(ClientError) -> Page<PlaybackSession>
  /// Fetches the account's listening time in seconds, by item, by day and by day of the week (`GET /api/me/listening-stats`).
  func stats() async throws(ClientError) -> ListeningStats
  /// Fetches the listening statistics of one year (`GET /api/me/stats/year/{year}`).
  /// - Parameter year: the year, 2000…9999.
  /// - Throws: `invalidRequest` for any other year.
  func year(_ year: Int) async throws(ClientError) -> YearStats
}

extension ListeningAPI {
  /// Returns all sessions of the listening history as an asynchronous sequence, which requests them page by page. If `id` is set, only the
  /// sessions of one book or episode are returned. For a podcast without an episode, the server answers `notFound`.
  public func history(of id: PlayableID? = nil, pageSize: Int = 50) -> PageSequence<PlaybackSession> {
    PageSequence(limit: pageSize, id: \.id) { (page, limit) async throws(ClientError) in
      try await self.sessions(of: id, page: page, limit: limit)
    }
  }
}

struct LiveListeningAPI: ListeningAPI {
  let client: ServiceClient

  func sessions(of id: PlayableID?, page: Int, limit: Int) async throws(ClientError) -> Page<PlaybackSession> {
    try await client.page(
      id == nil ? .shelfListeningSessions : .shelfListeningOfItem,
      path: ["api", "me"] + (id.map { ["item", "listening-sessions"] + $0.pathSegments } ?? ["listening-sessions"]),
      query: ["itemsPerPage": max(1, limit), "page": max(0, page)], traits: .read)
  }

  func stats() async throws(ClientError) -> ListeningStats {
    try await client.json(.shelfListeningStats, path: ["api", "me", "listening-stats"], traits: .read)
  }

  func year(_ year: Int) async throws(ClientError) -> YearStats {
    try await client.json(
      .shelfListeningYear, path: ["api", "me", "stats", "year", .id(String(year))], traits: .cachedRead)
  }
}
