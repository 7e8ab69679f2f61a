import MediaTesting

/// Episodes, whose members the server names in two ways.
enum VaultEpisodes {
  static let routes = [
    VaultRoute("GET", "/api/episodes/") { call, state in
      let seriesID = try VaultForm.read(call) { $0.queryInt("series_id") } ?? 0
      let episodes = seriesID == 0 ? state.db.episodes : state.db.episodes(of: seriesID)
      return VaultJSON.answer(.array(episodes.map(numbered)))
    },
    VaultRoute("POST", "/api/episodes/", body: true) { call, state in
      var episode = try VaultForm.read(call) { fields(&$0) }
      episode.id = state.db.episodes.nextID
      state.db.episodes.append(episode)
      return VaultJSON.answer(episode.json, status: 201)
    },
    VaultRoute("GET", "/api/episodes/:episode_id") { call, state in
      VaultJSON.answer(state.db.episodes[try state.episodeIndex(call.id("episode_id"))].json)
    },
    VaultRoute("PUT", "/api/episodes/:episode_id", body: true, replace),
    VaultRoute("DELETE", "/api/episodes/:episode_id") { call, state in
      state.db.episodes.remove(at: try state.episodeIndex(call.id("episode_id")))
      return VaultJSON.message("Episode deleted successfully")
    },
    VaultRoute("PATCH", "/api/episodes/:episode_id/watched") { call, state in
      let index = try state.episodeIndex(call.id("episode_id"))
      state.db.episodes[index].watched.toggle()
      return VaultJSON.answer(state.db.episodes[index].json)
    },
    VaultRoute("GET", "/api/episodes/:episode_id/details", details),
  ]

  /// An episode with `season_number` and `episode_number`, as in lists of episodes and in the watchlist.
  static func numbered(_ episode: VaultEpisodeRow) -> JSONValue {
    episode.json.only("id", "series_id", "title", "code", "air_date", "watched")
      .with(["season_number": .count(episode.season), "episode_number": .count(episode.episode)])
  }

  /// An episode with `season` and `episode`: the members that the other forms share.
  static func short(_ episode: VaultEpisodeRow) -> JSONValue { episode.json.without("series_id", "notes", "deleted") }

  private static func fields(_ form: inout VaultForm) -> VaultEpisodeRow {
    VaultEpisodeRow(
      id: 0, seriesID: form.int("series_id"), season: form.int("season"), episode: form.int("episode"),
      title: form.string("title"), code: form.string("code"), airDate: form.optionalString("air_date"),
      watched: form.bool("watched", default: false))
  }

  private static func replace(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    var (id, episode) = try VaultForm.read(call) { ($0.path("episode_id"), fields(&$0)) }
    let index = try state.episodeIndex(id)
    episode.id = id
    episode.notes = state.db.episodes[index].notes
    state.db.episodes[index] = episode
    return VaultJSON.answer(episode.json)
  }

  /// The extras come from TMDB, for series with an id of TMDB's.
  private static func details(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    let episode = state.db.episodes[try state.episodeIndex(call.id("episode_id"))]
    let series = state.db.series[try state.seriesIndex(episode.seriesID)]
    let known =
      call.isSimulated
      ? VaultCatalogue.series(series.imdbID)?.episodes.first {
        $0.season == episode.season && $0.number == episode.episode
      } : nil
    return VaultJSON.answer(
      numbered(episode).without("code").with([
        "series_title": .string(series.title), "overview": .text(known?.overview),
        "still_path": .text(known.map { "/still-\($0.season)-\($0.number).jpg" }),
        "vote_average": known.map { _ in 7.5 } ?? .null, "vote_count": known.map { _ in 12 } ?? .null,
        "runtime": known.map { _ in 45 } ?? .null,
      ]))
  }
}
