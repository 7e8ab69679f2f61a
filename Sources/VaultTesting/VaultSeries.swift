import MediaTesting

/// Series without their episodes.
enum VaultSeries {
  static let routes = [
    VaultRoute("GET", "/api/series/") { _, state in
      let series = state.db.series.map { series in
        series.json.only("id", "title", "imdb_id").with(["poster_url": .string(VaultJSON.noImage), "type": "series"])
      }
      return VaultJSON.answer(.array(series))
    },
    // The real server crashes here, because it never sets the series' owner.
    VaultRoute("POST", "/api/series/", body: true) { call, _ in
      _ = try VaultForm.read(call) { ($0.string("title"), $0.string("imdb_id")) }
      throw VaultFailure.crash
    },
    VaultRoute("GET", "/api/series/:series_id") { call, state in
      VaultJSON.answer(detail(state.db.series[try state.seriesIndex(call.id("series_id"))]))
    },
    VaultRoute("PUT", "/api/series/:series_id", body: true, replace),
    // The real server deletes the series and leaves its episodes behind.
    VaultRoute("DELETE", "/api/series/:series_id") { call, state in
      state.db.series.remove(at: try state.seriesIndex(call.id("series_id")))
      return VaultJSON.message("Series deleted successfully")
    },
    VaultRoute("POST", "/api/series/:series_id/clear-newly-imported", for: .user) { call, state in
      let index = try state.seriesIndex(call.id("series_id"), of: call.userID)
      state.db.series[index].importedAt = nil
      return VaultJSON.message("Newly imported status cleared")
    },
    VaultRoute("POST", "/api/series/:series_id/episodes/:season/:episode/toggle", for: .user, toggleEpisode),
  ]

  static func detail(_ series: VaultTitleRow) -> JSONValue {
    series.json.only(
      "id", "user_id", "title", "imdb_id", "poster_url", "poster_thumb", "is_new", "notes", "added_at", "imported_at"
    ).with(["type": "series", "average_episode_runtime": .count(series.runtime), "deleted": false])
  }

  private static func replace(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    let (id, title, imdbID) = try VaultForm.read(call) {
      ($0.path("series_id"), $0.string("title"), $0.string("imdb_id"))
    }
    let index = try state.seriesIndex(id)
    state.db.series[index].title = title
    state.db.series[index].imdbID = imdbID
    return VaultJSON.answer(detail(state.db.series[index]))
  }

  private static func toggleEpisode(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    let (id, season, number) = try VaultForm.read(call) {
      ($0.path("series_id"), $0.path("season"), $0.path("episode"))
    }
    _ = try state.seriesIndex(id, of: call.userID)
    let index = try state.db.episodes.firstIndex {
      $0.seriesID == id && $0.season == season && $0.episode == number
    }.found(or: "Episode")
    state.db.episodes[index].watched.toggle()
    return VaultJSON.answer([
      "message": "Episode watched status updated", "watched": .bool(state.db.episodes[index].watched),
    ])
  }
}
