import MediaCore

struct LiveShowAPI: ShowAPI {
  let client: ServiceClient

  func search(_ query: String, country: String) async throws(ClientError) -> SearchAnswer {
    try await client.send(ShowEndpoints.search(query, country: country))
  }

  func analyze(_ show: TMDBID, country: String, season: Int?) async throws(ClientError) -> ShowAnalysis {
    try await client.send(ShowEndpoints.analyze(show, country: country, season: season))
  }

  func season(_ season: Int, of show: TMDBID, country: String) async throws(ClientError) -> Season {
    try await client.send(ShowEndpoints.season(season, of: show, country: country))
  }

  func providers(of show: TMDBID, country: String) async throws(ClientError) -> ProviderList {
    try await client.send(ShowEndpoints.providers(of: show, country: country))
  }

  func analyze(batch shows: [TMDBID], country: String) async throws(ClientError) -> BatchAnalysis {
    try await client.send(ShowEndpoints.analyze(batch: shows, country: country))
  }

  func pattern(title: String) async throws(ClientError) -> PatternReport {
    try await client.send(ShowEndpoints.pattern(title: title))
  }

  func pattern(of show: TMDBID) async throws(ClientError) -> PatternReport {
    try await client.send(ShowEndpoints.pattern(of: show))
  }

  func patternDiagnostics(of show: TMDBID, season: Int) async throws(ClientError) -> PatternDiagnostics {
    try await client.send(ShowEndpoints.patternDiagnostics(of: show, season: season))
  }

  func discover(_ kind: DiscoveryKind, sampleSize: Int) async throws(ClientError) -> Discovery {
    try await client.send(ShowEndpoints.discover(kind, sampleSize: sampleSize))
  }

  func validatePatterns() async throws(ClientError) -> JSONValue {
    try await client.send(ShowEndpoints.validatePatterns())
  }

  func episode(_ episode: Int, season: Int, of show: ShowID) async throws(ClientError) -> ResolvedEpisode {
    try await client.send(ShowEndpoints.episode(episode, season: season, of: show))
  }
}
