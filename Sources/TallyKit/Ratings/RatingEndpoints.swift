import MediaCore

enum RatingEndpoints {
  static func rate(show entry: UserShowID, _ rating: Double) -> Endpoint<RatingReceipt> {
    .tally(
      "tally.rating.rateShow", .post, ["api", "ratings", "show", .id(entry.rawValue)],
      body: .json(["rating": .number(rating)]), traits: .repeatableWrite)
  }

  static func rate(season: SeasonID, _ rating: Double) -> Endpoint<RatingReceipt> {
    .tally(
      "tally.rating.rateSeason", .post, ["api", "ratings", "season", .id(season.rawValue)],
      body: .json(["rating": .number(rating)]), traits: .repeatableWrite)
  }

  static func rate(episode: EpisodeID, _ rating: Double) -> Endpoint<RatingReceipt> {
    .tally(
      "tally.rating.rateEpisode", .post, ["api", "ratings", "episode", .id(episode.rawValue)],
      body: .json(["rating": .number(rating)]), traits: .repeatableWrite)
  }

  static func aggregate(show: ShowID) -> Endpoint<RatingAggregate> {
    .tally("tally.rating.aggregateShow", .get, ["api", "ratings", "show", .id(show.rawValue), "aggregate"])
  }

  static func aggregate(season: SeasonID) -> Endpoint<RatingAggregate> {
    .tally("tally.rating.aggregateSeason", .get, ["api", "ratings", "season", .id(season.rawValue), "aggregate"])
  }

  static func aggregate(episode: EpisodeID) -> Endpoint<RatingAggregate> {
    .tally("tally.rating.aggregateEpisode", .get, ["api", "ratings", "episode", .id(episode.rawValue), "aggregate"])
  }

  static func stats() -> Endpoint<RatingStats> {
    .tally("tally.rating.stats", .get, ["api", "ratings", "user", "stats"])
  }

  static func preferences() -> Endpoint<RatingPreferences> {
    .tally("tally.rating.preferences", .get, ["api", "ratings", "user", "preferences"])
  }

  static func topRated(limit: Int) -> Endpoint<TopRated> {
    .tally("tally.rating.topRated", .get, ["api", "ratings", "top-rated"], query: ["limit": limit])
  }

  static func batch(_ ratings: [RatingDraft]) throws(ClientError) -> Endpoint<RatingBatch> {
    .tally(
      "tally.rating.batch", .post, ["api", "ratings", "batch"],
      body: .json(["ratings": try JSONValue(encoding: ratings)]), traits: .repeatableWrite)
  }

  static func analytics() -> Endpoint<RatingAnalytics> {
    .tally("tally.rating.analytics", .get, ["api", "ratings", "analytics"])
  }
}
