public import MediaCore

/// Routes for the series of all users, one by one: the server checks no owner. For the user's own series, with episodes, see
/// ``WatchlistAPI``.
public protocol SeriesAPI: Sendable {
  /// `GET /api/series/`: all series of all users, with looked-up posters and no episodes.
  func all() async throws(ClientError) -> [Series]
  /// `GET /api/series/{id}`: one series, without its episodes, see ``EpisodeAPI/all(of:)``.
  func series(_ id: Int) async throws(ClientError) -> Series
  /// `POST /api/series/`: creates a series by hand.
  /// - Throws: `unsupported` on every current server, see ``BrokenRoute/createSeries``: import instead.
  func create(title: String, imdbID: String) async throws(ClientError) -> Series
  /// `PUT /api/series/{id}`: replaces the title and the IMDb id of a series, always both.
  func replace(_ id: Int, title: String, imdbID: String) async throws(ClientError) -> Series
  /// `DELETE /api/series/{id}`: deletes a series but leaves its episodes behind as orphans, unlike ``WatchlistAPI/remove(_:)``.
  func delete(_ id: Int) async throws(ClientError)
  /// `POST /api/series/{id}/clear-newly-imported`: removes the badge that a series has for 24 hours after its import.
  func clearNewlyImported(_ id: Int) async throws(ClientError)
  /// `POST /api/series/{id}/episodes/{season}/{episode}/toggle`: toggles the mark of an episode. To set a mark see
  /// ``VaultStore/setWatched(_:for:)``.
  func toggleWatched(_ episode: EpisodePosition, of id: Int) async throws(ClientError) -> ToggleResult
}

struct LiveSeriesAPI: SeriesAPI {
  let sender: VaultSender

  func all() async throws(ClientError) -> [Series] {
    try await sender.list(.vaultSeriesAll, path: ["series"], .vaultSlowOpenRead)
  }

  func series(_ id: Int) async throws(ClientError) -> Series {
    try await sender.json(.vaultSeriesOne, path: path(id), .vaultRead.open)
  }

  func create(title: String, imdbID: String) async throws(ClientError) -> Series {
    try await sender.json(
      .vaultSeriesCreate, .post, path: ["series"], slash: true, body: ["title": title, "imdb_id": imdbID],
      .vaultWrite.open, broken: .createSeries)
  }

  func replace(_ id: Int, title: String, imdbID: String) async throws(ClientError) -> Series {
    try await sender.json(
      .vaultSeriesReplace, .put, path: path(id), body: ["title": title, "imdb_id": imdbID], .vaultSet.open)
  }

  func delete(_ id: Int) async throws(ClientError) {
    try await sender.done(.vaultSeriesDelete, .delete, path: path(id), .vaultWrite.open)
  }

  func clearNewlyImported(_ id: Int) async throws(ClientError) {
    try await sender.done(.vaultSeriesClearNew, .post, path: path(id) + ["clear-newly-imported"], .vaultSet)
  }

  func toggleWatched(_ episode: EpisodePosition, of id: Int) async throws(ClientError) -> ToggleResult {
    let place: [PathSegment] = ["episodes", .number(episode.season), .number(episode.number), "toggle"]
    return try await sender.json(.vaultSeriesToggleEpisode, .post, path: path(id) + place, .vaultWrite)
  }

  private func path(_ id: Int) -> [PathSegment] { ["series", .number(id)] }
}
