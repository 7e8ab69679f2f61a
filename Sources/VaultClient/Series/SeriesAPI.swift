public import MediaCore

/// Series of every user, one by one: these routes check no owner. For the user's own series, with their episodes, see
/// ``WatchlistAPI``.
public protocol SeriesAPI: Sendable {
  /// `GET /api/series/`: all series of all users, with looked-up posters and no episodes.
  func all() async throws(ClientError) -> [Series]
  /// `GET /api/series/{id}`: without its episodes, see ``EpisodeAPI/all(of:)``.
  func series(_ id: Int) async throws(ClientError) -> Series
  /// `POST /api/series/`
  /// - Throws: `unsupported` on every current server, see ``BrokenRoute/createSeries``: import instead.
  func create(title: String, imdbID: String) async throws(ClientError) -> Series
  /// `PUT /api/series/{id}`: replaces both members, always.
  func replace(_ id: Int, title: String, imdbID: String) async throws(ClientError) -> Series
  /// `DELETE /api/series/{id}`: leaves its episodes behind as orphans. To remove one of the user's own series with its
  /// episodes: ``WatchlistAPI/remove(_:)``.
  func delete(_ id: Int) async throws(ClientError)
  /// `POST /api/series/{id}/clear-newly-imported`: removes the badge of the last 24 hours.
  func clearNewlyImported(_ id: Int) async throws(ClientError)
  /// `POST /api/series/{id}/episodes/{season}/{episode}/toggle`. To set a mark see ``VaultStore/setWatched(_:for:)``.
  func toggleWatched(_ episode: EpisodePosition, of id: Int) async throws(ClientError) -> ToggleResult
}

struct LiveSeriesAPI: SeriesAPI {
  let sender: VaultSender

  func all() async throws(ClientError) -> [Series] {
    try await sender.send(
      Endpoint<Rows<Series>>.json("vault.series.all", path: ["api", "series"], traits: .vaultSlowOpenRead).slashed()
        .map(\.elements))
  }

  func series(_ id: Int) async throws(ClientError) -> Series {
    try await sender.send(.json("vault.series.one", path: path(id), traits: .vaultOpenRead))
  }

  func create(title: String, imdbID: String) async throws(ClientError) -> Series {
    try await sender.send(
      .json(
        "vault.series.create", .post, path: ["api", "series"], body: body(title, imdbID), traits: .vaultOpenWrite
      ).slashed(), broken: .createSeries)
  }

  func replace(_ id: Int, title: String, imdbID: String) async throws(ClientError) -> Series {
    try await sender.send(
      .json("vault.series.replace", .put, path: path(id), body: body(title, imdbID), traits: .vaultOpenSet))
  }

  func delete(_ id: Int) async throws(ClientError) {
    try await sender.send(.done("vault.series.delete", .delete, path: path(id), traits: .vaultOpenWrite))
  }

  func clearNewlyImported(_ id: Int) async throws(ClientError) {
    try await sender.send(
      .done("vault.series.clearNew", .post, path: path(id) + ["clear-newly-imported"], traits: .vaultSet))
  }

  func toggleWatched(_ episode: EpisodePosition, of id: Int) async throws(ClientError) -> ToggleResult {
    let place: [PathSegment] = ["episodes", .number(episode.season), .number(episode.number), "toggle"]
    return try await sender.send(
      .json("vault.series.toggleEpisode", .post, path: path(id) + place, traits: .vaultWrite))
  }

  private func path(_ id: Int) -> [PathSegment] { ["api", "series", .number(id)] }

  private func body(_ title: String, _ imdbID: String) -> RequestBody {
    .json(["title": .string(title), "imdb_id": .string(imdbID)])
  }
}
