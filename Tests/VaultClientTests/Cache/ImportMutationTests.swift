import Foundation
import MediaCore
import Testing
import VaultTesting

@testable import VaultClient

@Suite("Imports of titles that are there, or cannot be seen")
struct ImportMutationTests {
  private static let simulated = FakeVaultServer.Settings(simulatedUpstreams: true)

  @Test("a title in a list counts as imported: no second copy, no refusal")
  func inAList() async throws {
    let fixture = try await Fixture.signedIn(settings: Self.simulated)
    let someDay = try #require(fixture.server.listID(named: "Some day", of: "alice"))
    try await fixture.vault.lists.add(.series(3), to: someDay, notes: nil)
    let before = fixture.server.seriesIDs(of: "alice")
    try await fixture.vault.store.importTitle(.fullSeries("tmdb_4242"))
    try await fixture.vault.store.importTitle(.series("tmdb_4242"))
    try await fixture.vault.store.importTitle(.movie("tt9000003"))
    await fixture.vault.store.settled()
    await fixture.vault.store.flush()
    #expect(fixture.server.seriesIDs(of: "alice") == before)
    #expect(try await fixture.vault.queue.all().allSatisfy { if case .synced = $0.state { true } else { false } })
    // Don't import the whole series again: the server would make a second copy.
    #expect(fixture.count(.vaultImportsFullSeries) == 0)
    #expect(try await fixture.vault.movies.all().count { $0.imdbID == "tt9000003" } == 1)
  }

  @Test("a title that a cached list shows is not imported again")
  func inACachedList() async throws {
    let fixture = try await Fixture.signedIn(settings: Self.simulated)
    let weekend = try #require(fixture.server.listID(named: "Weekend", of: "alice"))
    try await fixture.vault.store.refreshContents(of: .list(weekend))
    try await fixture.vault.store.importTitle(.movie("tt9000003"))
    try await fixture.vault.store.importTitle(.series("tt9100004"))
    await fixture.vault.store.settled()
    #expect(try await fixture.vault.queue.open() == [])
    #expect(fixture.count(.vaultImportsMovie) + fixture.count(.vaultImportsSeries) == 0)
  }

  @Test("a title of another user in a shared list does not count as imported")
  func othersTitle() async throws {
    var world = VaultWorld.sample
    let film = world.addMovie("Harbor", owner: "bob", imdbID: "tt0501001")
    let show = world.addSeries("Harbor Watch", owner: "bob", imdbID: "tmdb_801")
    world.share(list: world.addList("Bob's", owner: "bob", items: [.movie(film), .series(show)]), with: "alice")
    let fixture = try await Fixture.signedIn(world: world, settings: Self.simulated)
    try await fixture.vault.store.importTitle(.movie("tt0501001"))
    try await fixture.vault.store.importTitle(.fullSeries("tmdb_801"))
    await fixture.vault.store.settled()
    #expect(try await fixture.vault.queue.open() == [])
    let library = try await fixture.vault.store.refreshLibrary().value
    #expect(library.allMovies.filter { $0.imdbID == "tt0501001" }.count == 1)
    #expect(library.series.filter { $0.imdbID == "tmdb_801" }.count == 1)
  }

  @Test("for a title that cannot be seen the server's answer counts as confirmation")
  func hidden() async throws {
    let fixture = try await Fixture.signedIn(settings: Self.simulated)
    let weekend = try #require(fixture.server.listID(named: "Weekend", of: "alice"))
    let bob = Fixture(
      server: fixture.server, clock: fixture.clock, files: MemoryFileSystem(), secrets: MemorySecretStore())
    try await bob.vault.account.signIn(username: "bob", password: VaultWorld.standardPassword)
    let taken = try #require(try await bob.vault.lists.create(ListDraft(name: "Taken")).id.number)
    _ = try await bob.vault.lists.transfer(.move, .movie(3), from: weekend, to: taken, keepingMarks: true)
    let before = fixture.server.movieIDs(of: "alice")
    try await fixture.vault.store.importTitle(.movie("tt9000003"))
    await fixture.vault.store.settled()
    for _ in 0..<5 { await fixture.vault.store.flush() }
    #expect(try await fixture.vault.queue.open() == [])
    #expect(try await fixture.vault.queue.refused() == [])
    #expect(fixture.count(.vaultImportsMovie) == 1)
    #expect(fixture.server.movieIDs(of: "alice") == before)
  }

  @Test("an import waits for an earlier removal of the same title that fails at first")
  func afterRemoval() async throws {
    let fixture = try await Fixture.signedIn(settings: Self.simulated)
    let store = fixture.vault.store
    let imdbID = try #require(try await store.refreshLibrary().value.movie(1)?.imdbID)
    fixture.network.isDown = true
    try await store.remove(.movie(1))
    try await store.importTitle(.movie(imdbID))
    await store.settled()
    fixture.network.isDown = false
    fixture.network.fail(.vaultWatchlistRemove, with: .status(502))
    for _ in 0..<3 { await store.flush() }
    #expect(try await fixture.vault.queue.open() == [])
    #expect(fixture.network.problems == [])
    #expect(!fixture.server.movieIDs(of: "alice").contains(1))
    #expect(try await store.refreshLibrary().value.allMovies.count { $0.imdbID == imdbID } == 1)
  }

  @Test("a title that was imported, removed and imported once more without a network is in the vault")
  func removedBetweenImports() async throws {
    let fixture = try await Fixture.signedIn(settings: Self.simulated)
    let store = fixture.vault.store
    let imdbID = try #require(try await store.refreshLibrary().value.movie(1)?.imdbID)
    fixture.network.isDown = true
    try await store.importTitle(.movie(imdbID))
    try await store.remove(.movie(1))
    await store.settled()
    try await store.importTitle(.movie(imdbID))
    await store.settled()
    // A third import has nothing to add to the second one.
    try await store.importTitle(.movie(imdbID))
    await store.settled()
    #expect(try await fixture.vault.queue.open().map(\.kind) == ["vault.import", "vault.remove", "vault.import"])
    fixture.network.isDown = false
    for _ in 0..<3 { await store.flush() }
    #expect(try await fixture.vault.queue.open() == [])
    #expect(!fixture.server.movieIDs(of: "alice").contains(1))
    #expect(try await store.refreshLibrary().value.allMovies.count { $0.imdbID == imdbID } == 1)
  }

  @Test("a title that was removed, imported and removed again without a network is not in the vault")
  func removedAgain() async throws {
    let fixture = try await Fixture.signedIn(settings: Self.simulated)
    let store = fixture.vault.store
    let imdbID = try #require(try await store.refreshLibrary().value.movie(1)?.imdbID)
    fixture.network.isDown = true
    try await store.remove(.movie(1))
    try await store.importTitle(.movie(imdbID))
    await store.settled()
    try await store.remove(.movie(1))
    await store.settled()
    #expect(try await fixture.vault.queue.open().map(\.kind) == ["vault.remove"])
    fixture.network.isDown = false
    for _ in 0..<3 { await store.flush() }
    #expect(try await fixture.vault.queue.open() == [])
    #expect(!fixture.server.movieIDs(of: "alice").contains(1))
    #expect(try await store.refreshLibrary().value.allMovies.filter { $0.imdbID == imdbID } == [])
  }

  @Test("a removal waits for an earlier import of the film's sequels, which brings a missing film back")
  func beforeRemoval() async throws {
    var world = VaultWorld.sample
    let film = world.addMovie("Harbor", imdbID: "tt0501001")
    let fixture = try await Fixture.signedIn(world: world, settings: Self.simulated)
    let store = fixture.vault.store
    try await store.refreshLibrary()
    fixture.network.isDown = true
    try await store.importTitle(.sequels("tt0501001"))
    try await store.remove(.movie(film))
    await store.settled()
    fixture.network.isDown = false
    // One failure for each attempt of the import's first call, which reads the library.
    fixture.network.fail(.vaultWatchlistAll, with: .status(502), .status(502), .status(502))
    for _ in 0..<5 { await store.flush() }
    #expect(try await fixture.vault.queue.open() == [])
    #expect(fixture.network.problems == [])
    #expect(fixture.count(.vaultImportsSequels) == 1)
    #expect(try await store.refreshLibrary().value.allMovies.filter { $0.imdbID == "tt0501001" } == [])
  }

  @Test("a removal is sent although the server cannot carry out an earlier import of the title, which is given up")
  func importGivesWay() async throws {
    var world = VaultWorld.sample
    let list = world.addList("Ferries", items: [.movie(3)])
    let fixture = try await Fixture.signedIn(world: world, settings: Self.simulated)
    let store = fixture.vault.store
    let imdbID = try #require(try await store.refreshLibrary().value.movie(1)?.imdbID)
    for _ in 0..<50 { fixture.network.fail(.vaultImportsMovie, with: .status(502)) }
    let addition = try await store.importTitle(.movie(imdbID), into: [.list(list)])
    await store.settled()
    #expect(try await fixture.vault.queue.open().map(\.kind) == ["vault.import"])
    try await store.remove(.movie(1))
    for _ in 0..<3 { await store.flush() }
    #expect(await addition.settled() == .superseded(reason: "removed"))
    #expect(try await fixture.vault.queue.open() == [])
    #expect(!fixture.server.movieIDs(of: "alice").contains(1))
  }

  @Test("an import stays when a later removal of its title is undone, and puts the title into the list")
  func importOfUndoneRemoval() async throws {
    var world = VaultWorld.sample
    let list = world.addList("Ferries", items: [.movie(3)])
    let fixture = try await Fixture.signedIn(world: world, settings: Self.simulated)
    let store = fixture.vault.store
    let imdbID = try #require(try await store.refreshLibrary().value.movie(1)?.imdbID)
    fixture.network.isDown = true
    try await store.importTitle(.movie(imdbID), into: [.list(list)])
    let (removal, _) = try await store.removeUndoably([.movie(1)])
    await store.settled()
    _ = try await store.restore(removal)
    fixture.network.isDown = false
    for _ in 0..<3 { await store.flush() }
    #expect(try await fixture.vault.queue.open() == [])
    #expect(fixture.server.movieIDs(of: "alice").contains(1))
    #expect(fixture.server.contents(ofList: list).contains { $0.id == 1 })
  }

  @Test("a title is imported though its target list was deleted")
  func listGone() async throws {
    let fixture = try await Fixture.signedIn(settings: Self.simulated)
    let someDay = try #require(fixture.server.listID(named: "Some day", of: "alice"))
    try await fixture.vault.lists.delete(someDay)
    try await fixture.vault.store.importTitle(.movie("tt0501001"), into: [.list(someDay)])
    await fixture.vault.store.settled()
    #expect(try await fixture.vault.queue.open() == [])
    #expect(try await fixture.vault.store.refreshLibrary().value.allMovies.contains { $0.imdbID == "tt0501001" })
  }

  @Test("opening a collection takes the badge off its films")
  func collectionBadge() async throws {
    var world = VaultWorld()
    let harbor = VaultWorld.Collection(9001, "Harbor Collection")
    let fresh = world.addMovie("Harbor", collection: harbor, isNew: true, importedHoursAgo: 1)
    world.addMovie("Harbor 2", collection: harbor, importedHoursAgo: 30)
    let fixture = try await Fixture.signedIn(world: world)
    try await fixture.vault.store.refreshLibrary()
    try await fixture.vault.store.markSeen(.collection(9001), keepingBadge: true)
    await fixture.vault.store.settled()
    #expect(try await fixture.vault.notifications.newTitles().importedMovies.map(\.id) == [fresh])
    fixture.network.isDown = true
    try await fixture.vault.store.markSeen(.collection(9001))
    #expect(try await fixture.vault.store.library()?.value.movie(fresh)?.importedAt == nil)
    await fixture.vault.store.settled()
    fixture.network.isDown = false
    await fixture.vault.store.flush()
    #expect(try await fixture.vault.notifications.newTitles().isEmpty)
    #expect(fixture.count(.vaultMoviesClearNew) == 1)
    #expect(try await fixture.vault.queue.open() == [])
  }

  @Test("the code of an episode changes though nothing else does")
  func episodeCode() async throws {
    let fixture = try await Fixture.signedIn()
    try await fixture.vault.store.refreshLibrary()
    let pilot = try #require(try await fixture.vault.episodes.all(of: 1).first { $0.code == "S01E01" })
    var fields = EpisodeFields(pilot)
    fields.code = "1x01"
    fixture.network.isDown = true
    try await fixture.vault.store.save(fields)
    let shown = try await fixture.vault.store.library()?.value.series(1)?.episodes.first { $0.id == pilot.id }
    #expect(shown?.code == "1x01")
    await fixture.vault.store.settled()
    fixture.network.isDown = false
    await fixture.vault.store.flush()
    #expect(try await fixture.vault.episodes.all(of: 1).first { $0.id == pilot.id }?.code == "1x01")
    #expect(try await fixture.vault.queue.open() == [])
  }
}
