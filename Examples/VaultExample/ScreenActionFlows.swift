import MediaTesting
import Runner
import VaultClient
import VaultTesting

/// The actions of a user on each screen, one after the other.
@MainActor
enum ScreenActionFlows {
  nonisolated static let all: [Flow<VaultFixture>] = [
    Flow("lists-screen-actions") { fixture in try await lists(fixture) },
    Flow("lists-screen-leave", needsFake: true) { fixture in try await leave(fixture) },
    Flow("library-screen-actions") { fixture in try await library(fixture) },
    Flow("library-screen-removes", needsFake: true) { fixture in try await removals(fixture) },
    Flow("watchlist-screen-actions") { fixture in try await watchlist(fixture) },
    Flow("watchlist-tip-and-filters") { fixture in try await tip(fixture) },
    Flow("notifications-polled") { fixture in try await polling(fixture) },
    Flow("library-labels") { fixture in try await labels(fixture) },
  ]

  private static func loaded<Model: ViewModel>(_ model: Model) async -> Model {
    model.refresh()
    await model.settled()
    return model
  }

  private static func lists(_ fixture: VaultFixture) async throws -> String {
    try await fixture.withMovie { @MainActor movie in
      try await fixture.verifier.deleteList(named: "Example screen")
      try await fixture.verifier.deleteList(named: "Example screen 2")
      let model = await loaded(ListsViewModel(vault: fixture.device().vault))
      model.create(ListDraft(name: "Example screen"))
      await model.settled()
      let made = try await fixture.verifier.listID(named: "Example screen")
      let id = try require(made, "the list on the server")
      model.update(id, ListDraft(name: "Example screen 2", icon: "🎬"))
      model.add(.movie(movie.id), to: id, notes: "bring snacks")
      await model.settled()
      model.open(.list(id))
      await model.settled()
      let contents = try require(model.state.contents.value, "the titles of the list")
      try expect(contents.holds(.movie(movie.id)), "the film in the list")
      try expectEqual(contents.movie(movie.id)?.notes, "bring snacks", "its note")
      model.mark(.movie(movie.id), in: id, ItemMark(watched: true, watchedBy: .both))
      await model.settled()
      try expectEqual(model.state.contents.value?.movie(movie.id)?.watchedBy, .both, "who has watched it")
      model.remove(.movie(movie.id), from: id)
      await model.settled()
      try expectEqual(try await fixture.verifier.contents(ofList: id), [], "titles on the server")
      model.share(id, with: "nobody-of-that-name-\(id)")
      await model.settled()
      let notice = try require(model.state.notice, "a notice for an unknown guest")
      model.dismissNotice()
      model.delete(id)
      await model.settled()
      try expectEqual(try await fixture.verifier.listID(named: "Example screen 2"), nil, "the list on the server")
      try expectEqual(model.state.opened, nil, "the list that is open")
      return "made, renamed, filled, marked, emptied, deleted; for an unknown guest: \(notice)"
    }
  }

  private static func leave(_ fixture: VaultFixture) async throws -> String {
    let separate = try await fixture.separate()
    let list = try require(try separate.server().listID(named: "Long trips", of: "bob"), "a shared list")
    let model = await loaded(ListsViewModel(vault: separate.vault))
    model.leave(list)
    await model.settled()
    let there = try await separate.verifier.lists()
    try expect(!there.contains { $0["id"]?.int == list }, "the list gone from the server's answer")
    return "a guest leaves a list of bob's"
  }

  private static func library(_ fixture: VaultFixture) async throws -> String {
    try await fixture.withMovie { @MainActor movie in
      let device = fixture.device()
      let model = await loaded(VaultLibraryViewModel(vault: device.vault))
      model.update(movie.id, MovieChange(title: movie.title + " (screen)"))
      await model.settled()
      let there = try await fixture.verifier.get("/api/movies/\(movie.id)")
      try expectEqual(there["title"]?.string, movie.title + " (screen)", "the title on the server")
      let row = try require(model.state.entries.first { $0.reference == .movie(movie.id) }, "the row")
      model.open(row)
      var filters = LibraryFilters.standard
      filters[.series] = false
      model.setFilters(filters)
      model.setShowsFilters(true)
      try expect(model.state.showsFilters, "the filters open")
      model.setShowsFilters(false)
      await model.settled()
      try expect(device.vault.preferences.filters[.series] == false, "the filters kept")
      device.vault.preferences.setSort(.added)
      device.vault.preferences.setSelectedLists([.personal])
      device.vault.preferences.setListOrder([.personal])
      let again = VaultLibraryViewModel(vault: device.vault)
      try expectEqual(again.state.sort, .added, "the order of the next screen")
      let library = try require(model.state.library.value, "the library")
      let rows = library.arranged(.standard, by: LibrarySort.added.tapping(.title))
      try expectEqual(rows.count, library.entries.count, "rows with the standard filters")
      let seen = Locked(0)
      let token = device.vault.store.observe { seen.withLock { $0 += 1 } }
      try await device.vault.store.setWatched(true, for: .movie(movie.id))
      await device.vault.store.settled()
      token.cancel()
      try expect(seen.withLock { $0 } > 0, "an observer called")
      return "renamed, opened, filtered, sorted; “\(row.title)” stays"
    }
  }

  private static func removals(_ fixture: VaultFixture) async throws -> String {
    let separate = try await fixture.separate()
    let library = await loaded(VaultLibraryViewModel(vault: separate.vault))
    library.remove(.movie(1))
    await library.settled()
    try expect(try !separate.server().movieIDs(of: "alice").contains(1), "the film gone")
    library.importTitle(.movie("tt0503003"))
    await library.settled()
    try expect(library.state.library.value?.allMovies.contains { $0.imdbID == "tt0503003" } == true, "the import")
    let watchlist = await loaded(VaultWatchlistViewModel(vault: separate.vault))
    watchlist.remove(.series(1))
    await watchlist.settled()
    watchlist.removeAll()
    await watchlist.settled()
    let left = try await separate.verifier.titles()
    try expectEqual(left, [], "titles on the server")
    return "a film, a series, then everything that is shown"
  }

  private static func watchlist(_ fixture: VaultFixture) async throws -> String {
    try await fixture.withSeries { @MainActor series in
      let model = await loaded(VaultWatchlistViewModel(vault: fixture.device().vault))
      model.setSort(.releaseDate)
      model.setWatched(true, for: .series(series.id))
      await model.settled()
      let marks = try await fixture.verifier.marks(ofSeries: series.id)
      try expect(marks.values.allSatisfy { $0 }, "all of it watched on the server")
      try expect(!model.state.unwatched.series.contains { $0.id == series.id }, "the series no longer unwatched")
      return "“\(series.title)” watched as a whole; \(model.state.unwatchedCount) titles waiting"
    }
  }

  private static func tip(_ fixture: VaultFixture) async throws -> String {
    try await fixture.withSeries { @MainActor series in
      let device = fixture.device()
      let model = await loaded(VaultWatchlistViewModel(vault: device.vault))
      let season = try require(series.seasons().last, "a season")
      try await fixture.verifier.setMarks(
        try await fixture.verifier.marks(ofSeries: series.id).mapValues { _ in false }, ofSeries: series.id)
      model.refresh()
      await model.settled()
      device.network.isDown = true
      model.toggleSeason(season.number, of: series.id)
      await model.settled()
      try expectEqual(model.state.tip, nil, "the tip while the mark waits")
      device.network.isDown = false
      try await device.reconnect()
      model.refresh()
      await model.settled()
      let tip = try require(model.state.tip, "the tip once the server has answered")
      model.tapTip(.showMe)
      try expect(model.state.tip == nil && model.state.filterHighlight != nil, "the filters asked for")
      model.closeFilters()
      return "a season marked without a network; once it is sent: \(tip.title)"
    }
  }

  private static func polling(_ fixture: VaultFixture) async throws -> String {
    let device = fixture.device()
    let model = NotificationsViewModel(vault: device.vault)
    model.start()
    model.stop()
    await model.settled()
    let there = try await fixture.verifier.get("/api/notifications/details")
    try expectEqual(model.state.news.value?.newMovies.count, there["new_movies"]?.array?.count, "new films")
    let account = VaultAccountViewModel(vault: device.vault)
    account.startChecking()
    await account.settled()
    try expect(account.state.isAuthenticated, "somebody signed in")
    return "new titles every half hour, the sign-in every hour: \(model.state.badgeCount) rows"
  }

  private static func labels(_ fixture: VaultFixture) async throws -> String {
    let library = try await fixture.vault.store.refreshLibrary().value
    let now = fixture.vault.client.environment.clock.now()
    let imported = library.entries.count { $0.isNewlyImported(at: now) }
    let chips = LibrarySort.Chip.allCases.map { $0.label() }
    try expectEqual(Set(chips).count, chips.count, "different labels")
    return "\(chips.joined(separator: ", ")); \(LibraryFilters.Switch.unwatched.label()); \(imported) newly imported"
  }
}
