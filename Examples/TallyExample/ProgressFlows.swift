import Runner
import TallyKit
import TallyTesting

enum ProgressFlows {
  static let show: TMDBID = 520_100

  static let all: [Flow<TallyStage>] = [
    Flow("progress-preview") { stage in
      let tally = try await stage.reader()
      let show = try require(try await stage.dated(tally), "a show with dates").id
      let store = tally.progressStore
      let before = try await store.refresh(show)?.states
      // At least one of these two previews changes an episode, wherever the account is in the show.
      let changes =
        try await store.preview(watchedUpTo: 1, season: 1, of: show)
        + store.preview(watching: 1, season: 1, of: show)
      try expect(!changes.isEmpty, "something that would change")
      let after = try await store.refresh(show)?.states
      try expect(after == before, "the server, untouched")
      return changes.map { "\($0.place) \($0.from)→\($0.to)" }.joined(separator: ", ")
    },
    Flow("progress-one-episode", needsFake: true) { _ in
      let fresh = try await Fresh()
      let store = fresh.tally.progressStore
      let change = try await store.markEpisode(2, season: 2, as: .unwatched, of: show)
      try expectEqual(await change.settled(), .synced, "the change")
      try expectEqual(fresh.watched(show, 2), [1, 3], "season 2")
      return "one episode unwatched although the server only writes everything up to one"
    },
    Flow("progress-by-id", needsFake: true) { _ in
      let fresh = try await Fresh(settings: .init(episodesHaveStatus: true))
      let showID = ShowID(rawValue: try require(fresh.entry(520_300), "the entry").showID)
      let episode = try await fresh.tally.shows.episode(1, season: 1, of: showID)
      let watching = try await fresh.tally.progress.markWatching(episode.id)
      let change = try await fresh.tally.progressStore.markEpisode(episode.id, as: .watched, of: showID)
      try expectEqual(await change.settled(), .synced, "the change")
      let states = try await fresh.tally.progress.detail(of: showID, liveStats: true)
      try expectEqual(states.seasons[0].episodes[0].progress?.status, .watched, "the state")
      _ = try await fresh.tally.progress.markWatched(episode.id)
      try expectEqual(try await fresh.tally.progress.rate(episode.id, 7).rating, 7, "the rating")
      let live = try await fresh.tally.progress.liveStats(of: episode.id)
      return "\(episode.name): \(watching.progress?.status ?? "-"), then watched by \(live.totalWatched)"
    },
    Flow("progress-bulk-by-id", needsFake: true) { _ in
      let fresh = try await Fresh()
      let showID = ShowID(rawValue: try require(fresh.entry(show), "the entry").showID)
      let season = try require(try await fresh.tally.watchlist.detail(of: showID).seasons.first, "a season")
      let receipt = try await fresh.tally.progress.update(season.episodes.map(\.id), watched: false)
      try expectEqual(fresh.watched(show, 1), [], "season 1")
      do throws(ClientError) { try await fresh.tally.progress.markSeasonWatched(season.id) } catch {
        try expectEqual(error.kind, .unsupported, "the season route")
      }
      return "\(receipt.totalRequested) episodes asked for, \(receipt.updatedCount) counted, all of them gone"
    },
    Flow("ratings", needsFake: true) { _ in try await ratings() },
  ]

  private static func ratings() async throws -> String {
    let fresh = try await Fresh()
    let (tally, entry) = (fresh.tally, try require(fresh.entry(show), "the entry"))
    let showID = ShowID(rawValue: entry.showID)
    let season = try require(try await tally.watchlist.detail(of: showID).seasons.first, "a season")
    let episode = try require(season.episodes.first, "an episode")
    fresh.network.isDown = true
    try await tally.ratingStore.rate(season: season.id, 8.7)
    try await tally.ratingStore.rate(episode: episode.id, 7)
    try expectEqual(try await tally.ratingStore.pending().count, 2, "ratings that wait")
    fresh.network.isDown = false
    await tally.queue.flush()
    _ = try await tally.watchlistStore.setRating(9.5, of: show).settled()
    let all = try await tally.ratings.aggregate(season: season.id)
    try expectEqual(all.ratingDistribution, ["8.5": 1], "the ratings of the season")
    try expectEqual(fresh.entry(show)?.rating, 9.5, "the rating of the show")
    let shows = try await tally.ratings.aggregate(show: showID)
    let episodes = try await tally.ratings.aggregate(episode: episode.id)
    _ = try await tally.ratings.rate(show: UserShowID(rawValue: entry.id), 8)
    try expectEqual(fresh.entry(show)?.rating, 8, "the rating of the show by its own route")
    let batch = try await tally.ratings.batch([RatingDraft(season: season.id, rating: 6)])
    return
      "show \(shows.averageRating), season 8.7 and then \(batch[0].rating) in a batch, \(episodes.totalRatings) of an episode"
  }
}
