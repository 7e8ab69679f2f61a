public import MediaCore

/// Routes for the user's own titles, and their marks. A title in a custom list is left out until it is removed from that list.
public protocol WatchlistAPI: Sendable {
  /// `GET /api/watchlist`: all titles at once, grouped. The server asks TMDB for each collection and series, which can take a minute. Show
  /// ``VaultStore/library()`` meanwhile.
  func all() async throws(ClientError) -> Watchlist
  /// `GET /api/watchlist/unwatched/?sort_by=`: the unwatched titles. The server fails on this route as soon as an unwatched episode has no
  /// air date. In that case the result is computed from ``all()`` and from the lists, whose titles ``all()`` leaves out.
  func unwatched(sortedBy sort: UnwatchedSort) async throws(ClientError) -> UnwatchedList
  /// `GET /api/watchlist/unwatched/?sort_by=`: the unwatched titles as the server sends them, without the fallback of
  /// ``unwatched(sortedBy:)``.
  /// - Throws: `unsupported` where the server fails, see ``BrokenRoute/unwatched``.
  func unwatchedByServer(sortedBy sort: UnwatchedSort) async throws(ClientError) -> UnwatchedList
  /// `POST /api/watchlist/{movie|series|collection}/{id}/toggle`: toggles the mark of a title. A series or collection with anything watched
  /// becomes unwatched as a whole: do not predict the answer. To set a mark see ``VaultStore/setWatched(_:for:)``.
  /// - Throws: `notFound` also for titles of other users.
  func toggleWatched(_ title: TitleReference) async throws(ClientError) -> ToggleResult
  /// `POST /api/watchlist/{movie|series|collection}/{id}/interacted`: marks a title as not new any more.
  func markSeen(_ title: TitleReference) async throws(ClientError)
  /// `DELETE /api/watchlist/{movie|series}/{id}`: deletes a title for good, a series with its episodes. There is no such route for
  /// collections: remove their films.
  /// - Throws: `invalidRequest` for a collection.
  func remove(_ title: TitleReference) async throws(ClientError)
  /// `DELETE /api/watchlist/clear`: deletes all of the user's titles, for good.
  func clear() async throws(ClientError)
  /// `GET /api/stats`: the numbers of films, series and episodes.
  func counts() async throws(ClientError) -> LibraryCounts
}

struct LiveWatchlistAPI: WatchlistAPI {
  let sender: VaultSender

  func all() async throws(ClientError) -> Watchlist {
    try await sender.json(.vaultWatchlistAll, path: ["watchlist"], .vaultSlowRead)
  }

  func unwatched(sortedBy sort: UnwatchedSort) async throws(ClientError) -> UnwatchedList {
    do throws(ClientError) { return try await unwatchedByServer(sortedBy: sort) } catch {
      guard error.brokenRoute == .unwatched else { throw error }
      let library = try await all()
      let titles = HiddenTitles(
        lists: LiveListAPI(sender: sender), movies: LiveMovieAPI(sender: sender), series: LiveSeriesAPI(sender: sender),
        account: try await sender.client.accounts.account().flatMap { Int($0) })
      return UnwatchedList(library.joined(with: try await titles.read(beside: library)), sortedBy: sort)
    }
  }

  func unwatchedByServer(sortedBy sort: UnwatchedSort) async throws(ClientError) -> UnwatchedList {
    try await sender.json(
      .vaultWatchlistUnwatched, path: ["watchlist", "unwatched"], slash: true, query: ["sort_by": sort], .vaultRead,
      broken: .unwatched)
  }

  func toggleWatched(_ title: TitleReference) async throws(ClientError) -> ToggleResult {
    try await sender.json(.vaultWatchlistToggle, .post, path: path(title) + ["toggle"], .vaultWrite)
  }

  func markSeen(_ title: TitleReference) async throws(ClientError) {
    try await sender.done(.vaultWatchlistMarkSeen, .post, path: path(title) + ["interacted"], .vaultSet)
  }

  func remove(_ title: TitleReference) async throws(ClientError) {
    guard title.kind != .collection else {
      throw ClientError(.invalidRequest, operation: .vaultWatchlistRemove, detail: "collection")
    }
    try await sender.done(.vaultWatchlistRemove, .delete, path: path(title), .vaultWrite)
  }

  func clear() async throws(ClientError) {
    try await sender.done(.vaultWatchlistClear, .delete, path: ["watchlist", "clear"], .vaultWrite)
  }

  func counts() async throws(ClientError) -> LibraryCounts {
    try await sender.json(.vaultWatchlistCounts, path: ["stats"], .vaultRead)
  }

  private func path(_ title: TitleReference) -> [PathSegment] {
    ["watchlist", .id(title.kind.rawValue), .number(title.id)]
  }
}
