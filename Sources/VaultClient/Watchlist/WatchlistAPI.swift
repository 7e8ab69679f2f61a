public import MediaCore

/// Routes for the user's own titles and their marks. While a title is in one of the user's lists, the watchlist does not contain it.
public protocol WatchlistAPI: Sendable {
  /// `GET /api/watchlist`: returns all titles of the watchlist in one response, grouped. The server sends a request to TMDB for each
  /// collection and series, so this call can take a minute. Show ``VaultStore/library()`` until the response arrives.
  func all() async throws(ClientError) -> Watchlist
  /// `GET /api/watchlist/unwatched/?sort_by=`: returns the unwatched titles. This route fails on the server if an unwatched episode has no
  /// air date. In that case the SDK computes the result from ``all()`` and from the titles of the lists, which ``all()`` leaves out.
  func unwatched(sortedBy sort: UnwatchedSort) async throws(ClientError) -> UnwatchedList
  /// `GET /api/watchlist/unwatched/?sort_by=`: returns the unwatched titles as the server sends them, without the fallback of
  /// ``unwatched(sortedBy:)``.
  /// - Throws: `unsupported` if the route fails on the server, see ``BrokenRoute/unwatched``.
  func unwatchedByServer(sortedBy sort: UnwatchedSort) async throws(ClientError) -> UnwatchedList
  /// `POST /api/watchlist/{movie|series|collection}/{id}/toggle`: toggles whether a title is marked as watched. If any film of a collection
  /// or any episode of a series is watched, the whole title becomes unwatched, so read the new mark from the response. To set the mark to a
  /// given value, use ``VaultStore/setWatched(_:for:)``.
  /// - Throws: `notFound` if the title does not exist or belongs to another user.
  func toggleWatched(_ title: TitleReference) async throws(ClientError) -> ToggleResult
  /// `POST /api/watchlist/{movie|series|collection}/{id}/interacted`: marks a title as seen, so that it is no longer new.
  func markSeen(_ title: TitleReference) async throws(ClientError)
  /// `DELETE /api/watchlist/{movie|series}/{id}`: permanently deletes a title; a series is deleted with its episodes. The server has no
  /// such route for collections, so delete the films of a collection instead.
  /// - Throws: `invalidRequest` for a collection.
  func remove(_ title: TitleReference) async throws(ClientError)
  /// `DELETE /api/watchlist/clear`: permanently deletes all of the user's titles.
  func clear() async throws(ClientError)
  /// `GET /api/stats`: returns the numbers of films, series and episodes.
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
