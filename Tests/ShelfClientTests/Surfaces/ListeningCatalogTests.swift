import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@Suite("The catalog for voice assistants and shortcuts")
struct ListeningCatalogTests {
  @Test("it suggests the items to play next and then the newest unfinished episodes, each once, without a request")
  func suggestions() async throws {
    let rig = try await ShelfRig()
    let shelf = rig.shelf
    try await shelf.queueStore.refresh()
    let latest = try await shelf.queueStore.current().visible
    let (finished, queued) = (latest[0], latest[1])
    try await shelf.upNext.set([QueueEntry(id: try rig.book(), title: "The Salt Clock"), queued])
    try await shelf.progressStore.markFinished(finished.id)
    try await shelf.progressStore.setPosition(queued.id, to: 12)
    await shelf.queue.settled()
    let sent = rig.network.operations.count
    let suggested = try await ListeningCatalog(shelf: shelf).suggested()
    #expect(suggested.map(\.id) == [try rig.book(), queued.id] + latest.dropFirst(2).map(\.id))
    #expect(suggested[1].progress?.position == 12)
    #expect(rig.network.operations.count == sent)
  }

  @Test("a search finds books and episodes of all libraries, and without a network the items that this device has")
  func search() async throws {
    let rig = try await ShelfRig()
    let catalog = ListeningCatalog(shelf: rig.shelf)
    let book = try rig.book()
    #expect(try await catalog.matching(" salt ").map(\.id) == [book])
    #expect(rig.count(.shelfSearchResults) == 2)
    try await rig.shelf.queueStore.refresh()
    let episode = try #require(try await rig.shelf.queueStore.current().visible.first)
    await rig.shelf.client.accounts.save()

    rig.network.isDown = true
    let later = ListeningCatalog(shelf: rig.relaunched())
    #expect(try await later.matching("CLOCK salt").map(\.id) == [book])
    #expect(try await later.matching(episode.title).first?.id == episode.id)
    #expect(try await later.matching("nothing has this name").isEmpty)
    #expect(try await later.matching("  ").map(\.id) == later.suggested().map(\.id))
  }

  @Test("a slow server is not waited for longer than eight seconds")
  func slow() async throws {
    let rig = try await ShelfRig(instant: false)
    let catalog = ListeningCatalog(shelf: rig.shelf)
    let entry = QueueEntry(id: try rig.book(), title: "The Salt Clock")
    try await rig.shelf.upNext.playNext(entry)
    rig.network.fail(.shelfLibrariesAll, with: .noAnswer)
    let search = Task { try await catalog.matching("salt") }
    #expect(await eventually { rig.network.operations.contains(.shelfLibrariesAll) })
    await rig.clock.advance(by: .seconds(8))
    #expect(try await search.value.map(\.id) == [entry.id])
  }

  @Test("items are found by id on this device, else on the server; those that are gone are left out")
  func ids() async throws {
    let rig = try await ShelfRig()
    let catalog = ListeningCatalog(shelf: rig.shelf)
    let (book, episode) = (try rig.book(), try rig.episode())
    let gone = PlayableID(libraryItemId: "li_gone")
    let found = try await catalog.entries(of: [episode, gone, book])
    #expect(found.map(\.id) == [episode, book] && found[1].title == "The Salt Clock" && !found[0].title.isEmpty)
    #expect(rig.count(.shelfItemsOne) == 3)
    await rig.shelf.client.accounts.save()

    rig.network.isDown = true
    let later = ListeningCatalog(shelf: rig.relaunched())
    #expect(try await later.entries(of: [book, episode]) == [found[1], found[0]])
    let error = try await failure { _ = try await later.entries(of: [try rig.book("Field Notes")]) }
    #expect(error.kind == .unreachable)
    #expect(try await later.entries(of: [try rig.book("Field Notes"), book]).map(\.id) == [book])
  }

  @Test("a result that arrives after another account has signed in is dropped")
  func accountChange() async throws {
    let rig = try await ShelfRig()
    let catalog = ListeningCatalog(shelf: rig.shelf)
    try await rig.shelf.upNext.playNext(QueueEntry(id: try rig.book(), title: "The Salt Clock"))
    rig.tether.after(.shelfSearchResults) {
      _ = try? await rig.shelf.account.signOut(pending: .keep)
      _ = try? await rig.shelf.account.signIn(username: "grace", password: ShelfRig.password(of: "grace"))
    }
    let error = try await failure { _ = try await catalog.matching("salt") }
    #expect(error.kind == .signedOut)
    #expect(try await catalog.suggested().isEmpty)
  }
}
