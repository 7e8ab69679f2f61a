import Foundation
import MediaTesting
import Runner
import VaultClient
import VaultTesting

enum ReadingFlows {
  static let all: [Flow<VaultFixture>] = [
    Flow("server-health") { fixture in
      let health = try await fixture.vault.server.health()
      let marker = try await fixture.vault.server.marker()
      _ = try await fixture.vault.server.build()
      let there = try await fixture.verifier.get("/health")
      try expectEqual(health.service, there["service"]?.string ?? "", "the service")
      let profile = try await fixture.vault.profile()
      try expectEqual(profile.version, marker.version, "the version")
      return "\(health.service) is \(health.status ?? "?"), version \(profile.version ?? "?")"
    },
    Flow("library") { fixture in
      let library = try await fixture.vault.store.refreshLibrary().value
      let there = try await fixture.verifier.get("/api/watchlist")
      try expectEqual(library.movies.map(\.id), ids(there["movies"]), "the films")
      try expectEqual(library.series.map(\.id), ids(there["series"]), "the series")
      try expectEqual(library.collections.map(\.id), ids(there["collections"]), "the collections")
      return
        "\(library.allMovies.count) films, \(library.collections.count) collections, \(library.series.count) series"
    },
    Flow("watchlist-both-spellings") { fixture in
      let slashless = try await fixture.verifier.get("/api/watchlist")
      let slashed = try await fixture.verifier.get("/api/watchlist/")
      try expectEqual(ids(slashed["movies"]), ids(slashless["movies"]), "the films of the other spelling")
      let personal = try await fixture.vault.lists.contents(of: .personal)
      try expectEqual(personal.movies.map(\.id), ids(slashless["movies"]), "the films of the personal list")
      return "with and without a slash, and as the personal list: \(personal.count) rows each"
    },
    Flow("slashes") { fixture in
      try expectEqual(try await fixture.verifier.status(.get, "/api/movies"), 307, "the other spelling's status")
      let device = fixture.device()
      _ = try await device.vault.movies.all()
      _ = try await device.vault.series.all()
      _ = try await device.vault.lists.all()
      let asked = [.vaultMoviesAll, .vaultSeriesAll, .vaultListsAll].map(device.count)
      try expectEqual(asked, [1, 1, 1], "calls for each")
      return "the server redirects the other spelling; the client never needs it to"
    },
    Flow("movies") { fixture in
      let movies = try await fixture.vault.movies.all()
      let there = try await fixture.verifier.get("/api/movies/")
      try expectEqual(movies.map(\.id), ids(there), "the films of everybody")
      let one = try await fixture.withMovie { movie in
        let one = try await fixture.vault.movies.movie(movie.id)
        try expectEqual(one.title, movie.title, "the title")
        return one
      }
      let missing = try await failure { _ = try await fixture.vault.movies.movie(2_000_000_000) }
      try expectEqual(missing.kind, .notFound, "the kind of a film that is not there")
      return "\(movies.count) films of all users; “\(one.title)” by itself; “\(missing.serverMessage ?? "")”"
    },
    Flow("series-and-episodes") { fixture in
      try await fixture.withSeries { own in
        let series = try await fixture.vault.series.all()
        let one = try await fixture.vault.series.series(own.id)
        try expectEqual(one.imdbID, own.imdbID, "the id at IMDb")
        let episodes = try await fixture.vault.episodes.all(of: own.id)
        let there = try await fixture.verifier.get("/api/episodes/?series_id=\(own.id)")
        try expectEqual(episodes.map(\.id), ids(there), "its episodes")
        let episode = try await fixture.vault.episodes.episode(episodes[0].id)
        try expectEqual(episode.position, episodes[0].position, "season and number in the other spelling")
        return
          "\(series.count) series of all users; “\(one.title)” has \(episodes.count) episodes from \(episode.code ?? "?")"
      }
    },
    Flow("episode-details") { fixture in
      try await fixture.withSeries { series in
        let details = try await fixture.vault.episodes.details(series.episodes[0].id)
        let there = try await fixture.verifier.get("/api/episodes/\(details.id)/details")
        try expectEqual(details.seriesTitle, there["series_title"]?.string ?? "", "the title of the series")
        return
          "“\(details.title)” of “\(details.seriesTitle)”, \(details.runtime.map { "\($0) min" } ?? "length unknown")"
      }
    },
    Flow("watchlist-overviews", needsFake: true) { fixture in
      let separate = try await fixture.separate()
      _ = try await separate.vault.imports.movie("tt0501001", into: [])
      let library = try await separate.vault.store.refreshLibrary().value
      let harbor = try require(library.collection(7001), "the imported collection")
      try expectEqual(harbor.overview, "Two films about one harbour.", "what is said of it")
      let tide = try require(library.series.first { $0.imdbID == "tmdb_4242" }, "a series of TMDB's")
      try expectEqual(tide.seasons().last?.posterURL, tide.seasonPosters[1], "the poster of a season")
      return "“\(harbor.overview ?? "")”, and posters for \(tide.seasonPosters.count) seasons"
    },
    Flow("watchlist-unwatched") { fixture in
      let unwatched = try await fixture.vault.watchlist.unwatched(sortedBy: .releaseDate)
      try expect(unwatched.movies.allSatisfy { !$0.watched }, "only unwatched films")
      try expect(unwatched.series.allSatisfy { $0.episodes.allSatisfy { !$0.watched } }, "only unwatched episodes")
      let status = try await fixture.verifier.status(.get, "/api/watchlist/unwatched/")
      return
        "\(unwatched.movies.count) films and \(unwatched.series.count) series; the server's own list answers \(status)"
    },
    Flow("collections") { fixture in
      try await fixture.withCollection { collection in
        let library = try await fixture.vault.store.refreshLibrary().value
        let entry = try require(library.entries.first { $0.reference == .collection(collection.id) }, "its row")
        try expectEqual(entry.watched, collection.watchedState, "its mark")
        let unwatched = collection.movies(unwatchedOnly: true)
        try expectEqual(unwatched.count, collection.movies.count { !$0.watched }, "films that an opened row can show")
        let single = library.entries.compactMap { $0.remark() }.first { $0.hasPrefix("Part of ") }
        return "“\(collection.title)”: \(entry.remark() ?? "")" + (single.map { "; a film alone: \($0)" } ?? "")
      }
    },
    Flow("stats") { fixture in
      let counts = try await fixture.vault.watchlist.counts()
      let there = try await fixture.verifier.get("/api/stats")
      try expectEqual(counts.movies.total, there["movies"]?["total"]?.int ?? -1, "the number of films")
      return "\(counts.movies.watched ?? 0) of \(counts.movies.total) films watched, \(counts.series.total) series"
    },
    Flow("posters") { fixture in
      let url = try require(try await fixture.vault.media.url(of: "/static/no-image.png"), "an address")
      try expect(url.absoluteString.hasSuffix("/static/no-image.png") && url.host != nil, "an absolute address")
      let absolute = try await fixture.vault.media.url(of: "https://image.example.test/w500/a.jpg")
      try expectEqual(absolute?.host, "image.example.test", "the host of an absolute one")
      guard try await fixture.verifier.status(.get, "/static/no-image.png") == 200 else {
        return try fixture.nothing("picture for titles without a poster")
      }
      let bytes = try await fixture.vault.media.data(of: "/static/no-image.png").value
      return "\(bytes.count) bytes of the picture for titles without a poster"
    },
  ]

  private static func ids(_ rows: JSONValue?) -> [Int] { (rows?.array ?? []).compactMap { $0["id"]?.int } }
}
