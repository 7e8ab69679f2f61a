public import MediaCore

/// Routes for single series. The server does not check who owns a series, so these routes read and change the series of all users. For the
/// user's own series with their episodes, use ``WatchlistAPI``.
public protocol SeriesAPI: Sendable {
  /// `GET /api/series/`: returns all series of all users, without episodes. To answer, the server looks up the posters of the series.
  func all() async throws(ClientError) -> [Series]
  /// `GET /api/series/{id}`: returns one series, without its episodes. For the episodes, use ``EpisodeAPI/all(of:)``.
  func series(_ id: Int) async throws(ClientError) -> Series
  /// `POST /api/series/`: creates a series from a title and an id.
  /// - Throws: `unsupported` on every current server, see ``BrokenRoute/createSeries``. Import the series instead.
  func create(title: String, imdbID: String) async throws(ClientError) -> Series
  /// `PUT /api/series/{id}`: replaces both the title and the IMDb id of a series.
  func replace(_ id: Int, title: String, imdbID: String) async throws(ClientError) -> Series
  /// `DELETE /api/series/{id}`: deletes a series, but not its episodes, which stay on the server without a series.
  /// ``WatchlistAPI/remove(_:)`` also deletes the episodes.
  func delete(_ id: Int) async throws(ClientError)
  /// `POST /api/series/{id}/clear-newly-imported`: removes the NEW badge that a series has for 24 hours after its import.
  func clearNewlyImported(_ id: Int) async throws(ClientError)
  /// `POST /api/series/{id}/episodes/{season}/{episode}/toggle`: toggles whether an episode is marked as watched. To set the mark to a
  /// given value, use ``VaultStore/setWatched(_:for:)``.
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
