import MediaTesting

/// Series without their episodes.
enum VaultSeries {
  static let routes = [
    VaultRoute("GET", "/api/series/", list),
    VaultRoute("POST", "/api/series/", body: true, create),
    VaultRoute("GET", "/api/series/:series_id", get),
    VaultRoute("PUT", "/api/series/:series_id", body: true, replace),
    VaultRoute("DELETE", "/api/series/:series_id", delete),
    VaultRoute("POST", "/api/series/:series_id/clear-newly-imported", for: .user, clearNewlyImported),
    VaultRoute("POST", "/api/series/:series_id/episodes/:season/:episode/toggle", for: .user, toggleEpisode),
  ]

  private static func list(_ call: VaultCall, _ state: inout VaultState) -> HTTPResponse {
    VaultJSON.answer(
      .array(
        state.db.series.map { series in
          [
            "id": .count(series.id), "title": .string(series.title), "imdb_id": .string(series.imdbID),
            "poster_url": .string(VaultJSON.noImage), "type": "series",
          ]
        }))
  }

  static func detail(_ series: VaultSeriesRow) -> JSONValue {
    [
      "type": "series", "id": .count(series.id), "user_id": .count(series.userID),
      "title": .string(series.title), "imdb_id": .string(series.imdbID),
      "poster_url": .text(series.posterURL), "poster_thumb": .text(series.posterThumb),
      "is_new": .bool(series.isNew), "notes": .text(series.notes),
      "average_episode_runtime": .count(series.averageEpisodeRuntime),
      "added_at": VaultJSON.stamp(series.addedAt), "imported_at": VaultJSON.stamp(series.importedAt),
      "deleted": false,
    ]
  }

  /// Broken on the real server, like the creation of films.
  private static func create(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    var form = VaultForm(call)
    form.object()
    _ = (form.string("title"), form.string("imdb_id"))
    try form.check()
    throw VaultFailure.crash
  }

  private static func get(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    VaultJSON.answer(detail(state.db.series[try state.seriesIndex(call.id("series_id"))]))
  }

  private static func replace(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    var form = VaultForm(call)
    let id = form.path("series_id")
    form.object()
    let title = form.string("title")
    let imdbID = form.string("imdb_id")
    try form.check()
    let index = try state.seriesIndex(id)
    state.db.series[index].title = title
    state.db.series[index].imdbID = imdbID
    return VaultJSON.answer(detail(state.db.series[index]))
  }

  /// Deletes a series and leaves its episodes behind.
  private static func delete(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    state.db.series.remove(at: try state.seriesIndex(call.id("series_id")))
    return VaultJSON.message("Series deleted successfully")
  }

  private static func clearNewlyImported(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    let index = try state.seriesIndex(call.id("series_id"), of: call.userID)
    state.db.series[index].importedAt = nil
    return VaultJSON.message("Newly imported status cleared")
  }

  private static func toggleEpisode(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    var form = VaultForm(call)
    let id = form.path("series_id")
    let season = form.path("season")
    let number = form.path("episode")
    try form.check()
    _ = try state.seriesIndex(id, of: call.userID)
    guard
      let index = state.db.episodes.firstIndex(where: {
        $0.seriesID == id && $0.season == season && $0.episode == number
      })
    else { throw VaultFailure.notFound("Episode") }
    state.db.episodes[index].watched.toggle()
    return VaultJSON.answer([
      "message": "Episode watched status updated", "watched": .bool(state.db.episodes[index].watched),
    ])
  }
}
