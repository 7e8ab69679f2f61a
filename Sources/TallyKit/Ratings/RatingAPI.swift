public import MediaCore

/// Routes of ratings. Each call sends its request at once. Apps should rate with ``TallyWatchlistStore`` and ``RatingStore``, which also
/// work offline.
public protocol RatingAPI: Sendable {
  /// `POST /api/ratings/show/{userShowId}`: rates a show by its entry on the watchlist. **The server responds with 200 even if it changed
  /// nothing.** ``WatchlistAPI/setRating(_:of:)`` throws an error in that case.
  /// - Throws: `invalidRequest`, `notFound`.
  func rate(show entry: UserShowID, _ rating: Double) async throws(ClientError) -> RatingReceipt
  /// `POST /api/ratings/season/{id}`: rates a season, 0…10.
  /// - Throws: `invalidRequest`.
  func rate(season: SeasonID, _ rating: Double) async throws(ClientError) -> RatingReceipt
  /// `POST /api/ratings/episode/{id}`: rates an episode, 0…10.
  /// - Throws: `invalidRequest`.
  func rate(episode: EpisodeID, _ rating: Double) async throws(ClientError) -> RatingReceipt
  /// `GET /api/ratings/show/{id}/aggregate`: the mean and number of all users' ratings of a show. All values are 0 if the id is unknown.
  func aggregate(show: ShowID) async throws(ClientError) -> RatingAggregate
  /// `GET /api/ratings/season/{id}/aggregate`: the mean and number of all users' ratings of a season. All values are 0 if the id is
  /// unknown.
  func aggregate(season: SeasonID) async throws(ClientError) -> RatingAggregate
  /// `GET /api/ratings/episode/{id}/aggregate`: the mean and number of all users' ratings of an episode. All values are 0 if the id is
  /// unknown.
  func aggregate(episode: EpisodeID) async throws(ClientError) -> RatingAggregate
  /// `GET /api/ratings/user/stats`: the totals of the user's ratings.
  func stats() async throws(ClientError) -> RatingStats
  /// `GET /api/ratings/user/preferences`: preferences that the server derives from the user's ratings.
  func preferences() async throws(ClientError) -> RatingPreferences
  /// `GET /api/ratings/top-rated`: the best rated shows, at most 50. Each of these shows has at least two ratings.
  func topRated(limit: Int) async throws(ClientError) -> [RatedShow]
  /// `POST /api/ratings/batch`: writes all ratings, or none of them if one rating is not valid.
  /// - Throws: `invalidRequest`.
  func batch(_ ratings: [RatingDraft]) async throws(ClientError) -> [RatingResult]
  /// `GET /api/ratings/analytics`: the five best rated shows.
  func analytics() async throws(ClientError) -> [RatedShow]
}

struct LiveRatingAPI: RatingAPI {
  let client: ServiceClient

  func rate(show entry: UserShowID, _ rating: Double) async throws(ClientError) -> RatingReceipt {
    try await client.call(
      .tallyRatingRateShow, .post, ["api", "ratings", "show", .id(entry)], body: ["rating": .number(rating)])
  }

  func rate(season: SeasonID, _ rating: Double) async throws(ClientError) -> RatingReceipt {
    try await client.call(
      .tallyRatingRateSeason, .post, ["api", "ratings", "season", .id(season)], body: ["rating": .number(rating)])
  }

  func rate(episode: EpisodeID, _ rating: Double) async throws(ClientError) -> RatingReceipt {
    try await client.call(
      .tallyRatingRateEpisode, .post, ["api", "ratings", "episode", .id(episode)], body: ["rating": .number(rating)])
  }

  func aggregate(show: ShowID) async throws(ClientError) -> RatingAggregate {
    try await client.call(.tallyRatingAggregateShow, .get, ["api", "ratings", "show", .id(show), "aggregate"])
  }

  func aggregate(season: SeasonID) async throws(ClientError) -> RatingAggregate {
    try await client.call(.tallyRatingAggregateSeason, .get, ["api", "ratings", "season", .id(season), "aggregate"])
  }

  func aggregate(episode: EpisodeID) async throws(ClientError) -> RatingAggregate {
    try await client.call(
      .tallyRatingAggregateEpisode, .get, ["api", "ratings", "episode", .id(episode), "aggregate"])
  }

  func stats() async throws(ClientError) -> RatingStats {
    try await client.call(.tallyRatingStats, .get, ["api", "ratings", "user", "stats"])
  }

  func preferences() async throws(ClientError) -> RatingPreferences {
    try await client.call(.tallyRatingPreferences, .get, ["api", "ratings", "user", "preferences"])
  }

  func topRated(limit: Int) async throws(ClientError) -> [RatedShow] {
    try await client.call(
      .tallyRatingTopRated, .get, ["api", "ratings", "top-rated"], \TopAnswer.shows.elements, query: ["limit": limit]
    )
  }

  func batch(_ ratings: [RatingDraft]) async throws(ClientError) -> [RatingResult] {
    try await client.call(
      .tallyRatingBatch, .post, ["api", "ratings", "batch"], \BatchAnswer.results.elements,
      body: ["ratings": try JSONValue(encoding: ratings, for: .tallyRatingBatch)])
  }

  func analytics() async throws(ClientError) -> [RatedShow] {
    try await client.call(
      .tallyRatingAnalytics, .get, ["api", "ratings", "analytics"], \AnalyticsAnswer.topRatedShows.elements)
  }
}

private struct TopAnswer: Decodable { let shows: LossyList<RatedShow> }
private struct BatchAnswer: Decodable { let results: LossyList<RatingResult> }
private struct AnalyticsAnswer: Decodable { let topRatedShows: LossyList<RatedShow> }
