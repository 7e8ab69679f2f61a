import MediaCore

enum ShowEndpoints {
  static func search(_ query: String, country: String) -> Endpoint<SearchAnswer> {
    .tally(
      "tally.show.search", .get, ["api", "tmdb", "search"], query: ["query": query, "country": country.uppercased()],
      traits: .open, in: .bare)
  }

  static func analyze(_ show: TMDBID, country: String, season: Int?) -> Endpoint<ShowAnalysis> {
    Endpoint<AnalysisAnswer>.tally(
      "tally.show.analyze", .get, ["api", "tmdb", "show", .id(show.description), "analyze"],
      query: ["country": country.uppercased(), "season": season], traits: .openSlow, in: .bare
    ).map(\.analysis)
  }

  static func season(_ season: Int, of show: TMDBID, country: String) -> Endpoint<Season> {
    Endpoint<SeasonAnswer>.tally(
      "tally.show.season", .get, ["api", "tmdb", "show", .id(show.description), "season", .id(String(season)), "raw"],
      query: ["country": country.uppercased()], traits: .openSlow, in: .bare
    ).map { answer in
      guard let season = answer.raw.season else {
        throw ClientError(.unsupported, operation: "tally.show.season", status: 200, serverMessage: answer.raw.error)
      }; return season
    }
  }

  static func providers(of show: TMDBID, country: String) -> Endpoint<ProviderList> {
    .tally(
      "tally.show.providers", .get, ["api", "tmdb", "show", .id(show.description), "providers"],
      query: ["country": country.uppercased()], traits: .open, in: .bare)
  }

  static func analyze(batch shows: [TMDBID], country: String) -> Endpoint<BatchAnalysis> {
    .tally(
      "tally.show.analyzeBatch", .post, ["api", "tmdb", "batch-analyze"],
      body: .json([
        "showIds": .array(shows.map { .integer(Int64($0.rawValue)) }), "country": .string(country.uppercased()),
      ]), traits: .openSlow, in: .bare)
  }

  static func pattern(title: String) -> Endpoint<PatternReport> {
    .tally(
      "tally.show.patternTitle", .post, ["api", "shows", "analyze-pattern"], body: .json(["title": .string(title)]),
      traits: .openSlow, in: .bare)
  }

  static func pattern(of show: TMDBID) -> Endpoint<PatternReport> {
    .tally(
      "tally.show.patternOf", .post, ["api", "shows", "analyze-pattern"],
      body: .json(["tmdbId": .integer(Int64(show.rawValue))]), traits: .openSlow, in: .bare)
  }

  static func patternDiagnostics(of show: TMDBID, season: Int) -> Endpoint<PatternDiagnostics> {
    .tally(
      "tally.show.patternDiagnostics", .get, ["api", "shows", "diagnostics", .id(show.description)],
      query: ["seasonNumber": season], traits: .openSlow, in: .bare)
  }

  static func discover(_ kind: DiscoveryKind, sampleSize: Int) -> Endpoint<Discovery> {
    .tally(
      "tally.show.discover", .get, ["api", "shows", .id("discover-\(kind.rawValue)")],
      query: ["sampleSize": sampleSize], traits: .openSlow, in: .bare)
  }

  static func validatePatterns() -> Endpoint<JSONValue> {
    .tally("tally.show.validatePatterns", .get, ["api", "shows", "validate-patterns"], traits: .open, in: .bare)
  }

  static func episode(_ episode: Int, season: Int, of show: ShowID) -> Endpoint<ResolvedEpisode> {
    Endpoint<[String: ResolvedEpisode]>.tally(
      "tally.show.episode", .get, ["api", "shows", "episodes", "resolve"],
      query: ["showId": show.rawValue, "seasonNumber": season, "episodeNumber": episode], traits: .open
    ).map { members in
      guard let episode = members["episode"] else {
        throw ClientError(.undecodable, operation: "tally.show.episode", status: 200, detail: "data.episode: missing")
      }; return episode
    }
  }
}
