import Foundation
import MediaCore
import Testing
import VaultTesting

@testable import VaultClient

@Suite("Imports of titles that are there, or cannot be seen")
struct ImportWishTests {
  private static let simulated = FakeVaultServer.Settings(simulatedUpstreams: true)

  @Test("a title that sits in a list is there: no second copy, no refusal")
  func inAList() async throws {
    let stage = try await Stage.signedIn(settings: Self.simulated)
    let someDay = try #require(stage.server.listID(named: "Some day", of: "alice"))
    try await stage.vault.lists.add(.series(3), to: someDay, notes: nil)
    let before = stage.server.seriesIDs(of: "alice")
    try await stage.vault.store.importTitle(.fullSeries("tmdb_4242"))
    try await stage.vault.store.importTitle(.series("tmdb_4242"))
    try await stage.vault.store.importTitle(.movie("tt9000003"))
    await stage.vault.store.settled()
    await stage.vault.store.flush()
    #expect(stage.server.seriesIDs(of: "alice") == before)
    #expect(try await stage.vault.outbox.all().allSatisfy { if case .synced = $0.state { true } else { false } })
    for operation in ["fullSeries", "series", "movie"] { #expect(stage.count("vault.imports.\(operation)") == 0) }
  }

  @Test("what somebody else has in a shared list is not there")
  func othersTitle() async throws {
    var world = VaultWorld.sample
    let film = world.addMovie("Harbor", owner: "bob", imdbID: "tt0501001")
    let show = world.addSeries("Harbor Watch", owner: "bob", imdbID: "tmdb_801")
    world.share(list: world.addList("Bob's", owner: "bob", items: [.movie(film), .series(show)]), with: "alice")
    let stage = try await Stage.signedIn(world: world, settings: Self.simulated)
    try await stage.vault.store.importTitle(.movie("tt0501001"))
    try await stage.vault.store.importTitle(.fullSeries("tmdb_801"))
    await stage.vault.store.settled()
    #expect(try await stage.vault.outbox.open() == [])
    let library = try await stage.vault.store.refreshLibrary().value
    #expect(library.allMovies.filter { $0.imdbID == "tt0501001" }.count == 1)
    #expect(library.series.filter { $0.imdbID == "tmdb_801" }.count == 1)
  }

  @Test("where a title cannot be seen the server's answer has to do")
  func hidden() async throws {
    let stage = try await Stage.signedIn(settings: Self.simulated)
    let weekend = try #require(stage.server.listID(named: "Weekend", of: "alice"))
    let bob = Stage(server: stage.server, clock: stage.clock, files: MemoryFileSystem(), secrets: MemorySecretStore())
    try await bob.vault.account.signIn(username: "bob", password: VaultWorld.standardPassword)
    let taken = try #require(try await bob.vault.lists.create(ListDraft(name: "Taken")).id.number)
    _ = try await bob.vault.lists.move(.movie(3), from: weekend, to: taken)
    let before = stage.server.movieIDs(of: "alice")
    try await stage.vault.store.importTitle(.movie("tt9000003"))
    await stage.vault.store.settled()
    for _ in 0..<5 { await stage.vault.store.flush() }
    #expect(try await stage.vault.outbox.open() == [])
    #expect(try await stage.vault.outbox.refused() == [])
    #expect(stage.count("vault.imports.movie") == 1)
    #expect(stage.server.movieIDs(of: "alice") == before)
  }

  @Test("a title is imported though the list it was to go to is gone")
  func listGone() async throws {
    let stage = try await Stage.signedIn(settings: Self.simulated)
    let someDay = try #require(stage.server.listID(named: "Some day", of: "alice"))
    try await stage.vault.lists.delete(someDay)
    try await stage.vault.store.importTitle(.movie("tt0501001"), into: [.list(someDay)])
    await stage.vault.store.settled()
    #expect(try await stage.vault.outbox.open() == [])
    #expect(try await stage.vault.store.refreshLibrary().value.allMovies.contains { $0.imdbID == "tt0501001" })
  }

  @Test("opening a collection takes the badge off its films")
  func collectionBadge() async throws {
    var world = VaultWorld()
    let harbor = VaultWorld.Collection(9001, "Harbor Collection")
    let fresh = world.addMovie("Harbor", collection: harbor, isNew: true, importedHoursAgo: 1)
    world.addMovie("Harbor 2", collection: harbor, importedHoursAgo: 30)
    let stage = try await Stage.signedIn(world: world)
    try await stage.vault.store.refreshLibrary()
    try await stage.vault.store.markSeen(.collection(9001), keepingBadge: true)
    await stage.vault.store.settled()
    #expect(try await stage.vault.notifications.newTitles().importedMovies.map(\.id) == [fresh])
    stage.network.isDown = true
    try await stage.vault.store.markSeen(.collection(9001))
    #expect(try await stage.vault.store.library()?.value.movie(fresh)?.importedAt == nil)
    await stage.vault.store.settled()
    stage.network.isDown = false
    await stage.vault.store.flush()
    #expect(try await stage.vault.notifications.newTitles().isEmpty)
    #expect(stage.count("vault.movies.clearNew") == 1)
    #expect(try await stage.vault.outbox.open() == [])
  }

  @Test("the code of an episode changes though nothing else does")
  func episodeCode() async throws {
    let stage = try await Stage.signedIn()
    try await stage.vault.store.refreshLibrary()
    let pilot = try #require(try await stage.vault.episodes.all(of: 1).first { $0.code == "S01E01" })
    var fields = EpisodeFields(pilot)
    fields.code = "1x01"
    stage.network.isDown = true
    try await stage.vault.store.save(fields)
    let shown = try await stage.vault.store.library()?.value.series(1)?.episodes.first { $0.id == pilot.id }
    #expect(shown?.code == "1x01")
    await stage.vault.store.settled()
    stage.network.isDown = false
    await stage.vault.store.flush()
    #expect(try await stage.vault.episodes.all(of: 1).first { $0.id == pilot.id }?.code == "1x01")
    #expect(try await stage.vault.outbox.open() == [])
  }
}
