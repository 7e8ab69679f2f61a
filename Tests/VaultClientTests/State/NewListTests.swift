import Foundation
import MediaCore
import Testing
import VaultTesting

@testable import VaultClient

@Suite("Lists that have no number yet")
struct NewListTests {
  /// With lists and the library known, and a list made offline.
  private func stage(
    _ settings: FakeVaultServer.Settings = .init()
  ) async throws -> (stage: Stage, weekend: Int, rain: Int) {
    let stage = try await Stage.signedIn(settings: settings)
    try await stage.vault.store.refreshLibrary()
    try await stage.vault.store.refreshLists()
    let weekend = try #require(stage.server.listID(named: "Weekend", of: "alice"))
    try await stage.vault.store.refreshContents(of: .list(weekend))
    stage.network.isDown = true
    let rain = try #require(try await stage.vault.store.createList(ListDraft(name: "Rain")).number)
    return (stage, weekend, rain)
  }

  private func states(_ stage: Stage) async throws -> [Intent.State] {
    try await stage.vault.outbox.all().map(\.state)
  }

  @Test("whatever is changed of one happens to it when it has its number")
  func everyChange() async throws {
    let (stage, weekend, rain) = try await stage(.init(simulatedUpstreams: true))
    let store = stage.vault.store
    try await store.add(.movie(1), to: rain, notes: "with tea")
    try await store.add(.movie(2), to: rain)
    try await store.add(.series(4), to: rain)
    try await store.remove(.movie(1), from: rain)
    try await store.mark(.movie(2), in: rain, ItemMark(watched: true, notes: "again"))
    try await store.updateList(rain, ListDraft(color: "#112233"))
    try await store.shareList(rain, with: "bob")
    try await store.transfer(ListTransfer(.move, [.movie(3)], from: weekend, to: rain))
    try await store.importTitle(.movie("tt0501001"), into: [.list(rain)])
    let shown = try #require(try await store.contents(of: .list(rain))?.value)
    #expect(Set(shown.items) == [.movie(2), .series(4), .movie(3)])
    #expect(shown.movie(2)?.watched == true && shown.movie(2)?.notes == "again")
    await store.settled()
    stage.network.isDown = false
    for _ in 0..<2 { await store.flush() }
    #expect(try await stage.vault.outbox.open() == [])
    #expect(try await stage.vault.outbox.refused() == [])
    let number = try #require(stage.server.listID(named: "Rain", of: "alice"))
    let rows = stage.server.contents(ofList: number)
    let film = try #require(rows.last { $0.type == "movie" })
    #expect(rows.map(\.id) == [2, 4, 3, film.id])
    #expect(rows.first?.watched == true && rows.first?.notes == "again")
    #expect(try await stage.vault.movies.movie(film.id).imdbID == "tt0501001")
    #expect(!stage.server.contents(ofList: weekend).contains { $0.id == 3 })
    #expect(try await store.refreshLists().value.first { $0.name == "Rain" }?.color == "#112233")
    let bob = Stage(server: stage.server, clock: stage.clock, files: MemoryFileSystem(), secrets: MemorySecretStore())
    try await bob.vault.account.signIn(username: "bob", password: VaultWorld.standardPassword)
    #expect(try await bob.vault.lists.all().contains { $0.id == .list(number) })
  }

  @Test("while making it fails everything else of it waits, and nothing is told to be done")
  func waits() async throws {
    let (stage, _, rain) = try await stage()
    let store = stage.vault.store
    try await store.add(.movie(1), to: rain)
    try await store.remove(.movie(1), from: rain)
    try await store.remove(.movie(2), from: rain)
    await store.settled()
    stage.network.isDown = false
    stage.network.fail("vault.lists.create", with: .status(502), .status(502), .status(502))
    await store.flush()
    #expect(try await states(stage) == [.pending, .pending, .pending])
    // Once, before any of this.
    #expect(stage.count("vault.lists.contents") == 1)
    let again = stage.relaunched()
    await again.vault.store.flush()
    #expect(try await again.vault.outbox.open() == [])
    #expect(again.count("vault.lists.add") + again.count("vault.lists.remove") == 0)
    let number = try #require(stage.server.listID(named: "Rain", of: "alice"))
    #expect(stage.server.contents(ofList: number).isEmpty)
  }

  @Test("what waits after a relaunch finds the number that the list got before")
  func relaunch() async throws {
    let (stage, _, rain) = try await stage()
    try await stage.vault.store.add(.movie(1), to: rain)
    await stage.vault.store.settled()
    stage.network.isDown = false
    stage.network.fail("vault.lists.add", with: .status(502), .status(502), .status(502))
    await stage.vault.store.flush()
    #expect(try await stage.vault.outbox.open().count == 1)
    let again = stage.relaunched()
    try await again.vault.store.remove(.movie(2), from: rain)
    await again.vault.store.settled()
    await again.vault.store.flush()
    #expect(try await again.vault.outbox.open() == [])
    #expect(try await again.vault.outbox.refused() == [])
    let number = try #require(stage.server.listID(named: "Rain", of: "alice"))
    #expect(stage.server.contents(ofList: number).map(\.id) == [1])
  }

  @Test("its number outlives the change that made it and a sign-out that keeps what waits")
  func folded() async throws {
    let (stage, _, rain) = try await stage()
    let store = stage.vault.store
    try await store.add(.movie(1), to: rain)
    // So many that the change that made the list is not kept.
    for id in 1000..<1210 { try await store.remove(.movie(id)) }
    await store.settled()
    stage.network.isDown = false
    stage.network.fail("vault.lists.add", with: .status(502), .status(502), .status(502))
    await store.flush()
    let all = try await stage.vault.outbox.all()
    #expect(!all.contains { $0.kind == NewListWish.kind })
    #expect(all.filter(\.isOpen).map(\.kind) == [ListItemWish.kind])
    let number = try #require(stage.server.listID(named: "Rain", of: "alice"))
    #expect(stage.server.contents(ofList: number).isEmpty)
    try await stage.vault.account.signOut(pending: .keep)
    let again = stage.relaunched()
    try await again.vault.account.signIn(username: "alice", password: VaultWorld.standardPassword)
    for _ in 0..<2 { await again.vault.store.flush() }
    #expect(try await again.vault.outbox.open() == [])
    #expect(stage.server.contents(ofList: number).map(\.id) == [1])
  }

  @Test("of one that was refused or discarded everything else is refused", arguments: [true, false])
  func refused(_ isDiscarded: Bool) async throws {
    let (stage, weekend, rain) = try await stage(.init(simulatedUpstreams: true))
    let store = stage.vault.store
    try await store.add(.movie(1), to: rain)
    try await store.remove(.movie(2), from: rain)
    try await store.mark(.movie(1), in: rain, ItemMark(watched: true))
    try await store.updateList(rain, ListDraft(icon: "🌧"))
    try await store.shareList(rain, with: "bob")
    try await store.transfer(ListTransfer(.move, [.movie(3)], from: weekend, to: rain))
    try await store.importTitle(.movie("tt0501001"), into: [.list(rain)])
    await store.settled()
    let creation = try #require(try await stage.vault.outbox.open().first)
    let outbox = try await stage.vault.outbox.outbox()
    if isDiscarded {
      try await outbox.discard(creation.id)
    } else {
      // A list without a name would be one that nobody wished.
      let nameless = NewListWish(provisional: rain, name: "Rain", draft: ListDraft())
      try await outbox.edit(creation.id, wish: try JSONValue(encoding: nameless))
    }
    stage.network.isDown = false
    await store.flush()
    let refused = try await stage.vault.outbox.refused()
    #expect(refused.count == (isDiscarded ? 7 : 8))
    #expect(refused.allSatisfy { $0.state == .refused(reason: "gone") })
    #expect(try await stage.vault.outbox.open() == [])
    #expect(stage.count("vault.lists.create") == 0)
    #expect(stage.server.contents(ofList: weekend).contains { $0.id == 3 })
    #expect(await Stage.kind { try await store.add(.movie(1), to: rain) } == .notFound)
  }

  @Test("changes by its provisional number and by its real one go out in one order")
  func oneOrder() async throws {
    let (stage, _, rain) = try await stage()
    try await stage.vault.store.add(.movie(1), to: rain)
    await stage.vault.store.settled()
    stage.network.isDown = false
    stage.network.fail("vault.lists.add", with: .status(502), .status(502), .status(502))
    await stage.vault.store.flush()
    let number = try #require(stage.server.listID(named: "Rain", of: "alice"))
    let again = stage.relaunched()
    again.network.fail("vault.lists.add", with: .status(502))
    try await again.vault.store.remove(.movie(1), from: number)
    await again.vault.store.settled()
    for _ in 0..<2 { await again.vault.store.flush() }
    #expect(try await again.vault.outbox.open() == [])
    #expect(stage.server.contents(ofList: number).isEmpty)
    #expect(again.count("vault.lists.remove") == 1)
  }

  @Test("one with the name of a list that is about to be deleted waits for that")
  func sameName() async throws {
    let (stage, weekend, _) = try await stage()
    let store = stage.vault.store
    try await store.deleteList(weekend)
    let new = try #require(try await store.createList(ListDraft(name: "Weekend")).number)
    try await store.add(.movie(1), to: new)
    await store.settled()
    stage.network.isDown = false
    stage.network.fail("vault.lists.delete", with: .status(502))
    for _ in 0..<2 { await store.flush() }
    #expect(try await stage.vault.outbox.open() == [])
    let number = try #require(stage.server.listID(named: "Weekend", of: "alice"))
    #expect(number != weekend)
    #expect(stage.server.contents(ofList: number).map(\.id) == [1])
    #expect(try await store.contents(of: .list(new))?.value.items == [.movie(1)])
  }

  // MARK: Deleting

  @Test("one whose making may have arrived is deleted after it")
  func deletedLater() async throws {
    let (stage, _, rain) = try await stage()
    await stage.vault.store.settled()
    stage.network.isDown = false
    stage.network.fail("vault.lists.create", with: .replyLost)
    await stage.vault.store.flush()
    #expect(stage.server.listID(named: "Rain", of: "alice") != nil)
    stage.network.isDown = true
    try await stage.vault.store.deleteList(rain)
    #expect(try await stage.vault.store.lists()?.value.contains { $0.name == "Rain" } == false)
    await stage.vault.store.settled()
    stage.network.isDown = false
    for _ in 0..<2 { await stage.vault.store.flush() }
    #expect(stage.server.listID(named: "Rain", of: "alice") == nil)
    #expect(stage.count("vault.lists.create") == 1)
    #expect(try await stage.vault.outbox.open() == [])
    #expect(try await stage.vault.outbox.refused() == [])
    #expect(try await stage.vault.store.lists()?.value.contains { $0.name == "Rain" } == false)
  }

  @Test("one that never went out is forgotten with what waited for it; an import goes on without it")
  func forgotten() async throws {
    let (stage, _, rain) = try await stage(.init(simulatedUpstreams: true))
    let store = stage.vault.store
    try await store.add(.movie(1), to: rain)
    try await store.mark(.movie(1), in: rain, ItemMark(watched: true))
    try await store.importTitle(.movie("tt0501001"), into: [.list(rain)])
    // Not while it is being tried.
    await store.settled()
    try await store.deleteList(rain)
    await store.settled()
    stage.network.isDown = false
    await store.flush()
    #expect(try await states(stage).count == 1)
    #expect(try await stage.vault.outbox.open() == [])
    #expect(stage.server.listID(named: "Rain", of: "alice") == nil)
    #expect(stage.count("vault.lists.create") == 0)
    let library = try await store.refreshLibrary().value
    #expect(library.movie(1) != nil && library.allMovies.contains { $0.imdbID == "tt0501001" })
  }

  @Test("titles that go through one before it is deleted arrive")
  func passedThrough() async throws {
    let (stage, weekend, rain) = try await stage()
    let store = stage.vault.store
    try await store.transfer(ListTransfer(.move, [.movie(3)], from: weekend, to: rain))
    try await store.deleteList(rain)
    #expect(try await store.lists()?.value.contains { $0.name == "Rain" } == false)
    await store.settled()
    stage.network.isDown = false
    await store.flush()
    #expect(try await stage.vault.outbox.open() == [])
    #expect(try await stage.vault.outbox.refused() == [])
    #expect(stage.server.listID(named: "Rain", of: "alice") == nil)
    #expect(stage.server.contents(ofList: weekend).map(\.id) == [5, 4])
    #expect(try await store.refreshLibrary().value.movie(3) != nil)
  }

  @Test("more about a list that somebody has deleted meanwhile makes no list without a name")
  func nameless() async throws {
    let (stage, _, rain) = try await stage()
    let store = stage.vault.store
    await store.settled()
    stage.network.isDown = false
    stage.network.fail("vault.lists.create", with: .replyLost)
    await store.flush()
    stage.network.isDown = true
    try await store.add(.movie(1), to: rain)
    await store.settled()
    stage.network.isDown = false
    stage.network.fail("vault.lists.add", with: .status(502), .status(502), .status(502))
    await store.flush()
    try await stage.vault.lists.delete(try #require(stage.server.listID(named: "Rain", of: "alice")))
    await store.flush()
    #expect(stage.server.listID(named: "", of: "alice") == nil)
    #expect(stage.count("vault.lists.create") == 1)
    #expect(try await stage.vault.outbox.refused().map(\.state) == [.refused(reason: "gone")])
  }
}
