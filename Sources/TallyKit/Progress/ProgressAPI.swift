public import MediaCore

/// Routes of a user's progress. Each call sends its request at once. Apps should change progress with ``EpisodeProgressStore``, which also
/// works offline.
public protocol ProgressAPI: Sendable {
  /// `GET /api/watchlist/{tmdbId}/progress`: the stored states of a show's episodes. The first request for a show makes the server store
  /// the show.
  /// - Throws: `notFound` if the show is unknown, and also if the server's request to TMDB fails.
  func progress(of show: TMDBID) async throws(ClientError) -> ShowProgress
  /// `PUT /api/watchlist/{tmdbId}/progress`: sets the state of **every episode of all earlier seasons, and of every episode of this season
  /// up to `episode`**, whatever the states were before. The server silently skips episodes that it has not stored; see
  /// ``ProgressReceipt/updatedCount``. `episode` is the place in the season, from 1, and not TMDB's number. If the response is lost, the
  /// request is repeated automatically only for the state `watched`. A repeated request with any other state could overwrite the marks that
  /// another device has made in the meantime.
  /// - Throws: `invalidRequest` if no stored episode is in that range, `notFound`.
  func set(_ state: EpisodeState, upTo episode: Int, season: Int, of show: TMDBID) async throws(ClientError)
    -> ProgressReceipt
  /// `GET /api/progress/{showId}`: the episodes of a show with their ids and their states. If `liveStats` is true, also the numbers of
  /// accounts that watch or have watched each episode. Servers with a current database send the states in ``EpisodeProgress/state``, and
  /// their numbers are 0.
  /// - Throws: `notFound`.
  func detail(of show: ShowID, liveStats: Bool) async throws(ClientError) -> TrackedShowDetail
  /// `POST /api/progress/episode/{id}/watching`: marks an episode as being watched. Current servers refuse the request. If a server accepts
  /// it, the server changes the state to watched when the episode's running time and another 30 minutes have passed.
  /// - Throws: `invalidRequest` if the database has renamed its column `status`, which is the normal case.
  func markWatching(_ episode: EpisodeID) async throws(ClientError) -> EpisodeMark
  /// `POST /api/progress/episode/{id}/watched`: marks an episode as watched. Current servers refuse the request.
  /// - Throws: `invalidRequest` if the database has renamed its column `status`, which is the normal case.
  func markWatched(_ episode: EpisodeID) async throws(ClientError) -> EpisodeMark
  /// `POST /api/progress/bulk-update`: marks many episodes. If `watched` is false, the server deletes the episodes' states and reports 0 as
  /// the number of changed episodes. If `watched` is true and the database has renamed its column `status`, the server writes nothing.
  /// - Throws: `invalidRequest` if `episodes` is empty.
  func update(_ episodes: [EpisodeID], watched: Bool) async throws(ClientError) -> BulkReceipt
  /// `PUT /api/progress/episode/{id}/rating`: rates an episode, 0…10. The episode must have a stored state.
  /// - Throws: `invalidRequest`.
  func rate(_ episode: EpisodeID, _ rating: Double) async throws(ClientError) -> RatingReceipt
  /// `GET /api/progress/user/stats`: the user's totals of watched episodes. All totals are 0 if the database has renamed its column
  /// `status`.
  func stats() async throws(ClientError) -> ViewingStats
  /// `GET /api/progress/episode/{id}/stats`: the number of accounts that are watching an episode, and the number of accounts that have
  /// watched it.
  func liveStats(of episode: EpisodeID) async throws(ClientError) -> LiveStats
  /// Always fails: `POST /api/progress/season/{id}/mark-watched` is a route that the server does not implement. Use
  /// ``EpisodeProgressStore/markSeason(_:watched:of:counts:)`` instead.
  /// - Throws: always `unsupported`, status 501.
  func markSeasonWatched(_ season: SeasonID) async throws(ClientError)
  /// `GET /api/progress/episodes/currently-watching`: the episodes being watched. The server always sends an empty list.
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
