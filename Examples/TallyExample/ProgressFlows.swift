import Runner
import TallyKit
import TallyTesting

enum ProgressFlows {
  static let show: TMDBID = 520_100

  static let all: [Flow<TallyStage>] = [
    Flow("progress-preview") { stage in
      let tally = try await stage.reader()
      let show = try await stage.watchedShow(tally)
      try await tally.progressStore.refresh(show)
      let before = try require(try await tally.progressStore.progress(of: show), "progress").states
      let changes = try await tally.progressStore.preview(watching: 1, season: 1, of: show)
      try expect(!changes.isEmpty, "something that would change")
      try await tally.progressStore.refresh(show)
      let after = try await tally.progressStore.progress(of: show)?.states
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
    Flow("ratings", needsFake: true) { _ in
      let fresh = try await Fresh()
      let showID = ShowID(rawValue: try require(fresh.entry(show), "the entry").showID)
      let season = try require(try await fresh.tally.watchlist.detail(of: showID).seasons.first, "a season")
      _ = try await fresh.tally.ratingStore.rate(season: season.id, 8.7).settled()
      _ = try await fresh.tally.watchlistStore.setRating(9.5, of: show).settled()
      let all = try await fresh.tally.ratings.aggregate(season: season.id)
      try expectEqual(all.ratingDistribution, ["8.5": 1], "the ratings of the season")
      try expectEqual(fresh.entry(show)?.rating, 9.5, "the rating of the show")
      let batch = try await fresh.tally.ratings.batch([RatingDraft(season: season.id, rating: 6)])
      return "show 9.5, season 8.7 and then \(batch[0].rating) in a batch"
    },
  ]
}
