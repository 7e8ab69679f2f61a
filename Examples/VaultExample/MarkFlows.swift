import MediaTesting
import Runner
import VaultClient
import VaultTesting

enum MarkFlows {
  static let all: [Flow<VaultFixture>] = [
    Flow("set-watched-not-toggled") { fixture in
      try await fixture.withMovie { movie in
        let device = fixture.device()
        for _ in 0..<3 {
          try await device.vault.store.setWatched(true, for: .movie(movie.id))
          await device.vault.store.settled()
        }
        try expectEqual(device.count(.vaultWatchlistToggle), 1, "toggles for three marks")
        try expect(try await fixture.verifier.isWatched(movie: movie.id), "watched on the server")
        try await device.vault.store.setWatched(false, for: .movie(movie.id))
        await device.vault.store.settled()
        try expect(!(try await fixture.verifier.isWatched(movie: movie.id)), "unwatched on the server")
        return "“\(movie.title)” marked three times and once back: two toggles"
      }
    },
    Flow("set-watched-lost-answer") { fixture in
      try await fixture.withMovie { movie in
        let device = fixture.device()
        device.network.fail(.vaultWatchlistToggle, with: .replyLost)
        try await device.vault.store.setWatched(true, for: .movie(movie.id))
        await device.vault.store.settled()
        try await device.reconnect()
        try expect(try await fixture.verifier.isWatched(movie: movie.id), "watched on the server")
        try expectEqual(device.count(.vaultWatchlistToggle), 1, "toggles")
        return "the server toggled and its answer was lost: found out by reading, not toggled back"
      }
    },
    Flow("set-watched-other-device") { fixture in
      try await fixture.withMovie { movie in
        let device = fixture.device()
        try await device.vault.store.refreshLibrary()
        try await device.offline {
          try await device.vault.store.setWatched(true, for: .movie(movie.id))
          let elsewhere = try await fixture.verifier.get("/api/movies/\(movie.id)")
          try await fixture.verifier.replace(movie: elsewhere, watched: true)
        }
        try await device.reconnect()
        try expectEqual(device.count(.vaultWatchlistToggle), 0, "toggles")
        try expect(try await fixture.verifier.isWatched(movie: movie.id), "watched on the server")
        return "another device was faster: nothing toggled, still watched"
      }
    },
    Flow("toggle-movie-by-both-routes") { fixture in
      try await fixture.withMovie { movie in
        let patched = try await fixture.vault.movies.toggleWatched(movie.id)
        let toggled = try await fixture.vault.watchlist.toggleWatched(.movie(movie.id))
        try expect(patched.watched && !toggled.watched, "on and off again")
        try expect(!(try await fixture.verifier.isWatched(movie: movie.id)), "unwatched on the server")
        return "on by PATCH, off by the watchlist's toggle: \(toggled.message)"
      }
    },
    Flow("toggle-episode-by-both-routes") { fixture in
      try await fixture.withSeries { series in
        let episode = try require(series.episodes.first, "an episode")
        let first = try await fixture.vault.episodes.toggleWatched(episode.id)
        let second = try await fixture.vault.series.toggleWatched(episode.position, of: series.id)
        try expect(first.watched != episode.watched && second.watched == episode.watched, "there and back")
        return "\(episode.code ?? "?") there by its id and back by season and number"
      }
    },
    Flow("mark-episode") { fixture in
      try await fixture.withSeries { series in
        let episode = try require(series.episodes.last, "an episode")
        try await fixture.vault.store.setWatched(
          true, for: .episode(series: series.id, season: episode.season, number: episode.number))
        await fixture.vault.store.settled()
        let marks = try await fixture.verifier.marks(ofSeries: series.id)
        try expectEqual(marks[episode.id], true, "the episode on the server")
        try expectEqual(marks.values.count { $0 }, Set([series.episodes[0].id, episode.id]).count, "watched episodes")
        return "\(episode.code ?? "?") and no other"
      }
    },
    Flow("mark-season-with-progress") { fixture in
      try await fixture.withSeries { series in
        let season = try require(series.seasons().last, "a season")
        let steps = Locked<[MarkProgress]>([])
        let token = fixture.vault.store.observeProgress { title, step in
          if title == .series(series.id) { steps.withLock { $0.append(step) } }
        }
        try await fixture.vault.store.setWatched(true, for: .season(series: series.id, number: season.number))
        await fixture.vault.store.settled()
        token.cancel()
        let marks = try await fixture.verifier.marks(ofSeries: series.id)
        for episode in series.episodes {
          let wanted = episode.season == season.number || episode.watched
          try expectEqual(marks[episode.id], wanted, "the mark of \(episode.code ?? "?")")
        }
        try expect(steps.withLock { $0.last?.isDone } == true, "progress to its end")
        return "season \(season.number), in \(steps.withLock { $0.last?.total } ?? 0) steps, nothing else touched"
      }
    },
    Flow("mark-series") { fixture in
      try await fixture.withSeries { series in
        try await fixture.vault.store.setWatched(true, for: .series(series.id))
        await fixture.vault.store.settled()
        let marks = try await fixture.verifier.marks(ofSeries: series.id)
        try expect(marks.values.allSatisfy { $0 }, "all watched on the server")
        try await fixture.vault.store.setWatched(false, for: .series(series.id))
        await fixture.vault.store.settled()
        let later = try await fixture.verifier.marks(ofSeries: series.id)
        try expect(later.values.allSatisfy { !$0 }, "none watched on the server")
        return "a series of which some was watched: all \(marks.count) episodes, then none"
      }
    },
    Flow("mark-collection") { fixture in
      try await fixture.withCollection { collection in
        let before = collection.movies.map(\.watched)
        for watched in [true, false] {
          try await fixture.vault.store.setWatched(watched, for: .collection(collection.id))
          await fixture.vault.store.settled()
          for movie in collection.movies {
            try expectEqual(try await fixture.verifier.isWatched(movie: movie.id), watched, "“\(movie.title)” watched")
          }
        }
        for (movie, watched) in zip(collection.movies, before) {
          try await fixture.vault.store.setWatched(watched, for: .movie(movie.id))
        }
        await fixture.vault.store.settled()
        return "all \(collection.movies.count) films of “\(collection.title)”, then none, then as it was"
      }
    },
    Flow("mixed-collection-by-the-server", needsFake: true) { fixture in
      let separate = try await fixture.separate()
      let answer = try await separate.vault.watchlist.toggleWatched(.collection(9001))
      try expectEqual(answer.watched, false, "the answer for a mixed collection")
      try expectEqual(try await separate.vault.watchlist.toggleWatched(.collection(9001)).watched, true, "the next one")
      return "the server's own toggle unmarks a mixed collection: an app shows the answer"
    },
  ]
}
