public import MediaCore

/// Routes of a user's progress; each call is sent at once. An app changes progress through ``EpisodeProgressStore``, which works offline.
public protocol ProgressAPI: Sendable {
  /// `GET /api/watchlist/{tmdbId}/progress`: the states of a show's episodes, as far as stored. The first call makes the server store the
  /// show.
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
  /// `POST /api/progress/episode/{id}/watching`, best effort: marks an episode as being watched. The server makes it watched after its
  /// runtime and 30 minutes.
  /// - Throws: `invalidRequest` where the database has renamed its column, which is the normal case.
  func markWatching(_ episode: EpisodeID) async throws(ClientError) -> EpisodeMark
  /// `POST /api/progress/episode/{id}/watched`, best effort: marks an episode as watched.
  /// - Throws: `invalidRequest` where the database has renamed its column, which is the normal case.
  func markWatched(_ episode: EpisodeID) async throws(ClientError) -> EpisodeMark
  /// `POST /api/progress/bulk-update`: marks many episodes. With `watched` false, the server deletes their states and reports a count of 0.
  /// With `watched` true, it writes nothing if the database has renamed its column.
  /// - Throws: `invalidRequest` for an empty list.
  func update(_ episodes: [EpisodeID], watched: Bool) async throws(ClientError) -> BulkReceipt
  /// `PUT /api/progress/episode/{id}/rating`: rates an episode that has a stored state, 0…10.
  /// - Throws: `invalidRequest`.
  func rate(_ episode: EpisodeID, _ rating: Double) async throws(ClientError) -> RatingReceipt
  /// `GET /api/progress/user/stats`: the user's totals of watched episodes; all 0 where the database has renamed its column.
  func stats() async throws(ClientError) -> ViewingStats
  /// `GET /api/progress/episode/{id}/stats`: the counts of all accounts for an episode.
  func liveStats(of episode: EpisodeID) async throws(ClientError) -> LiveStats
  /// `POST /api/progress/season/{id}/mark-watched`, which the server does not implement. Use
  /// ``EpisodeProgressStore/markSeason(_:watched:of:counts:)`` instead.
  /// - Throws: always `unsupported`, status 501.
  func markSeasonWatched(_ season: SeasonID) async throws(ClientError)
  /// `GET /api/progress/episodes/currently-watching`: the episodes being watched; always empty.
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
