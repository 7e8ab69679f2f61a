import MediaTesting

// MARK: What the server asks TMDB for its clients

extension TallyState {
  static let tmdbRoutes: [TallyRoute] = [
    TallyRoute("GET", "/api/tmdb/search") { $0.search($1) },
    TallyRoute("GET", "/api/tmdb/show/:id/analyze") { $0.analyze($1) },
    TallyRoute("GET", "/api/tmdb/show/:id/season/:season/raw") { $0.rawSeason($1) },
    TallyRoute("GET", "/api/tmdb/show/:id/providers") { $0.rawProviders($1) },
    TallyRoute("POST", "/api/tmdb/batch-analyze") { $0.analyzeMany($1) },
  ]

  private func search(_ call: TallyCall) -> HTTPResponse {
    guard let query = call.value("query")?.string, !query.isEmpty else {
      return .invalid("Query parameter is required")
    }
    if failures.tmdbUnconfigured { return .noTMDB }
    var results: [JSONValue] = []
    if let language = TallyTMDB.language(call.country) {
      results = search(query, language: language).map { Self.hit($0, language: language) }
    }
    return .flat(["query": .string(query), "country": call.country, "results": .array(results)])
  }

  private static func hit(_ show: TallyTMDBShow, language: String) -> JSONValue {
    let date = show.firstAirDate?.string
    return .members([
      "id": .count(show.id), "title": .string(show.name(in: language)), "popularity": .number(show.popularity),
      "overview": .string(show.overview(in: language)), "poster": show.poster.map(JSONValue.string),
      "firstAirDate": show.firstAirDate, "year": date.flatMap { Int($0.prefix(4)) }.map { .count($0) },
    ])
  }

  /// The analysis of a show; nil for a show without seasons, and for a country that is not a text.
  private func analysis(_ show: TallyTMDBShow, season: Int?, country: JSONValue) -> JSONValue? {
    guard let language = TallyTMDB.language(country) else { return nil }
    return TallyAnalysis(show, season: season)?.json(country: country, language: language, today: today)
  }

  private func analyze(_ call: TallyCall) -> HTTPResponse {
    guard let id = TallyJSON.leadingInt(call.parameter("id")) else { return .invalid("Invalid show ID") }
    if failures.tmdbUnconfigured { return .noTMDB }
    let country = call.country
    guard let show = tmdbShow(id), let language = TallyTMDB.language(country) else {
      return .failure(404, "SHOW_NOT_FOUND", "Could not analyze show with ID \(id)")
    }
    let analysis =
      analysis(show, season: call.number("season"), country: country)
      ?? TallyAnalysis.withoutSeasons(show, country: country, language: language)
    return .flat(["showId": .count(id), "country": country, "analysis": analysis])
  }

  private func analyzeMany(_ call: TallyCall) -> HTTPResponse {
    guard let ids = call.body["showIds"]?.array, !ids.isEmpty else {
      return .invalid("showIds must be a non-empty array")
    }
    if ids.count > 20 { return .invalid("Maximum 20 shows can be analyzed at once") }
    if failures.tmdbUnconfigured { return .noTMDB }
    let country = call.body["country"] ?? "US"
    let results = ids.map { id -> JSONValue in
      // The real server accepts an id as text and sends it back as text.
      var found = (id.int ?? id.string.flatMap { Int($0) }).flatMap(tmdbShow)
        .flatMap { analysis($0, season: nil, country: country) }
      found?["showDetails"]?["id"] = id
      return ["showId": id, "success": .bool(found != nil), "analysis": found ?? .null]
    }
    return .flat([
      "country": country, "totalRequested": .count(ids.count), "results": .array(results),
      "totalAnalyzed": .count(results.count { $0["success"]?.bool == true }),
    ])
  }

  /// The raw season. A season that does not exist, or for which TMDB does not answer, crashes the route.
  private func rawSeason(_ call: TallyCall) -> HTTPResponse {
    guard let id = TallyJSON.leadingInt(call.parameter("id")),
      let number = TallyJSON.leadingInt(call.parameter("season"))
    else { return .invalid("Invalid show ID or season") }
    let raw: JSONValue
    if failures.tmdbUnconfigured {
      raw = ["error": "TMDB client unavailable"]
    } else {
      guard let season = tmdbShow(id)?.seasons.first(where: { $0.number == number }),
        let language = TallyTMDB.language(call.country)
      else { return .crash }
      let dated = season.episodes.filter { $0.airDate != nil }
      let sample = dated.prefix(2).map { episode -> JSONValue in
        ["n": .count(episode.number), "date": .text(episode.airDate), "title": .string(episode.name)]
      }
      raw = [
        "language": .string(language), "seasonNumber": .count(number), "datedCount": .count(dated.count),
        "episodeCount": .count(season.episodes.count), "sample": .array(sample), "season": season.json(show: id),
      ]
    }
    return .flat(["showId": .count(id), "season": .count(number), "country": call.country, "raw": raw])
  }

  private func rawProviders(_ call: TallyCall) -> HTTPResponse {
    guard let id = TallyJSON.leadingInt(call.parameter("id")) else { return .invalid("Invalid show ID") }
    if failures.tmdbUnconfigured { return .noTMDB }
    let offers = call.country.string.flatMap { tmdbShow(id)?.providers[$0] } ?? []
    return .flat(["showId": .count(id), "country": call.country, "providers": .array(offers)])
  }
}
