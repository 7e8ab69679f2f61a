public import MediaCore

/// Routes of shows, their seasons and their streaming providers. The routes need no account.
public protocol ShowAPI: Sendable {
  /// `GET /api/tmdb/search`: at most the 20 best matches. The country selects the language of the texts: GB, AU and CA get their own
  /// variants of English, and the US and all other countries get American English. **If the server's request to TMDB fails, the results are
  /// empty.**
  /// - Throws: `invalidRequest` if the query is empty, `server` with status 503 if the server has no key for TMDB.
  func search(_ query: String, country: String) async throws(ClientError) -> SearchAnswer
  /// `GET /api/tmdb/show/{id}/analyze`: the details, seasons and release pattern of a show, and its providers in a country. If `season` is
  /// nil, the newest season with dates is analysed.
  /// - Throws: `notFound` if the show is unknown, and also if the server's request to TMDB fails.
  func analyze(_ show: TMDBID, country: String, season: Int?) async throws(ClientError) -> ShowAnalysis
  /// `GET /api/tmdb/show/{id}/season/{season}/raw`: the episodes of one season. Season 0 contains the specials.
  /// - Throws: `server` with status 500 if the season is unknown, `unsupported` if the server has no key for TMDB.
  func season(_ season: Int, of show: TMDBID, country: String) async throws(ClientError) -> Season
  /// `GET /api/tmdb/show/{id}/providers`: the providers of a show as TMDB lists them. The variants of a service are listed separately. The
  /// list is also empty if the show is unknown.
  func providers(of show: TMDBID, country: String) async throws(ClientError) -> [RawProvider]
  /// `POST /api/tmdb/batch-analyze`: analyses 1 to 20 shows. The server needs a quarter of a second for each show.
  /// ``analyzeAll(_:country:)`` accepts more shows.
  /// - Throws: `invalidRequest` if `shows` is empty or has more than 20 elements.
  func analyze(batch shows: [TMDBID], country: String) async throws(ClientError) -> [BatchResult]
  /// `POST /api/shows/analyze-pattern` with a title: returns a release pattern that the server invents.
  func pattern(title: String) async throws(ClientError) -> PatternReport
  /// `POST /api/shows/analyze-pattern` with the show's number: returns the release pattern of season 1.
  /// - Throws: `notFound`.
  func pattern(of show: TMDBID) async throws(ClientError) -> PatternReport
  /// `GET /api/shows/diagnostics/{id}`: the numbers from which the server derives the release pattern of one season.
  /// - Throws: `notFound` if the season is unknown or has no dates.
  func patternDiagnostics(of show: TMDBID, season: Int) async throws(ClientError) -> PatternDiagnostics
  /// `GET /api/shows/discover-patterns`, `-popular` and `-on-air`: the release patterns of a sample of shows. `kind` selects one of these
  /// routes. The server needs a third of a second for each show.
  func discover(_ kind: DiscoveryKind, sampleSize: Int) async throws(ClientError) -> DiscoveryReport
  /// `GET /api/shows/validate-patterns`: the result of the server's check of its release patterns. The numbers are always the same.
  func validatePatterns() async throws(ClientError) -> JSONValue
  /// `GET /api/shows/episodes/resolve`: the id of an episode in the server's own tables.
  /// - Throws: `notFound` if the server has not stored the episode. The server never stores episodes that are newer than its copy of the
  ///   show.
  func episode(_ episode: Int, season: Int, of show: ShowID) async throws(ClientError) -> ResolvedEpisode
}

extension ShowAPI {
  /// Analyses a show with its newest season, see ``analyze(_:country:season:)``.
  public func analyze(_ show: TMDBID, country: String) async throws(ClientError) -> ShowAnalysis {
    try await analyze(show, country: country, season: nil)
  }

  /// Analyses any number of shows, with one request for each twenty shows.
  public func analyzeAll(_ shows: [TMDBID], country: String) async throws(ClientError) -> [BatchResult] {
    var results: [BatchResult] = []
    for start in stride(from: 0, to: shows.count, by: 20) {
      let batch = Array(shows[start..<min(start + 20, shows.count)])
      results += try await analyze(batch: batch, country: country)
    }
    return results
  }
}

struct LiveShowAPI: ShowAPI {
  let client: ServiceClient

  func search(_ query: String, country: String) async throws(ClientError) -> SearchAnswer {
    try await client.call(
      .tallyShowSearch, .get, ["api", "tmdb", "search"], query: ["query": query, "country": country.uppercased()],
      traits: .open, in: .bare)
  }

  func analyze(_ show: TMDBID, country: String, season: Int?) async throws(ClientError) -> ShowAnalysis {
    try await client.call(
      .tallyShowAnalyze, .get, ["api", "tmdb", "show", .id(show), "analyze"], \AnalysisAnswer.analysis,
      query: ["country": country.uppercased(), "season": season], traits: .openSlow, in: .bare)
  }

  func season(_ season: Int, of show: TMDBID, country: String) async throws(ClientError) -> Season {
    let answer: SeasonAnswer = try await client.call(
      .tallyShowSeason, .get, ["api", "tmdb", "show", .id(show), "season", .id(String(season)), "raw"],
      query: ["country": country.uppercased()], traits: .openSlow, in: .bare)
    if let season = answer.raw.season { return season }
    throw ClientError(.unsupported, operation: .tallyShowSeason, status: 200, serverMessage: answer.raw.error)
  }

  func providers(of show: TMDBID, country: String) async throws(ClientError) -> [RawProvider] {
    try await client.call(
      .tallyShowProviders, .get, ["api", "tmdb", "show", .id(show), "providers"],
      \ProvidersAnswer.providers.elements,
      query: ["country": country.uppercased()], traits: .open, in: .bare)
  }

  func analyze(batch shows: [TMDBID], country: String) async throws(ClientError) -> [BatchResult] {
    try await client.call(
      .tallyShowAnalyzeBatch, .post, ["api", "tmdb", "batch-analyze"], \BatchAnswer.results.elements,
      body: ["showIds": .array(shows.map { .int($0.rawValue) }), "country": .string(country.uppercased())],
      traits: .openSlow, in: .bare)
  }

  func pattern(title: String) async throws(ClientError) -> PatternReport {
    try await client.call(
      .tallyShowPatternTitle, .post, ["api", "shows", "analyze-pattern"], body: ["title": .string(title)],
      traits: .openSlow, in: .bare)
  }

  func pattern(of show: TMDBID) async throws(ClientError) -> PatternReport {
    try await client.call(
      .tallyShowPatternOf, .post, ["api", "shows", "analyze-pattern"],
      body: ["tmdbId": .int(show.rawValue)], traits: .openSlow, in: .bare)
  }

  func patternDiagnostics(of show: TMDBID, season: Int) async throws(ClientError) -> PatternDiagnostics {
    try await client.call(
      .tallyShowPatternDiagnostics, .get, ["api", "shows", "diagnostics", .id(show)],
      query: ["seasonNumber": season], traits: .openSlow, in: .bare)
  }

  func discover(_ kind: DiscoveryKind, sampleSize: Int) async throws(ClientError) -> DiscoveryReport {
    try await client.call(
      .tallyShowDiscover, .get, ["api", "shows", .id("discover-\(kind.rawValue)")], \DiscoveryAnswer.report,
      query: ["sampleSize": sampleSize], traits: .openSlow, in: .bare)
  }

  func validatePatterns() async throws(ClientError) -> JSONValue {
    try await client.call(
      .tallyShowValidatePatterns, .get, ["api", "shows", "validate-patterns"], traits: .open, in: .bare)
  }

  func episode(_ episode: Int, season: Int, of show: ShowID) async throws(ClientError) -> ResolvedEpisode {
    try await client.call(
      .tallyShowEpisode, .get, ["api", "shows", "episodes", "resolve"], \EpisodeAnswer.episode,
      query: ["showId": show.rawValue, "seasonNumber": season, "episodeNumber": episode], traits: .open)
  }
}

private struct ProvidersAnswer: Decodable { let providers: LossyList<RawProvider> }
private struct BatchAnswer: Decodable { let results: LossyList<BatchResult> }
private struct DiscoveryAnswer: Decodable { let report: DiscoveryReport }
private struct EpisodeAnswer: Decodable { let episode: ResolvedEpisode }

/// The group of shows from which ``ShowAPI/discover(_:sampleSize:)`` takes its sample.
public struct DiscoveryKind: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The best rated shows; on the wire `patterns`.
  public static let topRated = DiscoveryKind(rawValue: "patterns")
  /// The popular shows; on the wire `popular`.
  public static let popular = DiscoveryKind(rawValue: "popular")
  /// The shows that are on air; on the wire `on-air`.
  public static let onAir = DiscoveryKind(rawValue: "on-air")
}
