public import MediaCore

/// Series, one by one and whoever's they are. For the user's own, with their episodes, see ``WatchlistAPI``.
public protocol SeriesAPI: Sendable {
  /// `GET /api/series/`: all series of all users, with looked-up posters and no episodes.
  func all() async throws(ClientError) -> [Series]
  /// `GET /api/series/{id}`: without its episodes, see ``EpisodeAPI/all(of:)``.
  func series(_ id: Int) async throws(ClientError) -> Series
  /// `POST /api/series/`
  /// - Throws: `unsupported` on every current server, see ``BrokenRoute/createSeries``: import instead.
  func create(title: String, imdbID: String) async throws(ClientError) -> Series
  /// `PUT /api/series/{id}`: both members, always.
  func replace(_ id: Int, title: String, imdbID: String) async throws(ClientError) -> Series
  /// `DELETE /api/series/{id}`: leaves its episodes behind as orphans. The user's own with its episodes:
  /// ``WatchlistAPI/remove(_:)``.
  func delete(_ id: Int) async throws(ClientError)
  /// `POST /api/series/{id}/clear-newly-imported`: takes the badge of the last 24 hours away.
  func clearNewlyImported(_ id: Int) async throws(ClientError)
  /// `POST /api/series/{id}/episodes/{season}/{episode}/toggle`. To set see ``VaultStore/setWatched(_:for:)``.
  func toggleWatched(_ episode: EpisodePosition, of id: Int) async throws(ClientError) -> ToggleResult
}

struct LiveSeriesAPI: SeriesAPI {
  let sender: VaultSender

  func all() async throws(ClientError) -> [Series] { try await sender.send(SeriesEndpoints.all()) }
  func series(_ id: Int) async throws(ClientError) -> Series { try await sender.send(SeriesEndpoints.one(id)) }

  func create(title: String, imdbID: String) async throws(ClientError) -> Series {
    try await sender.send(SeriesEndpoints.create(title: title, imdbID: imdbID), broken: .createSeries)
  }

  func replace(_ id: Int, title: String, imdbID: String) async throws(ClientError) -> Series {
    try await sender.send(SeriesEndpoints.replace(id, title: title, imdbID: imdbID))
  }

  func delete(_ id: Int) async throws(ClientError) { try await sender.send(SeriesEndpoints.delete(id)) }

  func clearNewlyImported(_ id: Int) async throws(ClientError) {
    try await sender.send(SeriesEndpoints.clearNewlyImported(id))
  }

  func toggleWatched(_ episode: EpisodePosition, of id: Int) async throws(ClientError) -> ToggleResult {
    try await sender.send(SeriesEndpoints.toggle(episode, of: id))
  }
}
