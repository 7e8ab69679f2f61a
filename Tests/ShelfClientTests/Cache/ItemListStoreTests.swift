import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@Suite("Playlists and collections that are changed on this device")
struct ItemListStoreTests {
  private func titles(_ rows: [ShelfRow]?) -> [String]? { rows.map { $0.map(\.title) } }

  /// The rows of the playlists or collections of a library, from this device alone.
  private func listed(_ rig: ShelfRig, _ shelf: ShelfService? = nil) async throws -> [ShelfRow] {
    let shelf = shelf ?? rig.shelf
    return try await shelf.rowStore.kept(shelf.lists.playlists(in: rig.podcasts, pageSize: 50))?.pages.flatMap(\.rows)
      ?? []
  }

  /// A playlist of the first `count` episodes on the server, which this device has opened.
  private func looked(_ rig: ShelfRig, _ name: String = "Evening", _ count: Int = 2) async throws -> String {
    let entries = try (0..<count).map { PlaylistEntry(try rig.episode($0)) }
    let made = try await rig.shelf.playlists.create(
      PlaylistDraft(libraryId: rig.podcasts, name: name, items: entries))
    try await rig.shelf.rowStore.refresh(0, of: rig.shelf.lists.playlists(in: rig.podcasts, pageSize: 50))
    try await rig.shelf.rowStore.refresh(0, of: rig.shelf.lists.entries(ofPlaylist: made.id))
    try await rig.shelf.rowStore.refresh(0, of: rig.shelf.lists.episodes(of: rig.item("Night Signals")))
    return made.id
  }

  @Test("a playlist made offline is shown, survives a relaunch, and keeps its changes when the server numbers it")
  func offlineLife() async throws {
    let rig = try await ShelfRig(instant: false)
    try await rig.shelf.rowStore.refresh(0, of: rig.shelf.lists.episodes(of: rig.item("Night Signals")))
    rig.network.isDown = true
    let store = rig.shelf.playlistStore
    let (id, _) = try await store.create("Evening", in: rig.podcasts, entries: [rig.episode(0), rig.episode(1)])
    try await store.add([rig.episode(2)], to: id)
    try await store.move(rig.episode(2), in: id, to: 0)
    try await store.rename(id, to: "Night")
    try await store.describe(id, as: "for later")
    #expect(try await store.serverID(of: id) == nil)
    let order = ["Radio on the Roof", "Valves and Wires", "The Long Wave"]
    #expect(titles(try await store.entries(of: id)) == order)

    // The relaunched service gets its own network, so that the old service never sends the changes.
    let network = FaultTransport(rig.server.transport)
    network.isDown = true
    let again = rig.relaunched(network)
    #expect(titles(try await again.playlistStore.entries(of: id)) == order)
    let row = try #require(try await listed(rig, again).first)
    #expect(row.id == id)
    #expect(row.title == "Night")
    #expect(row.subtitle == "for later")
    #expect(row.count == 3)
    network.isDown = false
    await again.queue.flush()
    let made = try #require(try await again.playlists.all().first)
    #expect(made.name == "Night")
    #expect(made.description == "for later")
    #expect(made.items.map(\.title) == order)
    #expect(try await again.playlistStore.serverID(of: id) == made.id)
    #expect(try await listed(rig, again).map(\.id) == [made.id])
    #expect(try await listed(rig, again).map(\.count) == [3])
    #expect(titles(try await again.playlistStore.entries(of: id)) == order)
    #expect(titles(try await again.playlistStore.entries(of: made.id)) == order)
    // The store now accepts both the local and the server's id.
    _ = await (try again.playlistStore.remove([rig.episode(0)], from: id)).settled()
    let late = try await again.playlistStore.rename(made.id, to: "Late")
    #expect(late.target == "playlist/\(id)")
    #expect(await late.settled() == .synced)
    #expect(try await again.playlists.playlist(made.id).items.count == 2)
    #expect(try await listed(rig, again).map(\.title) == ["Late"])
    #expect(try await listed(rig, again).map(\.count) == [2])
  }

  @Test("a playlist whose answer was lost is recognised, and not made twice", arguments: [false, true])
  func lostAnswer(isRelaunched: Bool) async throws {
    let rig = try await ShelfRig(instant: !isRelaunched)
    // The server already has a list of the same name, which must not be mistaken for the new one.
    _ = try await looked(rig)
    rig.network.fail(.shelfPlaylistsCreate, with: .replyLost)
    let (id, submission) = try await rig.shelf.playlistStore.create(
      "Evening", in: rig.podcasts, entries: [rig.episode(0), rig.episode(1)])
    _ = await submission.written()
    let shelf = isRelaunched ? rig.relaunched() : rig.shelf
    await shelf.queue.flush()
    #expect(try await shelf.playlists.all().count == 2)
    #expect(rig.count(.shelfPlaylistsCreate) == 2)
    #expect(try await shelf.queue.open() == [])
    let server = try #require(try await shelf.playlistStore.serverID(of: id))
    _ = await (try shelf.playlistStore.rename(id, to: "Mine")).settled()
    #expect(try await shelf.playlists.playlist(server).name == "Mine")
    #expect(Set(try await shelf.playlists.all().map(\.name)) == ["Evening", "Mine"])
  }

  @Test("a playlist is not sent before the disk holds that it is")
  func attemptOnDisk() async throws {
    let rig = try await ShelfRig()
    rig.network.isDown = true
    let (_, creation) = try await rig.shelf.playlistStore.create("Evening", in: rig.podcasts, entries: [rig.episode()])
    _ = await creation.settled()
    rig.files.isLocked = true
    rig.network.isDown = false
    await rig.shelf.queue.flush()
    #expect(rig.count(.shelfPlaylistsCreate) == 0)
    rig.files.isLocked = false
    await rig.shelf.queue.flush()
    #expect(await creation.outcome() == .synced)
    #expect(try await rig.shelf.playlists.all().count == 1)
  }

  @Test("a playlist that is made at once is known at once: nothing was looked at before")
  func madeAtOnce() async throws {
    let rig = try await ShelfRig()
    let store = rig.shelf.playlistStore
    let (id, creation) = try await store.create("Evening", in: rig.podcasts, entries: [rig.episode(0), rig.episode(1)])
    #expect(await creation.settled() == .synced)
    #expect(try await store.entries(of: id)?.map(\.id) == [rig.episode(0).description, rig.episode(1).description])
    _ = await (try store.add([rig.episode(2)], to: id)).settled()
    #expect(await (try store.move(rig.episode(2), in: id, to: 0)).settled() == .synced)
    let server = try #require(try await store.serverID(of: id))
    #expect(try await rig.shelf.playlists.playlist(server).items.first?.episodeId == rig.episode(2).episodeId)
  }

  @Test("a list that was not sent yet is deleted without a request about it")
  func deletedBeforeSending() async throws {
    let rig = try await ShelfRig()
    rig.network.isDown = true
    let (id, creation) = try await rig.shelf.playlistStore.create("Evening", in: rig.podcasts)
    let renaming = try await rig.shelf.playlistStore.rename(id, to: "Night")
    let removal = try await rig.shelf.playlistStore.delete(id)
    #expect(try await listed(rig) == [])
    #expect(try await rig.shelf.playlistStore.entries(of: id) == nil)
    rig.network.isDown = false
    let before = rig.server.requests.count
    #expect(await removal.settled() == .synced)
    #expect(await creation.outcome() == .superseded(reason: "removed"))
    #expect(await renaming.outcome() == .superseded(reason: "removed"))
    #expect(rig.server.requests.dropFirst(before).filter { $0.path.contains("playlists") }.isEmpty)
    #expect(try await failure { try await rig.shelf.playlistStore.rename(id, to: "x") }.kind == .notFound)
    #expect(try await failure { try await rig.shelf.playlistStore.serverID(of: id) }.kind == .notFound)
  }

  @Test("a list that is deleted while it may be on its way is deleted on the server")
  func deletedOnItsWay() async throws {
    let rig = try await ShelfRig(instant: false)
    rig.network.fail(.shelfPlaylistsCreate, with: .replyLost)
    let (id, creation) = try await rig.shelf.playlistStore.create("Evening", in: rig.podcasts, entries: [rig.episode()])
    _ = await creation.written()
    let removal = try await rig.shelf.playlistStore.delete(id)
    #expect(await removal.settled() == .synced)
    #expect(try await rig.shelf.playlists.all() == [])
    #expect(rig.count(.shelfPlaylistsCreate) == 1)
  }

  @Test("entries that another device added or took out stay so")
  func mergedEntries() async throws {
    let rig = try await ShelfRig()
    let id = try await looked(rig)
    let other = try await rig.device(as: "ada")
    rig.network.isDown = true
    let adding = try await rig.shelf.playlistStore.add([rig.episode(2)], to: id)
    _ = try await other.playlists.remove(rig.episode(0), from: id)
    let rye = try rig.episode(0, of: "Bread Hour")
    _ = try await other.playlists.add(rye, to: id)
    rig.network.isDown = false
    #expect(await adding.settled() == .synced)
    let now = try await other.playlists.playlist(id)
    #expect(now.items.map(\.title) == ["The Long Wave", "Rye", "Radio on the Roof"])
  }

  @Test("an order keeps what another device added since, behind the rest")
  func mergedOrder() async throws {
    let rig = try await ShelfRig()
    let id = try await looked(rig)
    let other = try await rig.device(as: "ada")
    rig.network.isDown = true
    let ordering = try await rig.shelf.playlistStore.reorder(id, to: [rig.episode(1), rig.episode(0)])
    await rig.clock.advance(by: .seconds(60))
    _ = try await other.playlists.add(rig.episode(2), to: id)
    rig.network.isDown = false
    #expect(await ordering.settled() == .synced)
    let now = try await other.playlists.playlist(id)
    #expect(now.items.map(\.title) == ["The Long Wave", "Valves and Wires", "Radio on the Roof"])
  }

  @Test("an order that another device overtakes on the way is made of all entries")
  func orderInBetween() async throws {
    let clock = ManualClock(passing: .everything)
    let server = FakeShelfServer(clock: clock)
    let tether = Tether(server.transport)
    let shelf = ShelfService(server: .fake, transport: tether, environment: .manual(clock: clock))
    try await shelf.account.signIn(username: "ada", password: "correct horse")
    let world = ShelfWorld.sample
    let item = try #require(world.itemID(titled: "Night Signals"))
    let ids = world.episodeIDs(of: item).map { PlayableID(libraryItemId: item, episodeId: $0) }
    let made = try await shelf.playlists.create(
      PlaylistDraft(libraryId: world.libraryIDs[1], name: "x", items: ids.prefix(2).map(PlaylistEntry.init)))
    tether.after(.shelfPlaylistsOne) {
      let other = ShelfService(server: .fake, transport: server.transport, environment: .manual(clock: clock, seed: 9))
      _ = try? await other.account.signIn(username: "ada", password: "correct horse")
      _ = try? await other.playlists.add(ids[2], to: made.id)
    }
    let ordering = try await shelf.playlistStore.reorder(made.id, to: [ids[1], ids[0]])
    #expect(await ordering.settled() == .synced)
    #expect(try await shelf.playlists.playlist(made.id).items.map(\.id) == [ids[1], ids[0], ids[2]])
  }

  @Test("of two names the later one stays", arguments: [true, false])
  func twoNames(isOtherLater: Bool) async throws {
    let rig = try await ShelfRig()
    let id = try await looked(rig)
    let other = try await rig.device(as: "ada")
    rig.network.isDown = true
    if !isOtherLater { _ = try await other.playlists.update(id, PlaylistUpdate(name: "Theirs")) }
    await rig.clock.advance(by: .seconds(60))
    let renaming = try await rig.shelf.playlistStore.rename(id, to: "Mine")
    await rig.clock.advance(by: .seconds(60))
    if isOtherLater { _ = try await other.playlists.update(id, PlaylistUpdate(name: "Theirs")) }
    rig.network.isDown = false
    #expect(await renaming.settled() == (isOtherLater ? .superseded(reason: "laterChange") : .synced))
    #expect(try await other.playlists.playlist(id).name == (isOtherLater ? "Theirs" : "Mine"))
    #expect(try await listed(rig).map(\.title) == [isOtherLater ? "Theirs" : "Mine"])
  }

  @Test("of two orders the later one stays")
  func twoOrders() async throws {
    let rig = try await ShelfRig()
    let id = try await looked(rig, "Evening", 3)
    let other = try await rig.device(as: "ada")
    let (one, two, three) = (try rig.episode(0), try rig.episode(1), try rig.episode(2))
    rig.network.isDown = true
    let ordering = try await rig.shelf.playlistStore.reorder(id, to: [two, one, three])
    await rig.clock.advance(by: .seconds(60))
    // Also send a name: if only the order changes, the server does not date the change.
    let theirs = PlaylistUpdate(name: "Theirs", items: [three, two, one].map(PlaylistEntry.init))
    _ = try await other.playlists.update(id, theirs)
    rig.network.isDown = false
    #expect(await ordering.settled() == .superseded(reason: "laterChange"))
    #expect(try await rig.shelf.playlistStore.entries(of: id)?.map(\.id) == [three, two, one].map(\.description))
  }

  @Test("an order behind another change of its list is no older than what that has done")
  func orderBehindChange() async throws {
    let rig = try await ShelfRig()
    let id = try await looked(rig)
    let (one, two) = (try rig.episode(0), try rig.episode(1))
    rig.network.isDown = true
    try await rig.shelf.playlistStore.remove([one], from: id)
    try await rig.shelf.playlistStore.rename(id, to: "Night")
    try await rig.shelf.playlistStore.add([one], to: id)
    let last = try await rig.shelf.playlistStore.reorder(id, to: [one, two])
    await rig.clock.advance(by: .seconds(60))
    rig.network.isDown = false
    #expect(await last.settled() == .synced)
    #expect(try await rig.shelf.playlists.playlist(id).items.map(\.id) == [one, two])
  }

  @Test("an entry that the server does not have is refused in the end, and taken back")
  func unknownEntry() async throws {
    let rig = try await ShelfRig()
    let id = try await looked(rig)
    let gone = PlayableID(libraryItemId: try rig.item("Night Signals"), episodeId: "gone")
    let adding = try await rig.shelf.playlistStore.add([gone], to: id)
    let isRefused = await eventually {
      await rig.shelf.queue.flush()
      if case .refused = await adding.outcome() { return true }
      return false
    }
    #expect(isRefused)
    #expect(try await rig.shelf.playlistStore.entries(of: id)?.count == 2)
  }

  @Test("many changes of the entries are one request, and the new ones go in before the others go out")
  func coalescing() async throws {
    let rig = try await ShelfRig()
    let id = try await looked(rig)
    rig.network.isDown = true
    let store = rig.shelf.playlistStore
    // Wait for each attempt to end, because a change that is being sent is not merged with later ones.
    for index in 0..<2 {
      try await store.remove([rig.episode(index)], from: id)
      await rig.shelf.queue.settled()
    }
    #expect(try await store.entries(of: id) == nil)
    try await store.add([rig.episode(2)], to: id)
    await rig.shelf.queue.settled()
    try await store.add([rig.episode(1, of: "Bread Hour")], to: id)
    #expect(try await store.entries(of: id)?.map(\.title) == ["Radio on the Roof", ""])
    rig.network.isDown = false
    await rig.shelf.queue.flush()
    #expect(rig.count(.shelfPlaylistsBatchAdd) == 1)
    #expect(rig.count(.shelfPlaylistsBatchRemove) == 1)
    let now = try await rig.shelf.playlists.playlist(id)
    #expect(now.items.map(\.title) == ["Radio on the Roof", "Oats"])
    #expect(try await store.entries(of: id)?.map(\.id) == now.items.map(\.id.description))
  }

  @Test("a playlist goes with its last entry, here at once and on the server")
  func lastEntry() async throws {
    let rig = try await ShelfRig()
    let id = try await looked(rig)
    rig.network.isDown = true
    let removal = try await rig.shelf.playlistStore.remove([rig.episode(0), rig.episode(1)], from: id)
    #expect(try await listed(rig) == [])
    rig.network.isDown = false
    #expect(await removal.settled() == .synced)
    #expect(try await listed(rig) == [])
    #expect(try await rig.shelf.playlists.all() == [])
  }

  @Test("a list that another device has deleted is deleted, and takes no other change")
  func goneList() async throws {
    let rig = try await ShelfRig()
    let id = try await looked(rig)
    let second = try await looked(rig, "Second")
    let other = try await rig.device(as: "ada")
    rig.network.isDown = true
    let deletion = try await rig.shelf.playlistStore.delete(id)
    let adding = try await rig.shelf.playlistStore.add([rig.episode(2)], to: second)
    try await other.playlists.remove(id)
    try await other.playlists.remove(second)
    rig.network.isDown = false
    #expect(await deletion.settled() == .synced)
    guard case .refused(let error) = await adding.outcome() else { Issue.record("not refused"); return }
    #expect(error.kind == .notFound)
    #expect(try await rig.shelf.queue.refused().map(\.id) == [adding.id])
  }

  @Test("a deletion whose answer was lost is done")
  func lostDeletion() async throws {
    let rig = try await ShelfRig()
    let id = try await looked(rig)
    rig.network.fail(.shelfPlaylistsRemove, with: .replyLost)
    let deletion = try await rig.shelf.playlistStore.delete(id)
    _ = await deletion.settled()
    await rig.shelf.queue.flush()
    #expect(await deletion.outcome() == .synced)
    #expect(rig.count(.shelfPlaylistsRemove) == 1)
    #expect(try await listed(rig) == [])
  }

  @Test("a collection is refused to who may not update, and is read after the no")
  func permission() async throws {
    let rig = try await ShelfRig(as: "grace")
    let store = rig.shelf.collectionStore
    rig.network.isDown = true
    let (id, creation) = try await store.create("Sea", in: rig.books, entries: [rig.book()])
    #expect(try await store.entries(of: id)?.count == 1)
    rig.network.isDown = false
    guard case .refused(let error) = await creation.settled() else { Issue.record("not refused"); return }
    #expect(error.kind == .forbidden)
    #expect(error.serverMessage == "Forbidden")
    #expect(rig.network.operations.suffix(3) == [.shelfCollectionsCreate, .shelfServerStatus, .shelfCollectionsAll])
    #expect(try await store.entries(of: id) == nil)
    #expect(try await failure { try await store.add([rig.book()], to: id) }.kind == .notFound)
    let ada = try await rig.device(as: "ada")
    let made = try await ada.collections.create(
      BookCollectionDraft(libraryId: rig.books, name: "Hers", books: [rig.book().libraryItemId]))
    let renaming = try await store.rename(made.id, to: "Mine")
    guard case .refused(let error) = await renaming.settled() else { Issue.record("not refused"); return }
    #expect(error.kind == .forbidden)
    let removal = try await store.remove([rig.book()], from: made.id)
    guard case .refused(let error) = await removal.settled() else { Issue.record("not refused"); return }
    #expect(error.kind == .forbidden)
    #expect(try await ada.collections.collection(made.id).books.count == 1)
  }

  @Test("a collection is made, filled, put in order and deleted offline")
  func collection() async throws {
    let rig = try await ShelfRig()
    let store = rig.shelf.collectionStore
    rig.network.isDown = true
    let (id, _) = try await store.create("Sea", in: rig.books, entries: [rig.book(), rig.book("First Light")])
    try await store.add([rig.book("Field Notes")], to: id)
    rig.network.isDown = false
    await rig.shelf.queue.flush()
    let server = try #require(try await store.serverID(of: id))
    try await rig.shelf.rowStore.refresh(0, of: rig.shelf.lists.books(ofCollection: id))
    rig.network.isDown = true
    try await store.move(rig.book("Field Notes"), in: id, to: 0)
    try await store.remove([rig.book()], from: id)
    rig.network.isDown = false
    await rig.shelf.queue.flush()
    let books = try await rig.shelf.collections.collection(server).books
    #expect(books.map(\.title) == ["Field Notes", "First Light"])
    _ = await (try store.remove(rig.bookIDs("Field Notes", "First Light"), from: id)).settled()
    #expect(try await rig.shelf.collections.collection(server).books == [])
    #expect(try await store.entries(of: id) == [])
    #expect(await (try store.describe(id, as: "Waves")).settled() == .synced)
    #expect(try await rig.shelf.collections.collection(server).description == "Waves")
    #expect(await (try store.describe(id, as: "")).settled() == .synced)
    #expect(try await rig.shelf.collections.collection(server).description?.isEmpty != false)
    #expect(await (try store.delete(id)).settled() == .synced)
    #expect(try await rig.shelf.collections.all() == [])
  }

  @Test("what no server could take is refused before it counts")
  func invalid() async throws {
    let rig = try await ShelfRig()
    let id = try await looked(rig)
    let (playlists, collections) = (rig.shelf.playlistStore, rig.shelf.collectionStore)
    let episode = try rig.episode()
    let attempts: [() async throws -> Void] = [
      { _ = try await playlists.create("", in: rig.podcasts) },
      { _ = try await collections.create("x", in: rig.books) },
      { _ = try await collections.create("x", in: rig.books, entries: [episode]) },
      { _ = try await collections.add([episode], to: "c") },
      { _ = try await playlists.rename(id, to: "") },
      { _ = try await playlists.describe(id, as: "") },
      { _ = try await playlists.add([], to: id) },
      { _ = try await playlists.add([PlayableID(libraryItemId: "a/b")], to: id) },
      { _ = try await playlists.delete("../me") },
      { _ = try await playlists.reorder(id, to: [episode]) },
    ]
    for (number, attempt) in attempts.enumerated() {
      #expect(try await failure { try await attempt() }.kind == .invalidRequest, "\(number)")
    }
    #expect(try await failure { try await playlists.move(rig.episode(2), in: id, to: 0) }.kind == .notFound)
    #expect(try await rig.shelf.queue.all() == [])
  }

  @Test("an answer that was asked for before a change does not undo it")
  func overtakenAnswer() async throws {
    let rig = try await ShelfRig()
    let id = try await looked(rig)
    let list = rig.shelf.lists.playlists(in: rig.podcasts, pageSize: 50)
    let mark = try await rig.shelf.rowStore.kept(list)
    #expect(mark?.pages[0].rows.map(\.title) == ["Evening"])
    let shelf = rig.shelf
    let slow = RowList(.lists(.playlist, library: rig.podcasts), limit: 50) { (_, _) async throws(ClientError) in
      let page = RowPage(rows: mark?.pages[0].rows ?? [], total: 1)
      _ = await (try await shelf.playlistStore.rename(id, to: "Night")).settled()
      return page
    }
    try await shelf.rowStore.refresh(0, of: slow)
    #expect(try await listed(rig).map(\.title) == ["Night"])
  }

  @Test("a change of somebody who signed out waits for that account alone")
  func accounts() async throws {
    let rig = try await ShelfRig()
    rig.network.isDown = true
    let (id, _) = try await rig.shelf.playlistStore.create("Evening", in: rig.podcasts, entries: [rig.episode()])
    try? await rig.shelf.account.signOut(pending: .keep)
    rig.network.isDown = false
    try await rig.shelf.account.signIn(username: "linus", password: "staple battery")
    #expect(try await listed(rig) == [])
    await rig.shelf.queue.flush()
    #expect(try await rig.shelf.playlists.all() == [])
    try? await rig.shelf.account.signOut(pending: .keep)
    try await rig.shelf.account.signIn(username: "ada", password: "correct horse")
    await rig.shelf.queue.flush()
    #expect(try await rig.shelf.playlists.all().map(\.name) == ["Evening"])
    #expect(try await rig.shelf.playlistStore.serverID(of: id) != nil)
  }
}

extension ShelfRig {
  fileprivate func bookIDs(_ titles: String...) throws -> [PlayableID] { try titles.map { try book($0) } }
}
