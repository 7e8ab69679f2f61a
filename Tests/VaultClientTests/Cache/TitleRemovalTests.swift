import Foundation
import MediaCore
import TestSupport
import Testing
import VaultTesting

@testable import VaultClient

@MainActor @Suite("Removing titles without a network, and bringing them back")
struct TitleRemovalTests {
  private func library(_ fixture: Fixture) async -> VaultLibraryViewModel {
    let model = VaultLibraryViewModel(vault: fixture.vault)
    model.load()
    await model.settled()
    return model
  }

  @Test(
    "selected titles leave the screen at once and the server later; before that, undoing leaves everything as it was")
  func selected() async throws {
    let fixture = try await Fixture.signedIn()
    let model = await library(fixture)
    let before = model.state.entries
    fixture.network.isDown = true
    model.remove([.movie(1), .series(4), .collection(9001)])
    await model.settled()
    let removed: Set<TitleReference> = [.movie(1), .series(4), .collection(9001)]
    #expect(model.state.entries.map(\.reference) == before.map(\.reference).filter { !removed.contains($0) })
    // Two films of the collection are in the library; the third is in a list that was not read.
    #expect(model.state.pendingCount == 4)
    #expect(model.state.notice == nil)
    model.undoRemoval()
    await model.settled()
    #expect(model.state.entries == before)
    #expect(model.state.pendingCount == 0)
    model.remove([.movie(1), .series(4)])
    await model.settled()
    fixture.network.isDown = false
    await model.refreshAndWait()
    #expect(!fixture.server.movieIDs(of: "alice").contains(1))
    #expect(!fixture.server.seriesIDs(of: "alice").contains(4))
    #expect(model.state.pendingCount == 0)
  }

  @Test("a title that the server has removed is imported again by its undo, into the lists that had it")
  func imported() async throws {
    var world = VaultWorld.sample
    let list = world.addList("Ferries", items: [.movie(3)])
    let fixture = try await Fixture.signedIn(world: world, settings: .init(simulatedUpstreams: true))
    try await fixture.vault.store.refreshLists()
    try await fixture.vault.store.refreshContents(of: .list(list))
    let imdbID = try #require(try await fixture.vault.movies.movie(3).imdbID)
    let (removal, submissions) = try await fixture.vault.store.removeUndoably([.movie(3)])
    _ = await submissions.first?.settled()
    #expect(!fixture.server.movieIDs(of: "alice").contains(3))
    #expect(removal.items.map(\.lists) == [[list]])
    for submission in try await fixture.vault.store.restore(removal) { _ = await submission.settled() }
    #expect(fixture.count(.vaultImportsMovie) == 1)
    #expect(try await fixture.vault.queue.open().isEmpty)
    #expect(removal.items.first?.restoring == .movie(imdbID))
  }

  @Test("an undo of many removals brings every title back, also those that the queue sends during the undo")
  func whileSending() async throws {
    var world = VaultWorld.sample
    let ids = (1...40).map { "tt\(700_000 + $0)" }
    let films = ids.map { TitleReference.movie(world.addMovie("Reel", imdbID: $0)) }
    let fixture = try await Fixture.signedIn(world: world, settings: .init(simulatedUpstreams: true))
    let store = fixture.vault.store
    try await store.refreshLibrary()
    let (removal, submissions) = try await store.removeUndoably(films)
    _ = await submissions[19].written()
    for submission in try await store.restore(removal) { _ = await submission.settled() }
    #expect(try await fixture.vault.queue.open() == [])
    let restored = Set(try await store.refreshLibrary().value.allMovies.compactMap(\.imdbID))
    #expect(ids.filter { !restored.contains($0) } == [])
  }

  @Test("an undo while the queue reads the title before it removes it leaves the title as it was, with its marks")
  func whileReading() async throws {
    let fixture = try await Fixture.signedIn(settings: .init(simulatedUpstreams: true))
    try await fixture.vault.store.refreshLibrary()
    for mark in try await fixture.vault.store.setWatched(true, for: .movie(1)) { _ = await mark.settled() }
    let held = Held()
    var options = ClientOptions()
    options.middleware = [HeldMiddleware(operation: .vaultMoviesOne, held: held)]
    let vault = VaultService(
      server: .fake, transport: fixture.network, environment: fixture.vault.client.environment, options: options)
    held.hold()
    let (removal, _) = try await vault.store.removeUndoably([.movie(1)])
    #expect(await eventually { held.count == 1 })
    let restored = try await vault.store.restore(removal)
    held.release()
    for submission in restored { _ = await submission.settled() }
    await vault.store.settled()
    #expect(try await vault.queue.open() == [])
    #expect(fixture.server.isWatched(movie: 1, of: "alice") == true)
  }

  @Test("a film that was watched elsewhere while it was removed here is a conflict, whose undo imports it again")
  func conflict() async throws {
    let fixture = try await Fixture.signedIn(settings: .init(simulatedUpstreams: true))
    try await fixture.vault.store.refreshLibrary()
    try await fixture.offline {
      try await fixture.vault.store.remove(.movie(1))
    } meanwhile: {
      let other = try await fixture.otherDevice()
      try await other.vault.store.refreshLibrary()
      for change in try await other.vault.store.setWatched(true, for: .movie(1)) { _ = await change.settled() }
    }
    #expect(!fixture.server.movieIDs(of: "alice").contains(1))
    let later = fixture.relaunched()
    let conflict = try #require(try await later.vault.store.conflicts().first)
    #expect(conflict.text() == "Kept removed from this device; watched from another device was overwritten.")
    #expect(conflict.subject == .movie(1) && conflict.isKeptFromThisDevice)
    for change in try await later.vault.store.undo(conflict) { _ = await change.settled() }
    #expect(later.count(.vaultImportsMovie) == 1)
    #expect(try await later.vault.store.conflicts() == [])
  }

  @Test(
    "the undo of such a conflict puts the film back into its lists, also after a relaunch, except one that is gone",
    arguments: [false, true])
  func conflictInLists(isOffline: Bool) async throws {
    var world = VaultWorld.sample
    let (kept, ended, other) = (world.addList("Ferries"), world.addList("Piers"), world.addList("Rain"))
    let fixture = try await Fixture.signedIn(world: world, settings: .init(simulatedUpstreams: true))
    try await fixture.vault.store.refreshLibrary()
    try await fixture.vault.store.refreshLists()
    for list in [kept, ended, other] { try await fixture.vault.store.refreshContents(of: .list(list)) }
    // Add it on this device, which then keeps the film's own mark: the rows of a list have other marks.
    for list in [kept, ended] { _ = await (try fixture.vault.store.add(.movie(1), to: list)).settled() }
    let imdbID = try #require(try await fixture.vault.movies.movie(1).imdbID)
    try await fixture.offline {
      try await fixture.vault.store.remove(.movie(1))
    } meanwhile: {
      fixture.server.setWatched(true, movie: 1)
      _ = try await fixture.otherDevice().vault.lists.delete(ended)
    }
    #expect(!fixture.server.movieIDs(of: "alice").contains(1))
    let later = fixture.relaunched()
    try await later.vault.store.refreshLists()
    let conflict = try #require(try await later.vault.store.conflicts().first)
    later.network.isDown = isOffline
    let changes = try await later.vault.store.undo(conflict)
    let last = isOffline ? later.relaunched() : later
    if isOffline {
      await later.vault.store.settled()
      for _ in 0..<3 { await last.vault.store.flush() }
    } else {
      for change in changes { _ = await change.settled() }
    }
    let films = try await last.vault.lists.contents(of: .list(kept)).allMovies
    #expect(films.map(\.imdbID) == [imdbID])
    #expect(try await last.vault.lists.contents(of: .list(other)).allMovies == [])
    #expect(try await last.vault.queue.all().allSatisfy { !$0.isOpen && $0.state == .synced })
    #expect(try await last.vault.store.conflicts() == [])
  }

  @Test("a title that is removed twice without a network keeps its IMDb id and its lists for the undo")
  func removedTwice() async throws {
    var world = VaultWorld.sample
    let list = world.addList("Ferries", items: [.movie(3)])
    let fixture = try await Fixture.signedIn(world: world)
    try await fixture.vault.store.refreshLists()
    try await fixture.vault.store.refreshContents(of: .list(list))
    let imdbID = try #require(try await fixture.vault.movies.movie(3).imdbID)
    fixture.network.isDown = true
    try await fixture.vault.store.remove(.movie(3))
    await fixture.vault.store.settled()
    try await fixture.vault.store.remove(.movie(3))
    let open = try await fixture.vault.queue.open().map { $0.mutation(TitleRemovalMutation.self) }
    #expect(open.map { $0?.imdbID } == [imdbID])
    #expect(open.map { $0?.lists } == [[list]])
  }

  @Test("conflicts and removals of an earlier version have no lists, and are read")
  func stored() throws {
    let old = #"{"restore": {"_0": {"movie": {"_0": "tt1"}}}}"#
    let remedy = try JSONDecoder().decode(ConflictRemedy.self, from: Data(old.utf8))
    #expect(remedy == .restore(.movie("tt1")))
    let new = ConflictRemedy.restore(.movie("tt1"), lists: [4, -2])
    #expect(try JSONDecoder().decode(ConflictRemedy.self, from: JSONEncoder().encode(new)) == new)
  }

  @Test("no conflict where nobody has marked the film meanwhile, or where its answer was lost")
  func peaceful() async throws {
    let fixture = try await Fixture.signedIn()
    try await fixture.vault.store.refreshLibrary()
    fixture.network.fail(.vaultWatchlistRemove, with: .replyLost)
    try await fixture.vault.store.remove(.movie(1))
    for _ in 0..<3 { await fixture.vault.store.flush() }
    #expect(!fixture.server.movieIDs(of: "alice").contains(1))
    #expect(try await fixture.vault.store.conflicts() == [])
    #expect(try await fixture.vault.queue.open() == [])
  }

  @Test("an own mark that goes out before the removal is no conflict with another device")
  func ownMark() async throws {
    let fixture = try await Fixture.signedIn()
    try await fixture.vault.store.refreshLibrary()
    fixture.network.isDown = true
    try await fixture.vault.store.setWatched(true, for: .movie(1))
    try await fixture.vault.store.remove(.movie(1))
    fixture.network.isDown = false
    for _ in 0..<3 { await fixture.vault.store.flush() }
    #expect(!fixture.server.movieIDs(of: "alice").contains(1))
    #expect(try await fixture.vault.store.conflicts() == [])
    #expect(try await fixture.vault.queue.open() == [])
  }
}
