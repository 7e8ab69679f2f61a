import MediaTesting

/// Episodes, whose members the server names in two ways.
enum VaultEpisodes {
  static let routes = [
    VaultRoute("GET", "/api/episodes/", list),
    VaultRoute("POST", "/api/episodes/", body: true, create),
    VaultRoute("GET", "/api/episodes/:episode_id", get),
    VaultRoute("PUT", "/api/episodes/:episode_id", body: true, replace),
    VaultRoute("DELETE", "/api/episodes/:episode_id", delete),
    VaultRoute("PATCH", "/api/episodes/:episode_id/watched", toggle),
    VaultRoute("GET", "/api/episodes/:episode_id/details", details),
  ]

  /// With `season_number` and `episode_number`: in lists of episodes and in the watchlist.
  static func numbered(_ episode: VaultEpisodeRow) -> JSONValue {
    [
      "id": .count(episode.id), "series_id": .count(episode.seriesID),
      "season_number": .count(episode.season), "episode_number": .count(episode.episode),
      "title": .string(episode.title), "code": .string(episode.code), "air_date": .text(episode.airDate),
      "watched": .bool(episode.watched),
    ]
  }

  /// With `season` and `episode`: the members that the other forms share.
  static func short(_ episode: VaultEpisodeRow) -> JSONValue {
    [
      "id": .count(episode.id), "season": .count(episode.season),
      "episode": .count(episode.episode), "title": .string(episode.title), "code": .string(episode.code),
      "air_date": .text(episode.airDate), "watched": .bool(episode.watched),
    ]
  }

  private static func detail(_ episode: VaultEpisodeRow) -> JSONValue {
    var value = short(episode)
    value["series_id"] = .count(episode.seriesID)
    value["notes"] = .text(episode.notes)
    value["deleted"] = false
    return value
  }

  private static func list(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    var form = VaultForm(call)
    let seriesID = form.queryInt("series_id") ?? 0
    try form.check()
    let episodes = seriesID == 0 ? state.db.episodes : state.db.episodes(of: seriesID)
    return VaultJSON.answer(.array(episodes.map(numbered)))
  }

  private static func fields(_ form: inout VaultForm) -> VaultEpisodeRow {
    form.object()
    return VaultEpisodeRow(
      id: 0, seriesID: form.int("series_id"), season: form.int("season"), episode: form.int("episode"),
      title: form.string("title"), code: form.string("code"), airDate: form.optionalString("air_date"),
      watched: form.bool("watched", default: false))
  }

  private static func create(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    var form = VaultForm(call)
    var episode = fields(&form)
    try form.check()
    episode.id = state.db.episodes.nextID
    state.db.episodes.append(episode)
    return VaultJSON.answer(detail(episode), status: 201)
  }

  private static func get(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    VaultJSON.answer(detail(state.db.episodes[try state.episodeIndex(call.id("episode_id"))]))
  }

  private static func replace(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    var form = VaultForm(call)
    let id = form.path("episode_id")
    var episode = fields(&form)
    try form.check()
    let index = try state.episodeIndex(id)
    episode.id = id
    episode.notes = state.db.episodes[index].notes
    state.db.episodes[index] = episode
    return VaultJSON.answer(detail(episode))
  }

  private static func delete(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    state.db.episodes.remove(at: try state.episodeIndex(call.id("episode_id")))
    return VaultJSON.message("Episode deleted successfully")
  }

  private static func toggle(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    let index = try state.episodeIndex(call.id("episode_id"))
    state.db.episodes[index].watched.toggle()
    return VaultJSON.answer(detail(state.db.episodes[index]))
  }

  /// The extras come from TMDB, for series with an id of TMDB's.
  private static func details(_ call: VaultCall, _ state: inout VaultState) throws -> HTTPResponse {
    let episode = state.db.episodes[try state.episodeIndex(call.id("episode_id"))]
    let series = state.db.series[try state.seriesIndex(episode.seriesID)]
    var value = numbered(episode)
    value["code"] = nil
    value["series_title"] = .string(series.title)
    let known =
      call.isSimulated
      ? VaultCatalogue.series(series.imdbID)?.episodes.first {
        $0.season == episode.season && $0.number == episode.episode
      } : nil
    value["overview"] = .text(known?.overview)
    value["still_path"] = .text(known.map { "/still-\($0.season)-\($0.number).jpg" })
    value["vote_average"] = known.map { _ in 7.5 } ?? .null
    value["vote_count"] = known.map { _ in 12 } ?? .null
    value["runtime"] = known.map { _ in 45 } ?? .null
    return VaultJSON.answer(value)
  }
}
