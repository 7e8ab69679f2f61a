import MediaCore
import Testing
import VaultTesting

@testable import VaultClient

@Suite("Writes that are delivered twice, of which the second answer arrives")
struct TwiceDeliveredTests {
  /// Delivers each write twice, as connections and proxies that send again do.
  private struct TwiceTransport: Transport {
    let base: any Transport

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      if request.method != .get { _ = try await base.send(request) }
      return try await base.send(request)
    }
  }

  /// A change, and whether the server has it once and nothing else.
  struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable (Device) async throws -> Void
    let isThere: @Sendable (Device) async throws -> Bool
  }

  struct Device: Sendable {
    let server: FakeVaultServer
    let vault: VaultService
    var store: VaultStore { vault.store }
    let weekend: Int
    let someDay: Int

    func rows(_ list: Int) -> [VaultWorld.Item] { server.contents(ofList: list) }
  }

  private static func change(
    _ name: String, _ make: @escaping @Sendable (Device) async throws -> Void,
    isThere: @escaping @Sendable (Device) async throws -> Bool
  ) -> Change {
    Change(testDescription: name, make: make, isThere: isThere)
  }

  static let changes: [Change] = [
    change("a list is made and filled") {
      let list = try #require(try await $0.store.createList(ListDraft(name: "Rain", icon: "🌧")).id.number)
      try await $0.store.add(.movie(1), to: list, notes: "with tea")
      try await $0.store.add(.series(3), to: list)
    } isThere: {
      let list = try #require($0.server.listID(named: "Rain", of: "alice"))
      return $0.rows(list).map(\.id) == [1, 3] && $0.rows(list).first?.notes == "with tea"
    },
    change("a list is changed") {
      try await $0.store.updateList($0.someDay, ListDraft(name: "One day"))
    } isThere: {
      $0.server.listID(named: "One day", of: "alice") == $0.someDay
    },
    change("a list is deleted") {
      try await $0.store.deleteList($0.weekend)
    } isThere: {
      $0.server.listID(named: "Weekend", of: "alice") == nil
    },
    change("a guest leaves a list") { device in
      let trips = try #require(device.server.listID(named: "Long trips", of: "bob"))
      try await device.store.leaveList(trips)
    } isThere: { device in
      try await device.vault.lists.all().allSatisfy { $0.name != "Long trips" }
    },
    change("a list is shared for editing") {
      try await $0.store.shareList($0.someDay, with: "bob", .edit)
    } isThere: {
      let bob = VaultService(
        server: .fake, transport: $0.server.transport, environment: .manual(clock: ManualClock(passing: .everything)))
      try await bob.account.signIn(username: "bob", password: VaultWorld.standardPassword)
      let list = ListID.list($0.someDay)
      return try await bob.lists.all().first { $0.id == list }?.permission == .edit
    },
    change("a list that was made here is shared for editing") {
      let list = try #require(try await $0.store.createList(ListDraft(name: "Rain")).id.number)
      try await $0.store.shareList(list, with: "bob", .edit)
    } isThere: {
      $0.server.listID(named: "Rain", of: "alice") != nil
    },
    change("a list is shared") {
      try await $0.store.shareList($0.someDay, with: "bob")
    } isThere: { device in
      let bob = Fixture(
        server: device.server, clock: ManualClock(passing: .everything), files: MemoryFileSystem(),
        secrets: MemorySecretStore())
      try await bob.vault.account.signIn(username: "bob", password: VaultWorld.standardPassword)
      return try await bob.vault.lists.all().contains { $0.id == .list(device.someDay) }
    },
    change("a title is added to a list") {
      try await $0.store.add(.movie(1), to: $0.someDay, notes: "n")
    } isThere: {
      $0.rows($0.someDay).map(\.id) == [1] && $0.rows($0.someDay).first?.notes == "n"
    },
    change("a title is removed from a list") {
      try await $0.store.remove(.movie(5), from: $0.weekend)
    } isThere: {
      $0.rows($0.weekend).map(\.id) == [3, 4]
    },
    change("a title is marked in a list") {
      try await $0.store.mark(.movie(3), in: $0.weekend, ItemMark(watched: true, notes: "n"))
    } isThere: { device in
      device.rows(device.weekend).first { $0.id == 3 }?.watched == true
    },
    change("titles are moved") {
      try await $0.store.transfer(ListTransfer(.move, [.movie(3), .series(4)], from: $0.weekend, to: $0.someDay))
    } isThere: {
      $0.rows($0.weekend).map(\.id) == [5] && $0.rows($0.someDay).map(\.id) == [3, 4]
    },
    change("titles are copied") {
      try await $0.store.transfer(ListTransfer(.copy, [.movie(3), .series(4)], from: $0.weekend, to: $0.someDay))
    } isThere: {
      $0.rows($0.weekend).count == 3 && $0.rows($0.someDay).map(\.id) == [3, 4]
    },
    change("a title is removed") {
      try await $0.store.remove(.movie(1))
    } isThere: {
      !$0.server.movieIDs(of: "alice").contains(1)
    },
    change("a collection is removed") {
      try await $0.store.remove(.collection(9001))
    } isThere: {
      Set($0.server.movieIDs(of: "alice")).isDisjoint(with: [4, 6])
    },
    change("a film is changed") {
      try await $0.store.update(1, MovieChange(title: "Paper Moons"))
    } isThere: {
      try await $0.vault.movies.movie(1).title == "Paper Moons"
    },
    change("a series is changed") {
      try await $0.store.updateSeries(1, title: "South Pier")
    } isThere: {
      try await $0.vault.series.series(1).title == "South Pier"
    },
    change("an episode is made") {
      try await $0.store.save(EpisodeFields(seriesID: 1, season: 9, number: 1, title: "New"))
    } isThere: {
      try await $0.vault.episodes.all(of: 1).count { $0.season == 9 } == 1
    },
    change("an episode is changed") {
      try await $0.store.save(EpisodeFields(seriesID: 1, season: 1, number: 1, title: "New"))
    } isThere: {
      try await $0.vault.episodes.all(of: 1).filter { $0.code == "S01E01" }.map(\.title) == ["New"]
    },
    change("an episode is removed") {
      try await $0.store.removeEpisode(EpisodePosition(season: 1, number: 1), of: 1)
    } isThere: {
      try await $0.vault.episodes.all(of: 1).allSatisfy { $0.code != "S01E01" }
    },
    change("a film is marked") {
      try await $0.store.setWatched(true, for: .movie(1))
    } isThere: {
      $0.server.isWatched(movie: 1, of: "alice") == true
    },
    change("a collection is marked") {
      try await $0.store.setWatched(true, for: .collection(9001))
    } isThere: {
      $0.server.isWatched(movie: 4, of: "alice") == true && $0.server.isWatched(movie: 6, of: "alice") == true
    },
    change("a series is marked") {
      try await $0.store.setWatched(true, for: .series(4))
    } isThere: {
      $0.server.watchedEpisodes(ofSeries: 4, of: "alice").values.allSatisfy { $0 }
    },
    change("an episode is marked") {
      try await $0.store.setWatched(true, for: .episode(series: 4, season: 1, number: 2))
    } isThere: {
      $0.server.watchedEpisodes(ofSeries: 4, of: "alice").filter(\.value).map(\.key) == ["S01E02"]
    },
    change("a title is seen") {
      try await $0.store.markSeen(.movie(8))
    } isThere: {
      let news = try await $0.vault.notifications.newTitles()
      return !(news.newMovies + news.importedMovies).contains { $0.id == 8 }
    },
    change("everything is seen") {
      try await $0.store.refreshNews()
      try await $0.store.markAllSeen()
    } isThere: {
      try await $0.vault.notifications.newTitles().isEmpty
    },
    change("a film is imported into lists") {
      try await $0.store.importTitle(.movie("tt0501001"), into: [.list($0.weekend), .list($0.someDay)])
    } isThere: { device in
      let films = try await device.vault.movies.all().filter { $0.imdbID == "tt0501001" }.map(\.id)
      return films.count == 1 && device.rows(device.someDay).map(\.id) == films
        && device.rows(device.weekend).count == 4
    },
    change("a series is imported") {
      try await $0.store.importTitle(.series("tmdb_801"), into: [.list($0.someDay)])
    } isThere: { device in
      let series = try await device.vault.series.all().filter { $0.imdbID == "tmdb_801" }
      return series.count == 1 && device.rows(device.someDay).map(\.id) == series.map(\.id)
    },
    change("a pasted series is imported") {
      try await $0.store.importTitle(.title("tt0801801"), into: [.list($0.someDay)])
    } isThere: { device in
      let series = try await device.vault.series.all().filter { $0.imdbID == "tt0801801" }
      return series.count == 1 && device.rows(device.someDay).map(\.id) == series.map(\.id)
    },
    change("a pasted film is imported") {
      try await $0.store.importTitle(.title("tt0503003"))
    } isThere: {
      try await $0.vault.movies.all().count { $0.imdbID == "tt0503003" } == 1
    },
    change("the sequels of a film are imported") {
      try await $0.store.importTitle(.sequels("tt0501001"))
    } isThere: {
      try await $0.vault.watchlist.all().collection(7001)?.movies.count == 2
    },
    change("a whole series is imported") {
      try await $0.store.importTitle(.fullSeries("tmdb_801"))
    } isThere: {
      try await $0.vault.watchlist.all().series.count { $0.imdbID == "tmdb_801" } == 1
    },
  ]

  @Test("the change is made once, and nothing is refused", arguments: changes)
  func twice(_ change: Change) async throws {
    let clock = ManualClock(passing: .everything)
    let server = FakeVaultServer(settings: .init(simulatedUpstreams: true), clock: clock)
    let vault = VaultService(
      server: .fake, transport: TwiceTransport(base: server.transport), environment: .manual(clock: clock))
    let device = Device(
      server: server, vault: vault, weekend: try #require(server.listID(named: "Weekend", of: "alice")),
      someDay: try #require(server.listID(named: "Some day", of: "alice")))
    try await vault.account.signIn(username: "alice", password: VaultWorld.standardPassword)
    try await vault.store.refreshLibrary()
    for list in try await vault.store.refreshLists().value { try await vault.store.refreshContents(of: list.id) }
    try await change.make(device)
    await vault.store.settled()
    for _ in 0..<3 { await vault.store.flush() }
    #expect(try await vault.queue.refused().map(\.state) == [])
    #expect(try await vault.queue.open().map(\.kind) == [])
    #expect(try await change.isThere(device))
  }

  @Test("another level is refused where this device has shared the list before", arguments: [true, false])
  func sharedBefore(_ isForEditing: Bool) async throws {
    let (first, second) = isForEditing ? (SharePermission.edit, SharePermission.view) : (.view, .edit)
    let fixture = try await Fixture.signedIn()
    let someDay = try #require(fixture.server.listID(named: "Some day", of: "alice"))
    try await fixture.vault.store.shareList(someDay, with: "bob", first)
    await fixture.vault.store.settled()
    try await fixture.vault.store.shareList(someDay, with: "bob", second)
    await fixture.vault.store.settled()
    let refused = try await fixture.vault.queue.refused()
    #expect(refused.map { $0.mutation(ShareMutation.self)?.permission } == [second])
  }

  @Test(
    "a share for editing whose answer was lost is done, however the attempts after it end, over a relaunch too",
    arguments: [[FaultTransport.Fault.replyLost], [.replyLost, .status(503)], [.cut, .refused, .status(503)]],
    [true, false])
  func lostShare(_ faults: [FaultTransport.Fault], isRelaunched: Bool) async throws {
    // With a clock that stands still, the queue sends only when the test flushes it.
    let fixture = try await Fixture.signedIn(clock: ManualClock())
    let someDay = try #require(fixture.server.listID(named: "Some day", of: "alice"))
    for fault in faults { fixture.network.fail(.vaultListsShare, with: fault) }
    try await fixture.vault.store.shareList(someDay, with: "bob", .edit)
    await fixture.vault.store.settled()
    for _ in faults.dropFirst() { await fixture.vault.store.flush() }
    #expect(fixture.network.problems == [])
    #expect(try await fixture.vault.queue.refused() == [])
    let later = isRelaunched ? fixture.relaunched() : fixture
    for _ in 0..<3 { await later.vault.store.flush() }
    #expect(try await later.vault.queue.all().map(\.state) == [.synced])
  }

  @Test("the automation of a library, which only toggles, ends as wanted after one doubled delivery")
  func automation() async throws {
    let fixture = try await Fixture.signedIn()
    let library = try #require(try await fixture.vault.imports.history().first)
    fixture.network.fail(.vaultImportsToggleAutomation, with: .duplicated)
    try await fixture.vault.store.setAutomated(true, library: library.id)
    await fixture.vault.store.settled()
    await fixture.vault.store.flush()
    #expect(try await fixture.vault.imports.history().first?.isAutomated == true)
    #expect(try await fixture.vault.queue.open() == [])
  }
}
