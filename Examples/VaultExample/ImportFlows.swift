import MediaTesting
import Runner
import VaultClient
import VaultTesting

enum ImportFlows {
  static let all: [Flow<VaultFixture>] = [
    Flow("import-movie-into-list", needsFake: true) { fixture in
      let separate = try await fixture.separate()
      let list = try require(try separate.server().listID(named: "Some day", of: "alice"), "a list")
      let made = try await separate.vault.imports.movie("tt0501001", into: [.personal, .list(list)])
      try expect(try separate.server().contents(ofList: list).contains { $0.id == made.id }, "the film in the list")
      let again = try await failure {
        _ = try await separate.vault.imports.movie("tt0501001", into: [.list(list)])
      }
      try expectEqual(again.kind, .conflict, "a second time into the list")
      return made.message
    },
    Flow("import-sequels", needsFake: true) { fixture in
      let separate = try await fixture.separate()
      let result = try await separate.vault.imports.sequels(of: "tt0501001")
      try expectEqual(result.totalImported, result.importedMovies.count, "the number of films")
      let none = try await failure { _ = try await separate.vault.imports.sequels(of: "tt9999999") }
      try expectEqual(none.kind, .notFound, "a film without a franchise")
      return "\(result.importedMovies.joined(separator: ", ")), \(result.totalSkipped) skipped"
    },
    Flow("import-series", needsFake: true) { fixture in
      let separate = try await fixture.separate()
      let first = try await separate.vault.imports.series("tmdb_801", into: [])
      try expectEqual(first.series, nil, "what the server says of a new series")
      let found = try await separate.vault.watchlist.all().series.first { $0.imdbID == "tmdb_801" }
      let series = try require(found, "the series in the watchlist")
      let again = try await separate.vault.imports.series("tmdb_801", into: [])
      try expectEqual(again.series?.id, series.id, "the series when it was there already")
      return "the server answers with empty objects; “\(series.title)” is found by its id"
    },
    Flow("import-full-series", needsFake: true) { fixture in
      let separate = try await fixture.separate()
      try await separate.vault.store.refreshLibrary()
      for _ in 0..<2 {
        try await separate.vault.store.importTitle(.fullSeries("tmdb_801"))
        await separate.vault.store.settled()
      }
      let found = try await separate.vault.watchlist.all().series.filter { $0.imdbID == "tmdb_801" }
      try expectEqual(found.count, 1, "copies of the series")
      let direct = try await separate.vault.imports.fullSeries("tt0801801")
      return
        "accepted twice, imported once; by the route alone \(direct.episodeCount) episodes from \(direct.source?.rawValue ?? "?")"
    },
    Flow("import-by-text", needsFake: true) { fixture in try await byText(fixture) },
    Flow("import-reference") { _ in
      try expectEqual(
        ImportReference(" @https://www.imdb.com/title/tt0133093/?ref_=x"), .imdb("tt0133093"), "an address")
      try expectEqual(ImportReference("Alien: Covenant"), .query("Alien: Covenant"), "a title with a colon")
      try expectEqual(ImportReference("tmdb_801"), .tmdbSeries("tmdb_801"), "an id of TMDB's")
      return "addresses, ids and words are distinguished without the server"
    },
    Flow("jellyfin-libraries-and-scan") { fixture in
      let libraries = try await fixture.vault.imports.libraries()
      guard let library = libraries.libraries.first else { return try fixture.nothing("library of Jellyfin's") }
      let scan = try await fixture.vault.imports.scan(library.name)
      _ = try await fixture.vault.imports.progress()
      let missing = try await failure { _ = try await fixture.vault.imports.scan("No such library, é?") }
      try expectEqual(missing.kind, .notFound, "an unknown library")
      return "“\(library.name)”: \(scan.totalMovies) films"
    },
    Flow("jellyfin-import", needsFake: true) { fixture in
      let separate = try await fixture.separate(.init())
      let result = try await separate.vault.imports.library("Mock Library", into: [.personal])
      try expect(!result.errors.isEmpty && !result.errors.contains { $0.contains("dummy") }, "errors without keys")
      let history = try await separate.vault.imports.history()
      try expect(history.contains { $0.libraryName == "Mock Library" }, "the library in the history")
      return "\(result.message): \(result.imported) imported, \(result.updated) updated, \(result.skipped) skipped"
    },
    Flow("import-history-and-automation") { fixture in
      guard let library = try await fixture.vault.imports.history().first else {
        return try fixture.nothing("past import of a library")
      }
      let device = fixture.device()
      for _ in 0..<2 {
        try await device.vault.store.setAutomated(!library.isAutomated, library: library.id)
        await device.vault.store.settled()
      }
      try expectEqual(device.count(.vaultImportsToggleAutomation), 1, "toggles for two changes")
      let there = try await fixture.verifier.get("/api/library-import-history")["history"]?.array?.first {
        $0["id"]?.int == library.id
      }
      try expectEqual(there?["is_automated"]?.bool, !library.isAutomated, "what the server has")
      let back = try await fixture.vault.imports.toggleAutomation(library.id)
      try expectEqual(back.isAutomated, library.isAutomated, "what it was before")
      return "“\(library.libraryName)”, imported \(library.importCount) times; set, not toggled"
    },
    Flow("unsupported-routes", needsFake: true) { fixture in try await unsupported(fixture) },
  ]

  @MainActor
  private static func byText(_ fixture: VaultFixture) async throws -> String {
    let separate = try await fixture.separate()
    let model = VaultLibraryViewModel(vault: separate.vault)
    model.load()
    await model.settled()
    model.importText("https://www.imdb.com/title/tt0501001/")
    await model.settled()
    try expect(model.state.library.value?.allMovies.contains { $0.imdbID == "tt0501001" } == true, "the film")
    model.importText("https://www.tvmaze.com/shows/1")
    let notice = try require(model.state.notice, "a notice")
    return "an address of IMDb's is imported by its id; of TVMaze's: \(notice)"
  }

  private static func unsupported(_ fixture: VaultFixture) async throws -> String {
    let vault = try await fixture.separate(.init()).vault
    let calls: [(BrokenRoute, @Sendable () async throws -> Void)] = [
      (.createMovie, { _ = try await vault.movies.create(MovieFields(title: "New", imdbID: "tt9999999")) }),
      (.createSeries, { _ = try await vault.series.create(title: "New", imdbID: "tt9999999") }),
      (.linkOAuth, { try await vault.account.linkOAuth() }),
      (.importURL, { try await vault.imports.url("https://www.imdb.com/title/tt0501001/") }),
      (.importURL, { try await vault.imports.byURL("https://www.imdb.com/title/tt0501001/") }),
      (.importShared, { try await vault.imports.shared("https://www.imdb.com/title/tt0501001/") }),
      (.markNotificationsSeen, { try await vault.notifications.markAllSeen() }),
      (.unwatched, { _ = try await vault.watchlist.unwatchedByServer(sortedBy: .added) }),
    ]
    for (route, call) in calls {
      let error = try await failure(call)
      try expectEqual(error.kind, .unsupported, "the kind for \(route.rawValue)")
      try expectEqual(error.brokenRoute, route, "what is broken")
    }
    return
      "\(calls.count) routes that fail on every server say what works instead: \(BrokenRoute.createMovie.explanation())"
  }
}
