import MediaTesting

// MARK: Progress by TMDB id: everything up to an episode

extension TallyState {
  static let progressRoutes: [TallyRoute] = [
    TallyRoute("GET", "/api/watchlist/:tmdb/progress", .bearer) { $0.progress($1) },
    TallyRoute("PUT", "/api/watchlist/:tmdb/progress", .bearer) { $0.setProgress($1) },
  ]

  private mutating func progress(_ call: TallyCall) -> HTTPResponse {
    guard let number = TallyJSON.number(call.parameter("tmdb")) else { return .refusal(400, "Invalid TMDB ID") }
    guard let id = Int32(exactly: number), !failures.databaseDown else { return .refusal(500, "Failed to fetch show") }
    guard let show = storedShow(Int(id)) else { return .refusal(404, "Show not found") }
    if show.episodes.isEmpty { return .data(["showProgress": []]) }
    let rows = database.progress[call.account] ?? [:]
    var seasons: JSONValue = [:]
    for season in show.seasons {
      let known = season.episodes.sorted { $0.number < $1.number }.compactMap { episode -> JSONValue? in
        guard let row = rows[episode.id] else { return nil }
        return ["episodeNumber": .count(episode.number), "status": .string(row.state)]
      }
      if !known.isEmpty { seasons[String(season.number)] = .array(known) }
    }
    return .data(["seasons": seasons])
  }

  private mutating func setProgress(_ call: TallyCall) -> HTTPResponse {
    guard let tmdb = TallyJSON.number(call.parameter("tmdb")) else { return .refusal(400, "Invalid TMDB ID") }
    let asked = call.body["status"] ?? "watched"
    guard let season = call.body["seasonNumber"]?.double, let number = call.body["episodeNumber"]?.double,
      let state = asked.string, ["watched", "unwatched", "watching"].contains(state)
    else {
      return .refusal(
        400,
        "Invalid body. Expect { seasonNumber:number, episodeNumber:number, status:\"watched\"|\"unwatched\"|\"watching\" }"
      )
    }
    guard let id = Int32(exactly: tmdb), !failures.databaseDown else { return .refusal(500, "Failed to fetch show") }
    guard let show = storedShow(Int(id)) else { return .refusal(404, "Show not found") }
    let episodes = show.episodes.filter { each in
      Double(each.season.number) < season
        || Double(each.season.number) == season && Double(each.episode.number) <= number
    }
    if episodes.isEmpty { return .refusal(400, "No episodes found for the requested range") }
    guard database.user(call.account) != nil else { return .refusal(500, "Failed to set episode progress") }
    for (_, episode) in episodes { write(state, episode: episode.id, show: show.id, user: call.account) }
    let count = JSONValue.count(episodes.count)
    return .data([
      "updatedCount": count, "totalRequested": count, "status": .string(state),
      "message": .string("Marked \(episodes.count)/\(episodes.count) episodes as \(state)"),
    ])
  }

  /// Writes the state of an episode. As on a real server, the dates of an existing row stay.
  private mutating func write(_ state: String, episode: String, show: String?, user: String) {
    var row =
      database.progress[user]?[episode]
      ?? TallyProgressRow(id: random.uuid(), userID: user, episodeID: episode, state: state)
    row.state = state
    row.showID = show
    row.progress = ["watched": 100, "watching": 50][state] ?? 0
    database.progress[user, default: [:]][episode] = row
  }
}
