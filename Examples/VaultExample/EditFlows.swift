import MediaTesting
import Runner
import VaultClient
import VaultTesting

enum EditFlows {
  static let all: [Flow<VaultFixture>] = [
    Flow("update-movie-merges") { fixture in
      try await fixture.withMovie { movie in
        let before = try await fixture.verifier.get("/api/movies/\(movie.id)")
        // Another device marks the film as watched: the update must keep that mark.
        try await fixture.verifier.replace(movie: before, watched: true)
        try await fixture.vault.store.update(movie.id, MovieChange(title: movie.title + " (example)"))
        await fixture.vault.store.settled()
        let there = try await fixture.verifier.get("/api/movies/\(movie.id)")
        try expectEqual(there["title"]?.string, movie.title + " (example)", "the title on the server")
        for name in ["imdb_id", "release_date", "collection_id", "collection_name"] {
          try expectEqual(there[name], before[name], name)
        }
        try expectEqual(there["watched"]?.bool, true, "the mark of the other device")
        return "only the title changed, though the server's PUT replaces everything"
      }
    },
    Flow("update-movie-at-once") { fixture in
      try await fixture.withMovie { movie in
        let changed = try await fixture.vault.movies.update(movie.id, MovieChange(releaseDate: "1999"))
        try expectEqual(changed.releaseDate, "1999", "the date")
        try expectEqual(changed.title, movie.title, "the title")
        let replaced = try await fixture.vault.movies.replace(movie.id, with: MovieFields(movie))
        try expectEqual(replaced.releaseDate, movie.releaseDate, "the date after putting everything back")
        return "read, merged, written: \(changed.releaseDate?.rawValue ?? "-"), and back"
      }
    },
    Flow("movie-into-a-collection") { fixture in
      try await fixture.withMovie { movie in
        let change = MovieChange(collection: .collection(id: 990_001, name: "Example Collection"))
        try await fixture.vault.store.update(movie.id, change)
        await fixture.vault.store.settled()
        let library = try await fixture.vault.store.refreshLibrary().value
        try expectEqual(library.collection(990_001)?.movies.map(\.id), [movie.id], "the collection")
        try await fixture.vault.store.update(movie.id, MovieChange(collection: MovieChange.CollectionChange.none))
        await fixture.vault.store.settled()
        let there = try await fixture.verifier.get("/api/movies/\(movie.id)")
        try expectEqual(there["collection_id"], .null, "the collection on the server")
        return "“\(movie.title)” into a collection and out of it"
      }
    },
    Flow("update-series") { fixture in
      try await fixture.withSeries { series in
        try await fixture.vault.store.updateSeries(series.id, title: series.title + " (example)")
        await fixture.vault.store.settled()
        let there = try await fixture.verifier.get("/api/series/\(series.id)")
        try expectEqual(there["title"]?.string, series.title + " (example)", "the title on the server")
        try expectEqual(there["imdb_id"]?.string, series.imdbID, "the id at IMDb")
        let back = try await fixture.vault.series.replace(
          series.id, title: series.title, imdbID: series.imdbID ?? "")
        try expectEqual(back.title, series.title, "the title after replacing")
        return "another title, and back; its id stayed"
      }
    },
    Flow("episode-made-changed-removed") { fixture in
      try await fixture.withSeries { series in
        let position = EpisodePosition(season: 97, number: 1)
        let store = fixture.vault.store
        for title in ["Example", "Example, changed"] {
          try await store.save(EpisodeFields(seriesID: series.id, season: 97, number: 1, title: title))
          await store.settled()
          let there = try await fixture.vault.episodes.all(of: series.id).filter { $0.position == position }
          try expectEqual(there.map(\.title), [title], "the episode on the server")
        }
        try await store.removeEpisode(position, of: series.id)
        await store.settled()
        try expectEqual(
          try await fixture.verifier.marks(ofSeries: series.id).count, series.episodes.count, "episodes on the server")
        return "S97E01 made, renamed and removed, each read back"
      }
    },
    Flow("episode-by-its-routes") { fixture in
      try await fixture.withSeries { series in
        var fields = EpisodeFields(seriesID: series.id, season: 98, number: 2, title: "Example")
        fields.airDate = "2020-02-02"
        let made = try await fixture.vault.episodes.create(fields)
        let changed = try await fixture.vault.episodes.update(made.id) { $0.watched = true }
        try expect(changed.watched && changed.airDate == "2020-02-02", "one member changed, the others kept")
        let replaced = try await fixture.vault.episodes.replace(made.id, with: fields)
        try expect(!replaced.watched, "the mark replaced too")
        try await fixture.vault.episodes.delete(made.id)
        let gone = try await failure { _ = try await fixture.vault.episodes.episode(made.id) }
        try expectEqual(gone.kind, .notFound, "the episode afterwards")
        return "\(made.code ?? "?") created, updated, replaced, deleted"
      }
    },
    Flow("remove-from-watchlist", needsFake: true) { fixture in
      let separate = try await fixture.separate()
      try await separate.vault.store.refreshLibrary()
      try await separate.vault.store.remove(.movie(1))
      try await separate.vault.store.remove(.series(1))
      try await separate.vault.store.remove(.collection(9001))
      await separate.vault.store.settled()
      let server = try separate.server()
      try expect(!server.movieIDs(of: "alice").contains(1), "the film gone")
      try expect(!server.seriesIDs(of: "alice").contains(1), "the series gone")
      try expectEqual(server.watchedEpisodes(ofSeries: 1, of: "alice"), [:], "its episodes")
      let left = try await separate.vault.watchlist.all().collection(9001)
      try expectEqual(left, nil, "the collection")
      return "a film, a series with its episodes, and a collection film by film"
    },
    Flow("delete-by-open-routes", needsFake: true) { fixture in
      let separate = try await fixture.separate()
      try await separate.vault.movies.delete(2)
      try await separate.vault.series.delete(4)
      try expect(try !separate.server().movieIDs(of: "alice").contains(2), "the film gone")
      let orphans = try await separate.vault.episodes.all(of: 4)
      try expectEqual(orphans.count, 6, "episodes left behind")
      let collection = try await failure { try await separate.vault.watchlist.remove(.collection(9001)) }
      try expectEqual(collection.kind, .invalidRequest, "removing a collection in one call")
      return "deleting a series this way leaves \(orphans.count) orphans: the watchlist's route does not"
    },
    Flow("clear-watchlist", needsFake: true) { fixture in
      let separate = try await fixture.separate()
      try await separate.vault.store.refreshLibrary()
      try await separate.vault.store.removeAll()
      await separate.vault.store.settled()
      try expect(try await separate.vault.watchlist.all().isEmpty, "an empty watchlist")
      try await separate.vault.watchlist.clear()
      try expectEqual(try separate.server().movieIDs(of: "alice"), [], "films, those in lists too")
      return "title by title, then by the server's own route"
    },
  ]
}
