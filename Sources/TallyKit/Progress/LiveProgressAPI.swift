import MediaCore

struct LiveProgressAPI: ProgressAPI {
  let client: ServiceClient

  func progress(of show: TMDBID) async throws(ClientError) -> ShowProgress {
    try await client.send(ProgressEndpoints.progress(of: show))
  }

  func set(_ state: EpisodeState, upTo episode: Int, season: Int, of show: TMDBID) async throws(ClientError)
    -> ProgressReceipt
  {
    try await client.send(ProgressEndpoints.set(state, upTo: episode, season: season, of: show))
  }

  func detail(of show: ShowID, liveStats: Bool) async throws(ClientError) -> TrackedShowDetail {
    try await client.send(ProgressEndpoints.detail(of: show, liveStats: liveStats))
  }

  func markWatching(_ episode: EpisodeID) async throws(ClientError) -> EpisodeMark {
    try await client.send(ProgressEndpoints.markWatching(episode))
  }

  func markWatched(_ episode: EpisodeID) async throws(ClientError) -> EpisodeMark {
    try await client.send(ProgressEndpoints.markWatched(episode))
  }

  func update(_ episodes: [EpisodeID], watched: Bool) async throws(ClientError) -> BulkReceipt {
    try await client.send(ProgressEndpoints.update(episodes, watched: watched))
  }

  func rate(_ episode: EpisodeID, _ rating: Double) async throws(ClientError) -> EpisodeRating {
    try await client.send(ProgressEndpoints.rate(episode, rating))
  }

  func stats() async throws(ClientError) -> ViewingStats {
    try await client.send(ProgressEndpoints.stats())
  }

  func liveStats(of episode: EpisodeID) async throws(ClientError) -> LiveStats {
    try await client.send(ProgressEndpoints.liveStats(of: episode))
  }

  func markSeasonWatched(_ season: SeasonID) async throws(ClientError) {
    try await client.send(ProgressEndpoints.markSeasonWatched(season))
  }

  func watchingNow() async throws(ClientError) -> WatchingNow {
    try await client.send(ProgressEndpoints.watchingNow())
  }
}
