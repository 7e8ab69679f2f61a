public import MediaCore

/// What was listened to, and how much.
public protocol ListeningAPI: Sendable {
  /// `GET /api/me/listening-sessions`: one page of the history, newest first. A sync that was just sent can be missing.
  func sessions(page: Int, limit: Int) async throws(ClientError) -> Page<PlaybackSession>
  /// `GET /api/me/item/listening-sessions/{item}/{episode?}`: the same for one book, podcast or episode.
  /// - Throws: `notFound`, `forbidden`.
  func sessions(of id: PlayableID, page: Int, limit: Int) async throws(ClientError) -> Page<PlaybackSession>
  /// `GET /api/me/listening-stats`: seconds by item, day and day of the week.
  func stats() async throws(ClientError) -> ListeningStats
  /// `GET /api/me/stats/year/{year}`
  /// - Parameter year: 2000…9999.
  /// - Throws: `invalidRequest` for another year.
  func year(_ year: Int) async throws(ClientError) -> YearStats
}

extension ListeningAPI {
  /// The whole history, page by page.
  public func history(pageSize: Int = 50) -> PageSequence<PlaybackSession> {
    PageSequence(limit: pageSize) { (page, limit) async throws(ClientError) in
      try await self.sessions(page: page, limit: limit)
    }
  }

  /// The whole history of one book, podcast or episode, page by page.
  public func history(of id: PlayableID, pageSize: Int = 50) -> PageSequence<PlaybackSession> {
    PageSequence(limit: pageSize) { (page, limit) async throws(ClientError) in
      try await self.sessions(of: id, page: page, limit: limit)
    }
  }
}

struct LiveListeningAPI: ListeningAPI {
  let client: ServiceClient

  func sessions(page: Int, limit: Int) async throws(ClientError) -> Page<PlaybackSession> {
    try await history("shelf.listening.sessions", ["api", "me", "listening-sessions"], page, limit)
  }

  func sessions(of id: PlayableID, page: Int, limit: Int) async throws(ClientError) -> Page<PlaybackSession> {
    try await history(
      "shelf.listening.ofItem", ["api", "me", "item", "listening-sessions"] + id.pathSegments, page, limit)
  }

  private func history(
    _ operation: String, _ path: [PathSegment], _ page: Int, _ limit: Int
  ) async throws(ClientError) -> Page<PlaybackSession> {
    let answer: SessionsPage<PlaybackSession> = try await client.send(
      .json(
        operation, path: path, query: ["itemsPerPage": max(1, limit), "page": max(0, page)], traits: .read))
    return Page(answer)
  }

  func stats() async throws(ClientError) -> ListeningStats {
    try await client.send(.json("shelf.listening.stats", path: ["api", "me", "listening-stats"], traits: .read))
  }

  func year(_ year: Int) async throws(ClientError) -> YearStats {
    try await client.send(
      .json("shelf.listening.year", path: ["api", "me", "stats", "year", .id(String(year))], traits: .cachedRead))
  }
}
