import MediaTesting

// MARK: What the server asks TMDB for its clients

extension TallyState {
  static let tmdbRoutes: [TallyRoute] = [
    TallyRoute("GET", "/api/tmdb/search", .tmdb) { $0.search($1) },
    TallyRoute("GET", "/api/tmdb/show/:id/analyze", .tmdb) { $0.analyze($1) },
    TallyRoute("GET", "/api/tmdb/show/:id/season/:season/raw") { $0.rawSeason($1) },
    TallyRoute("GET", "/api/tmdb/show/:id/providers", .tmdb) { $0.rawProviders($1) },
    TallyRoute("POST", "/api/tmdb/batch-analyze", .tmdb) { $0.analyzeMany($1) },
  ]

  private func search(_ call: TallyCall) -> HTTPResponse {
    guard let query = call.query("query"), !call.isRepeated("query") else {
      return .invalid("Query parameter is required")
    }
    let language = TallyTMDB.language(call.country)
    let results = search(query, country: call.country).map { show -> JSONValue in
      // A day or an empty text; no key where TMDB has neither.
      let date = show.firstAirDate.string
      return .members([
        "id": .count(show.id), "title": .string(show.name(in: language)), "popularity": .number(show.popularity),
        "overview": .string(show.overview(in: language)), "poster": show.poster.map(JSONValue.string),
        "firstAirDate": date.map(JSONValue.string), "year": date.flatMap { Int($0.prefix(4)) }.map { .count($0) },
      ])
    }
    return .flat(["query": .string(query), "country": .string(call.country), "results": .array(results)])
  }

  private func analysis(_ show: TallyTMDBShow, season: Int?, country: String) -> JSONValue? {
    TallyAnalysis(show, season: season)?.json(country: country, language: TallyTMDB.language(country), today: today)
  }

  private func analyze(_ call: TallyCall) -> HTTPResponse {
    guard let id = TallyJSON.leadingInt(call.parameter("id")) else { return .invalid("Invalid show ID") }
    guard let show = tmdbShow(id) else {
      return .failure(404, "SHOW_NOT_FOUND", "Could not analyze show with ID \(id)")
    }
    let country = call.country
    let season = call.query("season").flatMap(TallyJSON.leadingInt)
    var analysis =
      analysis(show, season: season, country: country) ?? [
        "showDetails": TallyAnalysis.details(show, language: TallyTMDB.language(country)), "pattern": "unknown",
        "confidence": 0.5, "episodeCount": 0, "seasonInfo": [], "country": .string(country),
        "reasoning": "Basic show info (no episodes available)",
        "watchProviders": .array(TallyProviders.merged(show.providers[country] ?? [])),
      ]
    if analysis["diagnostics"] == nil { analysis["diagnostics"] = TallyAnalysis.diagnostics(nil, []) }
    return .flat(["showId": .count(id), "country": .string(country), "analysis": analysis])
  }

  private func analyzeMany(_ call: TallyCall) -> HTTPResponse {
    guard let ids = call.body["showIds"]?.array, !ids.isEmpty else {
      return .invalid("showIds must be a non-empty array")
    }
    if ids.count > 20 { return .invalid("Maximum 20 shows can be analyzed at once") }
    let country = call.body["country"]?.string ?? "US"
    let results = ids.map { id -> JSONValue in
      let found = id.int.flatMap(tmdbShow).flatMap { analysis($0, season: nil, country: country) }
      return ["showId": id, "success": .bool(found != nil), "analysis": found ?? .null]
    }
    return .flat([
      "country": .string(country), "totalRequested": .count(ids.count), "results": .array(results),
      "totalAnalyzed": .count(results.count { $0["success"]?.bool == true }),
    ])
  }

  /// A season that does not exist, or that TMDB does not answer for, is a crash.
  private func rawSeason(_ call: TallyCall) -> HTTPResponse {
    guard let id = TallyJSON.leadingInt(call.parameter("id")),
      let number = TallyJSON.leadingInt(call.parameter("season"))
    else { return .invalid("Invalid show ID or season") }
    let raw: JSONValue
    if failures.tmdbUnconfigured {
      raw = ["error": "TMDB client unavailable"]
    } else {
      guard let season = tmdbShow(id)?.seasons.first(where: { $0.number == number }) else { return .crash }
      let dated = season.episodes.filter { $0.airDate != nil }
      let sample = dated.prefix(2).map { episode -> JSONValue in
        ["n": .count(episode.number), "date": .text(episode.airDate), "title": .string(episode.title)]
      }
      raw = [
        "language": .string(TallyTMDB.language(call.country)), "seasonNumber": .count(number),
        "episodeCount": .count(season.episodes.count), "datedCount": .count(dated.count),
        "sample": .array(sample), "season": season.json(show: id),
      ]
    }
    return .flat(["showId": .count(id), "season": .count(number), "country": .string(call.country), "raw": raw])
  }

  private func rawProviders(_ call: TallyCall) -> HTTPResponse {
    guard let id = TallyJSON.leadingInt(call.parameter("id")) else { return .invalid("Invalid show ID") }
    return .flat([
      "showId": .count(id), "country": .string(call.country),
      "providers": .array(tmdbShow(id)?.providers[call.country] ?? []),
    ])
  }
}
