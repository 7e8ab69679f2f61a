import Foundation
import MediaTesting
import Runner
import VaultClient
import VaultTesting

enum ReadingFlows {
  static let all: [Flow<VaultStage>] = [
    Flow("server-health") { stage in
      let health = try await stage.vault.server.health()
      let marker = try await stage.vault.server.marker()
      _ = try await stage.vault.server.build()
      let there = try await stage.witness.get("/health")
      try expectEqual(health.service, there["service"]?.string ?? "", "the service")
      return "\(health.service) is \(health.status ?? "?"), version \(marker.version ?? "?")"
    },
    Flow("library") { stage in
      let library = try await stage.vault.store.refreshLibrary().value
      let there = try await stage.witness.get("/api/watchlist")
      try expectEqual(library.movies.map(\.id), ids(there["movies"]), "the films")
      try expectEqual(library.series.map(\.id), ids(there["series"]), "the series")
      try expectEqual(library.collections.map(\.id), ids(there["collections"]), "the collections")
      return
        "\(library.allMovies.count) films, \(library.collections.count) collections, \(library.series.count) series"
    },
    Flow("watchlist-both-spellings") { stage in
      let slashless = try await stage.witness.get("/api/watchlist")
      let slashed = try await stage.witness.get("/api/watchlist/")
      try expectEqual(ids(slashed["movies"]), ids(slashless["movies"]), "the films of the other spelling")
      let personal = try await stage.vault.lists.contents(of: .personal)
      try expectEqual(personal.movies.map(\.id), ids(slashless["movies"]), "the films of the personal list")
      return "with and without a slash, and as the personal list: \(personal.count) rows each"
    },
    Flow("slashes") { stage in
      try expectEqual(try await stage.witness.status(.get, "/api/movies"), 307, "the other spelling's status")
      let device = stage.device()
      _ = try await device.vault.movies.all()
      _ = try await device.vault.series.all()
      _ = try await device.vault.lists.all()
      let asked = ["vault.movies.all", "vault.series.all", "vault.lists.all"].map(device.count)
      try expectEqual(asked, [1, 1, 1], "calls for each")
      return "the server redirects the other spelling; the client never needs it to"
    },
    Flow("movies") { stage in
      let movies = try await stage.vault.movies.all()
      let there = try await stage.witness.get("/api/movies/")
      try expectEqual(movies.map(\.id), ids(there), "the films of everybody")
      let first = try require(movies.first, "a film")
      let one = try await stage.vault.movies.movie(first.id)
      try expectEqual(one.title, first.title, "the title")
      let missing = try await failure { _ = try await stage.vault.movies.movie(2_000_000_000) }
      try expectEqual(missing.kind, .notFound, "the kind of a film that is not there")
      return "\(movies.count) films of all users; “\(one.title)” by itself; “\(missing.serverMessage ?? "")”"
    },
    Flow("series-and-episodes") { stage in
      let series = try await stage.vault.series.all()
      let own = try require(try await stage.vault.watchlist.all().series.first { !$0.episodes.isEmpty }, "a series")
      let one = try await stage.vault.series.series(own.id)
      try expectEqual(one.imdbID, own.imdbID, "the id at IMDb")
      let episodes = try await stage.vault.episodes.all(of: own.id)
      let there = try await stage.witness.get("/api/episodes/?series_id=\(own.id)")
      try expectEqual(episodes.map(\.id), ids(there), "its episodes")
      let episode = try await stage.vault.episodes.episode(episodes[0].id)
      try expectEqual(episode.position, episodes[0].position, "season and number in the other spelling")
      return
        "\(series.count) series of all users; “\(one.title)” has \(episodes.count) episodes from \(episode.code ?? "?")"
    },
    Flow("episode-details") { stage in
      let series = try require(try await stage.vault.watchlist.all().series.first { !$0.episodes.isEmpty }, "a series")
      let details = try await stage.vault.episodes.details(series.episodes[0].id)
      let there = try await stage.witness.get("/api/episodes/\(details.id)/details")
      try expectEqual(details.seriesTitle, there["series_title"]?.string ?? "", "the title of the series")
      return
        "“\(details.title)” of “\(details.seriesTitle)”, \(details.runtime.map { "\($0) min" } ?? "length unknown")"
    },
    Flow("watchlist-overviews", needsFake: true) { stage in
      let separate = try await stage.separate()
      _ = try await separate.vault.imports.movie("tt0501001", into: [])
      let library = try await separate.vault.store.refreshLibrary().value
      let harbor = try require(library.collection(7001), "the imported collection")
      try expectEqual(harbor.overview, "Two films about one harbour.", "what is said of it")
      let tide = try require(library.series.first { $0.imdbID == "tmdb_4242" }, "a series of TMDB's")
      try expectEqual(tide.seasons().last?.posterURL, tide.seasonPosters[1], "the poster of a season")
      return "“\(harbor.overview ?? "")”, and posters for \(tide.seasonPosters.count) seasons"
    },
    Flow("watchlist-unwatched") { stage in
      let unwatched = try await stage.vault.watchlist.unwatched(sortedBy: .releaseDate)
      try expect(unwatched.movies.allSatisfy { !$0.watched }, "only unwatched films")
      try expect(unwatched.series.allSatisfy { $0.episodes.allSatisfy { !$0.watched } }, "only unwatched episodes")
      let status = try await stage.witness.status(.get, "/api/watchlist/unwatched/")
      return
        "\(unwatched.movies.count) films and \(unwatched.series.count) series; the server's own list answers \(status)"
    },
    Flow("collections") { stage in
      let library = try await stage.vault.store.refreshLibrary().value
      guard let collection = library.collections.first(where: { $0.movies.count > 1 }) else {
        return try stage.nothing("collection of two films")
      }
      let entry = try require(library.entries.first { $0.reference == .collection(collection.id) }, "its row")
      try expectEqual(entry.watched, collection.watchedState, "its mark")
      let single = library.entries.compactMap { $0.remark() }.first { $0.hasPrefix("Part of ") }
      return "“\(collection.title)”: \(entry.remark() ?? "")" + (single.map { "; a film alone: \($0)" } ?? "")
    },
    Flow("stats") { stage in
      let counts = try await stage.vault.watchlist.counts()
      let there = try await stage.witness.get("/api/stats")
      try expectEqual(counts.movies.total, there["movies"]?["total"]?.int ?? -1, "the number of films")
      return "\(counts.movies.watched ?? 0) of \(counts.movies.total) films watched, \(counts.series.total) series"
    },
    Flow("posters") { stage in
      let url = try require(try await stage.vault.media.url(of: "/static/no-image.png"), "an address")
      try expect(url.absoluteString.hasSuffix("/static/no-image.png") && url.host != nil, "an absolute address")
      let absolute = try await stage.vault.media.url(of: "https://image.example.test/w500/a.jpg")
      try expectEqual(absolute?.host, "image.example.test", "the host of an absolute one")
      guard try await stage.witness.status(.get, "/static/no-image.png") == 200 else {
        return try stage.nothing("picture for titles without a poster")
      }
      let bytes = try await stage.vault.media.data(of: "/static/no-image.png").value
      return "\(bytes.count) bytes of the picture for titles without a poster"
    },
  ]

  private static func ids(_ rows: JSONValue?) -> [Int] { (rows?.array ?? []).compactMap { $0["id"]?.int } }
}
