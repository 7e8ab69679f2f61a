import MediaCore

enum ProgressEndpoints {
  static func progress(of show: TMDBID) -> Endpoint<ShowProgress> {
    .tally(
      "tally.progress.progress", .get, ["api", "watchlist", .id(show.description), "progress"],
      traits: EndpointTraits(isRepeatable: true, isRead: true, deadline: .seconds(120), attemptTimeout: .seconds(60)))
  }

  /// Only what raises is repeated by itself: before anything else is sent again somebody has to look, because another device
  /// may have moved on while the answer was lost.
  static func set(_ state: EpisodeState, upTo episode: Int, season: Int, of show: TMDBID) -> Endpoint<ProgressReceipt> {
    .tally(
      "tally.progress.set", .put, ["api", "watchlist", .id(show.description), "progress"],
      body: .json([
        "seasonNumber": .integer(Int64(season)), "episodeNumber": .integer(Int64(episode)),
        "status": .string(state.rawValue),
      ]), traits: state == .watched ? .slowWrite : .slowWriteOnce)
  }

  static func detail(of show: ShowID, liveStats: Bool) -> Endpoint<TrackedShowDetail> {
    .tally(
      "tally.progress.detail", .get, ["api", "progress", .id(show.rawValue)],
      query: ["liveStats": liveStats ? nil : false])
  }

  static func markWatching(_ episode: EpisodeID) -> Endpoint<EpisodeMark> {
    .tally(
      "tally.progress.markWatching", .post, ["api", "progress", "episode", .id(episode.rawValue), "watching"],
      traits: .repeatableWrite)
  }

  static func markWatched(_ episode: EpisodeID) -> Endpoint<EpisodeMark> {
    .tally(
      "tally.progress.markWatched", .post, ["api", "progress", "episode", .id(episode.rawValue), "watched"],
      traits: .repeatableWrite)
  }

  static func update(_ episodes: [EpisodeID], watched: Bool) -> Endpoint<BulkReceipt> {
    .tally(
      "tally.progress.update", .post, ["api", "progress", "bulk-update"],
      body: .json([
        "episodeIds": .array(episodes.map { .string($0.rawValue) }), "status": watched ? "watched" : "unwatched",
      ]), traits: .repeatableWrite)
  }

  static func rate(_ episode: EpisodeID, _ rating: Double) -> Endpoint<EpisodeRating> {
    .tally(
      "tally.progress.rate", .put, ["api", "progress", "episode", .id(episode.rawValue), "rating"],
      body: .json(["rating": .number(rating)]), traits: .repeatableWrite)
  }

  static func stats() -> Endpoint<ViewingStats> {
    .tally("tally.progress.stats", .get, ["api", "progress", "user", "stats"])
  }

  static func liveStats(of episode: EpisodeID) -> Endpoint<LiveStats> {
    .tally("tally.progress.liveStats", .get, ["api", "progress", "episode", .id(episode.rawValue), "stats"])
  }

  static func markSeasonWatched(_ season: SeasonID) -> Endpoint<Void> {
    .tally(
      "tally.progress.markSeasonWatched", .post, ["api", "progress", "season", .id(season.rawValue), "mark-watched"])
  }

  static func watchingNow() -> Endpoint<WatchingNow> {
    .tally("tally.progress.watchingNow", .get, ["api", "progress", "episodes", "currently-watching"])
  }
}
