import MediaCore

struct LiveRatingAPI: RatingAPI {
  let client: ServiceClient

  func rate(show entry: UserShowID, _ rating: Double) async throws(ClientError) -> RatingReceipt {
    try await client.send(RatingEndpoints.rate(show: entry, rating))
  }

  func rate(season: SeasonID, _ rating: Double) async throws(ClientError) -> RatingReceipt {
    try await client.send(RatingEndpoints.rate(season: season, rating))
  }

  func rate(episode: EpisodeID, _ rating: Double) async throws(ClientError) -> RatingReceipt {
    try await client.send(RatingEndpoints.rate(episode: episode, rating))
  }

  func aggregate(show: ShowID) async throws(ClientError) -> RatingAggregate {
    try await client.send(RatingEndpoints.aggregate(show: show))
  }

  func aggregate(season: SeasonID) async throws(ClientError) -> RatingAggregate {
    try await client.send(RatingEndpoints.aggregate(season: season))
  }

  func aggregate(episode: EpisodeID) async throws(ClientError) -> RatingAggregate {
    try await client.send(RatingEndpoints.aggregate(episode: episode))
  }

  func stats() async throws(ClientError) -> RatingStats {
    try await client.send(RatingEndpoints.stats())
  }

  func preferences() async throws(ClientError) -> RatingPreferences {
    try await client.send(RatingEndpoints.preferences())
  }

  func topRated(limit: Int) async throws(ClientError) -> TopRated {
    try await client.send(RatingEndpoints.topRated(limit: limit))
  }

  func batch(_ ratings: [RatingDraft]) async throws(ClientError) -> RatingBatch {
    try await client.send(try RatingEndpoints.batch(ratings))
  }

  func analytics() async throws(ClientError) -> RatingAnalytics {
    try await client.send(RatingEndpoints.analytics())
  }
}
