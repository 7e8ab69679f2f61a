public import MediaCore

/// Progress, call by call and at once. An app changes it through ``EpisodeProgressStore``, which works offline.
public protocol ProgressAPI: Sendable {
  /// `GET /api/watchlist/{tmdbId}/progress`: only episodes with a stored state. The first call makes the server store the show.
  /// - Throws: `notFound` for an unknown show and when TMDB fails.
  func progress(of show: TMDBID) async throws(ClientError) -> ShowProgress
  /// `PUT /api/watchlist/{tmdbId}/progress`: gives the state to **every episode of all earlier seasons and every episode up to this one**,
  /// whatever they were. Episodes that the server has not stored are left out silently; see ``ProgressReceipt/updatedCount``. `episode` is
  /// the place in the season, from 1, whatever TMDB's number is. Only `watched` is repeated automatically when an answer is lost: any other
  /// state would overwrite what another device has marked in the meantime.
  /// - Throws: `invalidRequest` when no episode is in range, `notFound`.
  func set(_ state: EpisodeState, upTo episode: Int, season: Int, of show: TMDBID) async throws(ClientError)
    -> ProgressReceipt
  /// `GET /api/progress/{showId}`: episodes with their ids, states and live numbers. Best effort: on current databases the states are in
  /// `state` and the counts are 0.
  /// - Throws: `notFound`.
  func detail(of show: ShowID, liveStats: Bool) async throws(ClientError) -> TrackedShowDetail
  /// `POST /api/progress/episode/{id}/watching`, best effort: becomes watched by itself after its runtime and 30 minutes.
  /// - Throws: `invalidRequest` where the database has renamed its column, which is the normal case.
  func markWatching(_ episode: EpisodeID) async throws(ClientError) -> EpisodeMark
  /// `POST /api/progress/episode/{id}/watched`. Best effort.
  /// - Throws: `invalidRequest` where the database has renamed its column, which is the normal case.
  func markWatched(_ episode: EpisodeID) async throws(ClientError) -> EpisodeMark
  /// `POST /api/progress/bulk-update`: `unwatched` deletes the states, and counts 0; `watched` writes nothing where the database has
  /// renamed its column.
  /// - Throws: `invalidRequest` for an empty list.
  func update(_ episodes: [EpisodeID], watched: Bool) async throws(ClientError) -> BulkReceipt
  /// `PUT /api/progress/episode/{id}/rating`: 0…10; only an episode with a stored state.
  /// - Throws: `invalidRequest`.
  func rate(_ episode: EpisodeID, _ rating: Double) async throws(ClientError) -> RatingReceipt
  /// `GET /api/progress/user/stats`: all 0 where the database has renamed its column.
  func stats() async throws(ClientError) -> ViewingStats
  /// `GET /api/progress/episode/{id}/stats`
  func liveStats(of episode: EpisodeID) async throws(ClientError) -> LiveStats
  /// `POST /api/progress/season/{id}/mark-watched`, which the server does not implement. Use
  /// ``EpisodeProgressStore/markSeason(_:watched:of:counts:)`` instead.
  /// - Throws: always `unsupported`, status 501.
  func markSeasonWatched(_ season: SeasonID) async throws(ClientError)
  /// `GET /api/progress/episodes/currently-watching`: always empty.
  func watchingNow() async throws(ClientError) -> [JSONValue]
}

struct LiveProgressAPI: ProgressAPI {
  let client: ServiceClient

  func progress(of show: TMDBID) async throws(ClientError) -> ShowProgress {
    try await client.call(
      .tallyProgressProgress, .get, ["api", "watchlist", .id(show), "progress"],
      traits: EndpointTraits(isRepeatable: true, isRead: true, deadline: .seconds(120), attemptTimeout: .seconds(60)))
  }

  func set(_ state: EpisodeState, upTo episode: Int, season: Int, of show: TMDBID) async throws(ClientError)
    -> ProgressReceipt
  {
    try await client.call(
      .tallyProgressSet, .put, ["api", "watchlist", .id(show), "progress"],
      body: ["seasonNumber": .int(season), "episodeNumber": .int(episode), "status": .string(state.rawValue)],
      // After a lost answer, repeat only `watched`: repeating another state could un-watch episodes that another device has marked since.
      traits: state == .watched ? with(EndpointTraits.slowWrite) { $0.isReadBeforeRepeating = true } : .slowWriteOnce)
  }

  func detail(of show: ShowID, liveStats: Bool) async throws(ClientError) -> TrackedShowDetail {
    try await client.call(
      .tallyProgressDetail, .get, ["api", "progress", .id(show)], query: ["liveStats": liveStats ? nil : false])
  }

  func markWatching(_ episode: EpisodeID) async throws(ClientError) -> EpisodeMark {
    try await client.call(
      .tallyProgressMarkWatching, .post, ["api", "progress", "episode", .id(episode), "watching"])
  }

  func markWatched(_ episode: EpisodeID) async throws(ClientError) -> EpisodeMark {
    try await client.call(.tallyProgressMarkWatched, .post, ["api", "progress", "episode", .id(episode), "watched"])
  }

  func update(_ episodes: [EpisodeID], watched: Bool) async throws(ClientError) -> BulkReceipt {
    try await client.call(
      .tallyProgressUpdate, .post, ["api", "progress", "bulk-update"],
      body: ["episodeIds": .array(episodes.map { .string($0.rawValue) }), "status": watched ? "watched" : "unwatched"])
  }

  func rate(_ episode: EpisodeID, _ rating: Double) async throws(ClientError) -> RatingReceipt {
    try await client.call(
      .tallyProgressRate, .put, ["api", "progress", "episode", .id(episode), "rating"],
      body: ["rating": .number(rating)])
  }

  func stats() async throws(ClientError) -> ViewingStats {
    try await client.call(.tallyProgressStats, .get, ["api", "progress", "user", "stats"])
  }

  func liveStats(of episode: EpisodeID) async throws(ClientError) -> LiveStats {
    try await client.call(.tallyProgressLiveStats, .get, ["api", "progress", "episode", .id(episode), "stats"])
  }

  func markSeasonWatched(_ season: SeasonID) async throws(ClientError) {
    try await client.call(
      .tallyProgressMarkSeasonWatched, .post, ["api", "progress", "season", .id(season), "mark-watched"])
  }

  func watchingNow() async throws(ClientError) -> [JSONValue] {
    try await client.call(
      .tallyProgressWatchingNow, .get, ["api", "progress", "episodes", "currently-watching"],
      \WatchingAnswer.episodes)
  }
}

private struct WatchingAnswer: Decodable { let episodes: [JSONValue] }
