import MediaTesting
import Runner
import VaultClient
import VaultTesting

@MainActor
enum ScreenFlows {
  nonisolated static let all: [Flow<VaultFixture>] = [
    Flow("library-view-model") { fixture in try await library(fixture) },
    Flow("library-filters-and-order") { fixture in try await filters(fixture) },
    Flow("library-of-chosen-lists") { fixture in try await chosenLists(fixture) },
    Flow("library-mixed-mark-asks-first", needsFake: true) { fixture in try await confirmation(fixture) },
    Flow("watched-tip") { fixture in try await tip(fixture) },
    Flow("watchlist-view-model") { fixture in try await watchlist(fixture) },
    Flow("lists-view-model") { fixture in try await lists(fixture) },
    Flow("notifications-view-model", needsFake: true) { fixture in try await notifications(fixture) },
    Flow("notifications") { fixture in
      let news = try await fixture.vault.store.refreshNews().value
      let counts = try await fixture.vault.notifications.counts()
      let there = try await fixture.verifier.get("/api/notifications/details")
      try expectEqual(news.newMovies.count, there["new_movies"]?.array?.count ?? -1, "new films")
      try expectEqual(news.newSeries.count, there["new_series"]?.array?.count ?? -1, "new series")
      return "\(news.count) rows; over all users \(counts.total) new"
    },
  ]

  private static func loaded(_ vault: VaultService) async -> VaultLibraryViewModel {
    let model = VaultLibraryViewModel(vault: vault)
    model.load()
    await model.settled()
    return model
  }

  private static func library(_ fixture: VaultFixture) async throws -> String {
    let device = fixture.device()
    let model = VaultLibraryViewModel(vault: device.vault)
    var changes = 0
    model.onChange = { _ in changes += 1 }
    model.load()
    await model.settled()
    let library = try require(model.state.library.value, "a library")
    let there = try await fixture.verifier.get("/api/watchlist")
    let rows = ["movies", "series", "collections"].map { there[$0]?.array?.count ?? 0 }.reduce(0, +)
    try expectEqual(model.state.entries.count, rows, "rows with the standard filters")
    // A query of two letters searches only the library.
    let title = library.movies.first?.title ?? library.series.first?.title ?? ""
    model.query = String(title.prefix(2))
    try expect(title.isEmpty || !model.state.search.local.isEmpty, "results at the first keystrokes")
    let new = model.state.entries.prefix { $0.isNew }.count
    return "\(model.state.entries.count) rows in \(changes) changes, \(new) new ones first"
  }

  private static func filters(_ fixture: VaultFixture) async throws -> String {
    let device = fixture.device()
    let model = await loaded(device.vault)
    try expectEqual(model.state.filters, .standard, "the filters at first")
    try expect(!model.state.filters.unwatched, "watched titles shown by default")
    model.set(.series, false)
    try expect(!model.state.entries.contains { if case .series = $0 { true } else { false } }, "no series")
    model.set(.unwatched, true)
    try expect(!model.state.entries.contains { $0.watched == .all }, "nothing watched")
    for name in [LibraryFilters.Switch.runtime30To60, .runtime60To90, .runtimeOver90] { model.set(name, false) }
    let filters = model.state.filters
    try expect(model.state.entries.allSatisfy { filters.runtime(of: $0) < 30 }, "short or of unknown length")
    let short = model.state.entries.count
    model.resetFilters()
    model.tap(.dateReleased)
    model.tap(.dateReleased)
    try expectEqual(model.state.sort, .releaseDateNewest, "the order")
    model.set(.unwatched, true)
    let again = VaultLibraryViewModel(vault: try await device.relaunched().vault)
    try expectEqual(again.state.sort, .releaseDateNewest, "the order after a relaunch")
    try expect(again.state.filters.unwatched, "the filter after a relaunch")
    return "\(short) short unwatched films; filters and order survive a relaunch"
  }

  private static func chosenLists(_ fixture: VaultFixture) async throws -> String {
    try await fixture.withMovie { @MainActor movie in
      try await fixture.withList("Example", [.movie(movie.id)]) { @MainActor list in
        let model = await loaded(fixture.device().vault)
        try expect(!model.state.entries.contains { $0.reference == .movie(movie.id) }, "the film hidden by the list")
        model.select([.list(list)])
        await model.settled()
        try expectEqual(model.state.entries.map(\.reference), [.movie(movie.id)], "the rows of the list")
        model.toggleWatched(try require(model.state.entries.first, "the row"))
        await model.settled()
        try expectEqual(model.state.entries.first?.watched, .all, "the mark that the row shows")
        let there = try await fixture.verifier.get("/api/lists/\(list)/items")["movies"]?.array?.first
        try expectEqual(there?["watched"]?.bool, true, "the list's own mark on the server")
        try expectEqual(try await fixture.verifier.isWatched(movie: movie.id), false, "the film's mark on the server")
        try await fixture.verifier.deleteList(list)
        model.refresh()
        await model.settled()
        try expectEqual(model.state.selectedLists, [.personal], "what is chosen once the list is gone")
        try expect(model.state.entries.contains { $0.reference == .movie(movie.id) }, "the film back in the library")
        return
          "one film of a list, marked there and nowhere else; the list was deleted elsewhere and the library shows everything again"
      }
    }
  }

  private static func confirmation(_ fixture: VaultFixture) async throws -> String {
    let separate = try await fixture.separate()
    // Film 5 belongs to the collection but is in list 1. Remove it there, so that the library has all three films.
    try await separate.vault.lists.remove(.movie(5), from: 1)
    let model = await loaded(separate.vault)
    let row = try require(model.state.entries.first { $0.reference == .collection(9001) }, "a mixed collection")
    model.toggleWatched(row)
    try expectEqual(model.state.confirmation, row, "what is asked about")
    let (question, answer) = (row.confirmationTitle(), row.confirmationText(watched: true))
    model.cancelConfirmation()
    model.toggleWatched(row)
    model.confirm(watched: true)
    await model.settled()
    for id in [4, 5, 6] {
      try expectEqual(try separate.server().isWatched(movie: id, of: "alice"), true, "film \(id) on the server")
    }
    return "\(question) \(answer): all three are"
  }

  private static func tip(_ fixture: VaultFixture) async throws -> String {
    try await fixture.withMovie { @MainActor movie in
      let device = fixture.device()
      let model = await loaded(device.vault)
      model.setWatched(true, for: .movie(movie.id))
      await model.settled()
      let content = try require(model.state.tip, "the tip")
      try expectEqual(content, WatchedTip.content(), "its words")
      model.tapTip(.showMe)
      try expect(model.state.tip == nil && model.state.showsFilters, "the filters open")
      try expectEqual(model.state.filterHighlight, .standard, "the unwatched switch pointed at")
      await model.settled()
      let again = await loaded(try await device.relaunched().vault)
      again.setWatched(false, for: .movie(movie.id))
      again.setWatched(true, for: .movie(movie.id))
      await again.settled()
      try expectEqual(again.state.tip, nil, "a second time, after a relaunch")
      return "\(content.icon) “\(content.title)” \(content.message) [\(content.gotIt)] [\(content.showMe)], once ever"
    }
  }

  private static func watchlist(_ fixture: VaultFixture) async throws -> String {
    try await fixture.withSeries { @MainActor series in
      let model = VaultWatchlistViewModel(vault: fixture.device().vault)
      model.load()
      await model.settled()
      try expect(model.state.counts != nil, "counts")
      try expect(model.state.unwatched.series.contains { $0.id == series.id }, "the series among what is unwatched")
      // Pick a season that is not watched yet: the first one can be a single special, already watched.
      let season = try require(series.seasons().first { $0.state != .all }, "a season that is not wholly watched")
      model.toggleSeason(season.number, of: series.id)
      await model.settled()
      let marks = try await fixture.verifier.marks(ofSeries: series.id)
      try expect(season.episodes.allSatisfy { marks[$0.id] == true }, "the season watched on the server")
      try expectEqual(model.state.pendingCount, 0, "changes waiting")
      return "\(model.state.unwatchedCount) titles waiting; a season became watched, none of it unmarked"
    }
  }

  private static func lists(_ fixture: VaultFixture) async throws -> String {
    try await fixture.withMovie { @MainActor movie in
      try await fixture.withList("Example source", [.movie(movie.id)]) { @MainActor source in
        try await fixture.withList("Example target") { @MainActor target in
          let model = ListsViewModel(vault: fixture.device().vault)
          model.load()
          await model.settled()
          model.setOrder([.list(target), .personal])
          try expectEqual(model.state.lists.value?.first?.id, .list(target), "the first list in an order of one's own")
          model.open(.list(source))
          await model.settled()
          try expectEqual(model.state.contents.value?.items, [.movie(movie.id)], "what is in the list")
          for _ in 0..<3 {
            model.transfer(ListTransfer(.move, [.movie(movie.id)], from: source, to: target))
            await model.settled()
            try expectEqual(try await fixture.verifier.contents(ofList: target), ["movie/\(movie.id)"], "the target")
            if model.state.undoable != nil { break }
            // On a busy machine, the ten seconds for undo may be over: try again.
            _ = try await fixture.vault.lists.transfer(
              .move, .movie(movie.id), from: target, to: source, keepingMarks: true)
          }
          try expect(model.state.undoable != nil, "a move that can be taken back")
          model.undo()
          await model.settled()
          try expectEqual(
            try await fixture.verifier.contents(ofList: source), ["movie/\(movie.id)"], "the source again")
          model.create(ListDraft(name: "   "))
          await model.settled()
          let notice = try require(model.state.notice, "a notice for a list without a name")
          return "moved and taken back within ten seconds; without a name: \(notice)"
        }
      }
    }
  }

  private static func notifications(_ fixture: VaultFixture) async throws -> String {
    let separate = try await fixture.separate()
    let model = NotificationsViewModel(vault: separate.vault)
    model.load()
    await model.settled()
    let before = model.state.badgeCount
    model.markSeen(.movie(8))
    await model.settled()
    try expect(model.state.badgeCount < before, "fewer than \(before) rows")
    model.markAllSeen()
    await model.settled()
    let there = try await separate.verifier.get("/api/notifications/details")
    try expectEqual(there["new_series"]?.array?.count, 0, "new series on the server")
    try expectEqual(model.state.badgeCount, 0, "the badge")
    return "\(before) rows, one seen, then all, one by one"
  }
}
