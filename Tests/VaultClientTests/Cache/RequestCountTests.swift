import MediaCore
import Testing
import VaultTesting

@testable import VaultClient

@MainActor @Suite("Requests for one action, counted at the server")
struct RequestCountTests {
  private func loaded(
    world: VaultWorld = .sample
  ) async throws -> (fixture: Fixture, model: VaultLibraryViewModel) {
    let fixture = try await Fixture.signedIn(world: world, settings: .init(simulatedUpstreams: true))
    let model = VaultLibraryViewModel(vault: fixture.vault)
    model.load()
    await model.settled()
    fixture.server.clearRequests()
    return (fixture, model)
  }

  private func operations(_ fixture: Fixture) -> [OperationID] { fixture.server.requests.map(\.operation) }

  @Test("a film is imported from the screen: the import, and the watchlist, which shows it and its sequel")
  func importFilm() async throws {
    let (fixture, model) = try await loaded()
    model.importTitle(.movie("tt0501001"))
    await model.settled()
    #expect(operations(fixture) == [.vaultImportsMovie, .vaultWatchlistAll])
    #expect(model.state.library.value?.collection(7001)?.movies.count == 2)
    #expect(model.state.pendingCount == 0 && model.state.importing == [] && model.state.notice == nil)
  }

  @Test("a series is imported from the screen: the import and the watchlist")
  func importSeries() async throws {
    let (fixture, model) = try await loaded()
    model.importTitle(.series("tmdb_801"))
    await model.settled()
    #expect(operations(fixture) == [.vaultImportsSeries, .vaultWatchlistAll])
    #expect(model.state.library.value?.series.contains { $0.imdbID == "tmdb_801" } == true)
  }

  @Test("a film that the library shows is not imported again: no sequel comes back with it")
  func importKnown() async throws {
    let (fixture, model) = try await loaded()
    model.importTitle(.movie("tt9000001"))
    await model.settled()
    #expect(operations(fixture) == [.vaultWatchlistAll])
  }

  @Test("a film is imported into twelve lists with four requests, and is in each of them")
  func importIntoLists() async throws {
    var world = VaultWorld.sample
    let lists = (1...12).map { world.addList("List \($0)") }
    let (fixture, model) = try await loaded(world: world)
    model.importTitle(.movie("tt0503003"), into: [.personal] + lists.map(ListID.list))
    await model.settled()
    #expect(fixture.server.requests.count <= 4, "\(operations(fixture))")
    #expect(lists.allSatisfy { fixture.server.contents(ofList: $0).count == 1 })
    #expect(try await fixture.vault.queue.open() == [])
    #expect(model.state.notice == nil)
  }

  @Test("into lists of which one has the film already, it comes into the others too")
  func importIntoListsPartly() async throws {
    var world = VaultWorld.sample
    let film = world.addMovie("Glass Orchard", imdbID: "tt0503003")
    let lists = [
      world.addList("One"), world.addList("Two", items: [.movie(film)]), world.addList("Three"),
    ]
    let (fixture, model) = try await loaded(world: world)
    model.importTitle(.movie("tt0503003"), into: lists.map(ListID.list))
    await model.settled()
    for _ in 0..<2 { await fixture.vault.store.flush() }
    #expect(lists.map { fixture.server.contents(ofList: $0).map(\.id) } == [[film], [film], [film]])
    #expect(try await fixture.vault.queue.open() == [])
    #expect(try await fixture.vault.queue.refused() == [])
  }

  @Test("nine new titles are marked as seen with eleven requests")
  func allSeen() async throws {
    var world = VaultWorld()
    for number in 1...5 { world.addMovie("New \(number)", isNew: true) }
    for number in 1...2 { world.addMovie("Imported \(number)", importedHoursAgo: 1) }
    for number in 1...2 { world.addSeries("Show \(number)", isNew: true) }
    let fixture = try await Fixture.signedIn(world: world)
    let model = NotificationsViewModel(vault: fixture.vault)
    model.load()
    await model.settled()
    #expect(model.state.badgeCount == 9)
    fixture.server.clearRequests()
    model.markAllSeen()
    await model.settled()
    #expect(fixture.server.requests.count == 11, "\(operations(fixture))")
    #expect(model.state.badgeCount == 0)
    #expect(try await fixture.vault.notifications.newTitles().isEmpty)
  }

  /// Another device deletes film 2 while this one marks film 1 as seen.
  private struct DeletingWatchlist: WatchlistAPI {
    let base: any WatchlistAPI

    func all() async throws(ClientError) -> Watchlist { try await base.all() }
    func unwatched(sortedBy sort: UnwatchedSort) async throws(ClientError) -> UnwatchedList {
      try await base.unwatched(sortedBy: sort)
    }
    func unwatchedByServer(sortedBy sort: UnwatchedSort) async throws(ClientError) -> UnwatchedList {
      try await base.unwatchedByServer(sortedBy: sort)
    }
    func toggleWatched(_ title: TitleReference) async throws(ClientError) -> ToggleResult {
      try await base.toggleWatched(title)
    }
    func markSeen(_ title: TitleReference) async throws(ClientError) {
      if title == .movie(1) { try await base.remove(.movie(2)) }
      try await base.markSeen(title)
    }
    func remove(_ title: TitleReference) async throws(ClientError) { try await base.remove(title) }
    func clear() async throws(ClientError) { try await base.clear() }
    func counts() async throws(ClientError) -> LibraryCounts { try await base.counts() }
  }

  @Test("a title that is deleted elsewhere does not keep the others from being seen")
  func allSeenButOne() async throws {
    var world = VaultWorld()
    for number in 1...3 { world.addMovie("New \(number)", isNew: true) }
    let fixture = try await Fixture.signedIn(world: world)
    let vault = fixture.service { $0.watchlist = DeletingWatchlist(base: $0.watchlist) }
    try await vault.store.refreshNews()
    try await vault.store.markAllSeen()
    await vault.store.settled()
    #expect(try await vault.queue.open() == [])
    #expect(try await vault.queue.refused() == [])
    #expect(try await vault.notifications.newTitles().isEmpty)
    #expect(fixture.server.movieIDs(of: "alice") == [1, 3])
  }

  @Test("a film is marked with three requests")
  func markFilm() async throws {
    let (fixture, model) = try await loaded()
    model.setWatched(true, for: .movie(1))
    await model.settled()
    #expect(operations(fixture) == [.vaultMoviesOne, .vaultWatchlistToggle, .vaultMoviesOne])
    #expect(fixture.server.isWatched(movie: 1, of: "alice") == true)
  }

  @Test("an episode is marked with three requests")
  func markEpisode() async throws {
    let (fixture, model) = try await loaded()
    model.setWatched(true, for: .episode(series: 4, season: 1, number: 1))
    await model.settled()
    #expect(operations(fixture).count == 3, "\(operations(fixture))")
    #expect(fixture.server.watchedEpisodes(ofSeries: 4, of: "alice")["S01E01"] == true)
    #expect(try await fixture.vault.queue.open() == [])
  }

  @Test("an episode whose toggle was delivered twice is marked all the same")
  func markEpisodeTwice() async throws {
    let (fixture, model) = try await loaded()
    fixture.network.fail(.vaultSeriesToggleEpisode, with: .duplicated)
    model.setWatched(true, for: .episode(series: 4, season: 1, number: 1))
    await model.settled()
    await fixture.vault.store.flush()
    #expect(fixture.server.watchedEpisodes(ofSeries: 4, of: "alice")["S01E01"] == true)
    #expect(try await fixture.vault.queue.open() == [])
  }
}
