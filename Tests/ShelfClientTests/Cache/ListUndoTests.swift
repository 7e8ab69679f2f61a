import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@MainActor
@Suite("Undoing removals from playlists and collections")
struct ListUndoTests {
  private func loaded<Model: ViewModel>(_ model: Model) async -> Model {
    model.load()
    await model.settled()
    return model
  }

  private func titles(_ rows: LoadState<[ShelfRow]>) -> [String] { (rows.value ?? []).map(\.title) }

  /// A playlist of three episodes on the server.
  private func playlist(_ rig: ShelfRig) async throws -> String {
    let entries = try (0..<3).map { try rig.episode($0) }
    let (id, _) = try await rig.shelf.playlistStore.create("Evening", in: rig.podcasts, entries: entries)
    await rig.shelf.queue.flush()
    return try #require(try await rig.shelf.playlistStore.serverID(of: id))
  }

  /// The ids of a playlist's episodes as another device reads them.
  private func stored(_ list: String, _ rig: ShelfRig) async throws -> [String?] {
    try await rig.device(as: "ada").playlists.playlist(list).items.map(\.episodeId)
  }

  @Test("a removed entry is back at its place, whether the server has removed it or not")
  func entry() async throws {
    let rig = try await ShelfRig()
    let id = try await playlist(rig)
    let model = await loaded(PlaylistViewModel(shelf: rig.shelf, playlist: id))
    let before = titles(model.state.rows)
    let ids = try (0..<3).map { try rig.episode($0).episodeId }
    model.remove(try rig.episode(0))
    await model.settled()
    #expect(titles(model.state.rows) == Array(before.dropFirst()))
    #expect(try await stored(id, rig) == Array(ids.dropFirst()))
    #expect(model.state.undoable?.rows.map(\.title) == [before[0]])
    model.undoRemoval()
    await model.settled()
    #expect(titles(model.state.rows) == before)
    #expect(model.state.undoable == nil)
    #expect(try await stored(id, rig) == ids)
    rig.network.isDown = true
    model.remove(try rig.episode(1))
    await model.settled()
    model.undoRemoval()
    await model.settled()
    #expect(titles(model.state.rows) == before)
    rig.network.isDown = false
    await rig.shelf.queue.flush(.connectivity)
    #expect(try await stored(id, rig) == ids)
    #expect(model.state.replacement == nil)
  }

  @Test("undoing a removal offline keeps an addition that waits as well")
  func waitingAddition() async throws {
    let rig = try await ShelfRig()
    let id = try await playlist(rig)
    let model = await loaded(PlaylistViewModel(shelf: rig.shelf, playlist: id))
    let bread = try rig.episode(0, of: "Bread Hour")
    rig.network.isDown = true
    model.add([bread])
    await model.settled()
    model.remove(try rig.episode(2))
    await model.settled()
    model.undoRemoval()
    await model.settled()
    #expect(model.state.rows.value?.count == 4)
    rig.network.isDown = false
    await rig.shelf.queue.flush(.connectivity)
    #expect(try await stored(id, rig) == (0..<3).map { try rig.episode($0).episodeId } + [bread.episodeId])
  }

  @Test("an addition during the undo of a removal that was not sent stays, whichever comes first")
  func additionMeanwhile() async throws {
    let rig = try await ShelfRig()
    let id = try await playlist(rig)
    let store = rig.shelf.playlistStore
    _ = await loaded(PlaylistViewModel(shelf: rig.shelf, playlist: id))
    let (first, bread) = (try rig.episode(0), try rig.episode(0, of: "Bread Hour"))
    rig.network.isDown = true
    for _ in 0..<20 {
      let removal = try await store.removeUndoably([first], from: id).removal
      async let addition = store.add([bread], to: id)
      async let undo = store.restore(removal)
      _ = try await (addition, undo)
      #expect(Set(try await store.entries(of: id)?.map(\.id) ?? []).isSuperset(of: [first, bread].map(\.description)))
      try await store.remove([bread], from: id)
    }
    try await store.add([bread], to: id)
    rig.network.isDown = false
    await rig.shelf.queue.flush(.connectivity)
    let all = try (0..<3).map { try rig.episode($0).episodeId } + [bread.episodeId]
    #expect(Set(try await stored(id, rig)) == Set(all))
  }

  @Test("the undo of a removal that was not sent does not add an entry again that another device has removed as well")
  func removedElsewhere() async throws {
    let rig = try await ShelfRig()
    let id = try await playlist(rig)
    let model = await loaded(PlaylistViewModel(shelf: rig.shelf, playlist: id))
    rig.network.isDown = true
    model.remove(try rig.episode(0))
    await model.settled()
    try await rig.device(as: "ada").playlists.remove([try rig.episode(0)], from: id)
    model.undoRemoval()
    await model.settled()
    #expect(try await rig.shelf.queue.open() == [])
    rig.network.isDown = false
    await rig.shelf.queue.flush(.connectivity)
    #expect(try await stored(id, rig) == [try rig.episode(1).episodeId, try rig.episode(2).episodeId])
  }

  @Test("an entry comes back behind its neighbor, in the order that another device has chosen since")
  func orderedElsewhere() async throws {
    let rig = try await ShelfRig()
    let id = try await playlist(rig)
    let model = await loaded(PlaylistViewModel(shelf: rig.shelf, playlist: id))
    model.remove(try rig.episode(1))
    await model.settled()
    let theirs = [try rig.episode(2), try rig.episode(0)]
    _ = try await rig.device(as: "ada").playlists.update(id, PlaylistUpdate(items: theirs.map { PlaylistEntry($0) }))
    model.undoRemoval()
    await model.settled()
    let ids = try [2, 0, 1].map { try rig.episode($0).episodeId }
    #expect(try await stored(id, rig) == ids)
    #expect(try await rig.shelf.queue.open() == [])
  }

  @Test("an addition that was removed before it was sent is added again in its order, and later additions stay")
  func droppedAddition() throws {
    let list = ItemListReference(kind: .playlist, id: "p")
    let rows = ["a", "b", "c"].map { ShelfRow(id: $0, kind: .book, title: $0) }
    let first = PlayableID(libraryItemId: "a")
    let waiting = ListEntryMutation(list: list, rows: Array(rows.prefix(2)))
    let removing = try #require(waiting.coalesced(with: ListEntryMutation(list: list, removed: [first])))
    let later = try #require(removing.coalesced(with: ListEntryMutation(list: list, rows: [rows[2]])))
    #expect(later.rows.map(\.id) == ["b", "c"] && later.removed == [first])
    #expect(later.restoring([first], waiting: waiting.rows) == ListEntryMutation(list: list, rows: rows))
  }

  @Test("a deleted playlist that the server still has is as it was, also the one emptied offline")
  func unsentDeletion() async throws {
    let rig = try await ShelfRig()
    let id = try await playlist(rig)
    let list = await loaded(PlaylistListViewModel(shelf: rig.shelf, library: rig.podcasts))
    let one = await loaded(PlaylistViewModel(shelf: rig.shelf, playlist: id))
    rig.network.isDown = true
    list.remove(id)
    await list.settled()
    #expect(titles(list.state.rows).isEmpty)
    #expect(list.state.undoable?.isWhole == true)
    list.undoRemoval()
    await list.settled()
    #expect(list.state.rows.value?.map(\.id) == [id])
    one.delete()
    await one.settled()
    #expect(one.state.isGone)
    one.undoRemoval()
    await one.settled()
    #expect(!one.state.isGone)
    #expect(one.state.replacement == nil)
    for number in 0..<3 {
      one.remove(try rig.episode(number))
      await one.settled()
    }
    #expect(one.state.isGone)
    one.undoRemoval()
    await one.settled()
    #expect(titles(one.state.rows).count == 1)
    rig.network.isDown = false
    await rig.shelf.queue.flush(.connectivity)
    #expect(try await stored(id, rig) == [try rig.episode(2).episodeId])
  }

  @Test(
    "a playlist that the server has removed is made again with its name and entries, even if it was never opened here")
  func sentDeletion() async throws {
    let rig = try await ShelfRig()
    let id = try await playlist(rig)
    let device = try await rig.device(as: "ada")
    let list = await loaded(PlaylistListViewModel(shelf: device, library: rig.podcasts))
    list.remove(id)
    await list.settled()
    #expect(try await rig.shelf.playlists.all().isEmpty)
    list.undoRemoval()
    await list.settled()
    let made = try #require(try await rig.shelf.playlists.all().first)
    #expect(made.name == "Evening")
    #expect(made.id != id)
    #expect(made.items.map(\.episodeId) == (try (0..<3).map { try rig.episode($0).episodeId }))
    #expect(titles(list.state.rows) == ["Evening"])
    let one = await loaded(PlaylistViewModel(shelf: device, playlist: made.id))
    one.delete()
    await one.settled()
    one.undoRemoval()
    await one.settled()
    #expect(one.state.isGone)
    let replacement = try #require(one.state.replacement)
    #expect(try await device.playlistStore.entries(of: replacement)?.count == 3)
  }

  @Test("a deletion that one account began waits for it, and is not done for the one that has signed in since")
  func foreignDeletion() async throws {
    let rig = try await ShelfRig()
    let id = try await playlist(rig)
    let owner = try await rig.shelf.client.accounts.account()
    let list = try await rig.shelf.playlistStore.stableReference(id)
    try await rig.shelf.account.signOut(pending: .keep)
    try await rig.shelf.account.signIn(username: "grace", password: ShelfRig.password(of: "grace"))
    let error = await #expect(throws: ClientError.self) {
      try await rig.shelf.playlistStore.deleteUndoably(id, isComplete: true, as: list, of: owner)
    }
    #expect(error?.detail == ClientError.Detail.accountChanged)
    #expect(try await rig.shelf.queue.open().isEmpty)
    #expect(try await stored(id, rig).count == 3)
    try await rig.shelf.account.signOut(pending: .keep)
    try await rig.shelf.account.signIn(username: "ada", password: ShelfRig.password(of: "ada"))
    await rig.shelf.queue.flush()
    #expect(try await rig.device(as: "ada").playlists.all().isEmpty)
  }

  /// A playlist on the server whose requests a test can hold back, with its ids on this device and on the server.
  private func playlistBehindInterceptor() async throws -> (
    rig: ShelfRig, front: Interceptor, shelf: ShelfService, local: String, id: String
  ) {
    let rig = try await ShelfRig(instant: false)
    let front = Interceptor(rig.server.transport)
    let shelf = ShelfService(server: .fake, transport: front, environment: rig.environment)
    let (local, creation) = try await shelf.playlistStore.create("Evening", in: rig.podcasts, entries: [rig.episode()])
    _ = await creation.settled()
    return (rig, front, shelf, local, try #require(try await shelf.playlistStore.serverID(of: local)))
  }

  @Test(
    "a deletion is kept for its account when it signs out while the list is read, also of a list that was made here",
    arguments: [false, true])
  func signedOutMeanwhile(isLocal: Bool) async throws {
    let (rig, front, shelf, local, id) = try await playlistBehindInterceptor()
    let list = await loaded(PlaylistListViewModel(shelf: shelf, library: rig.podcasts))
    front.hold(.shelfPlaylistsOne)
    list.remove(isLocal ? local : id)
    await front.isHolding()
    try await shelf.account.signOut(pending: .keep)
    front.letGo()
    await list.settled()
    #expect(try await rig.device(as: "ada").playlists.all().count == 1)
    try await shelf.account.signIn(username: "ada", password: ShelfRig.password(of: "ada"))
    await shelf.queue.flush()
    #expect(try await rig.device(as: "ada").playlists.all().isEmpty)
  }

  @Test("a sent deletion of a list that could not be read before is not undone: other devices may have added entries")
  func unread() async throws {
    let (rig, front, shelf, _, id) = try await playlistBehindInterceptor()
    let list = await loaded(PlaylistListViewModel(shelf: shelf, library: rig.podcasts))
    _ = await loaded(PlaylistViewModel(shelf: shelf, playlist: id))
    front.hold(.shelfPlaylistsOne)
    list.remove(id)
    await front.isHolding()
    await rig.clock.advance(by: .seconds(2))
    #expect(await eventually { list.state.undoable != nil })
    front.letGo()
    await list.settled()
    #expect(try await rig.device(as: "ada").playlists.all().isEmpty)
    list.undoRemoval()
    await list.settled()
    #expect(list.state.notice != nil)
    #expect(try await rig.device(as: "ada").playlists.all().isEmpty)
  }

  @Test("a list that the server never had comes back without a network")
  func neverSent() async throws {
    let rig = try await ShelfRig()
    let list = await loaded(PlaylistListViewModel(shelf: rig.shelf, library: rig.podcasts))
    rig.network.isDown = true
    list.create("Draft", entries: [try rig.episode(0)])
    await list.settled()
    list.remove(try #require(list.state.rows.value?.first?.id))
    await list.settled()
    #expect(titles(list.state.rows).isEmpty)
    list.undoRemoval()
    await list.settled()
    #expect(titles(list.state.rows) == ["Draft"])
    rig.network.isDown = false
    await rig.shelf.queue.flush(.connectivity)
    #expect(try await rig.shelf.playlists.all().map(\.items.count) == [1])
  }

  @Test("what other devices have added to a deleted playlist is made again as well")
  func filledElsewhere() async throws {
    let rig = try await ShelfRig()
    let id = try await playlist(rig)
    _ = await loaded(PlaylistViewModel(shelf: rig.shelf, playlist: id))
    let device = try await rig.device(as: "ada")
    try await device.playlists.add(try rig.episode(0, of: "Bread Hour"), to: id)
    let list = await loaded(PlaylistListViewModel(shelf: rig.shelf, library: rig.podcasts))
    list.remove(id)
    await list.settled()
    list.undoRemoval()
    await list.settled()
    #expect(try await rig.shelf.playlists.all().first?.items.count == 4)
  }

  @Test("an undo adds to the list that another device has filled, and makes a list again that it has emptied")
  func changedElsewhere() async throws {
    let rig = try await ShelfRig()
    let id = try await playlist(rig)
    let device = try await rig.device(as: "ada")
    let one = await loaded(PlaylistViewModel(shelf: rig.shelf, playlist: id))
    for number in 1..<3 {
      one.remove(try rig.episode(number))
      await one.settled()
    }
    let bread = try rig.episode(0, of: "Bread Hour")
    try await device.playlists.add(bread, to: id)
    one.remove(try rig.episode(0))
    await one.settled()
    one.undoRemoval()
    await one.settled()
    #expect(try await rig.shelf.playlists.all().map(\.id) == [id], "no second playlist")
    #expect(Set(try await stored(id, rig)) == [bread.episodeId, try rig.episode(0).episodeId])
  }

  @Test("a book is added to a collection from the list of collections, offline too, and its removal is undone")
  func collections() async throws {
    let rig = try await ShelfRig()
    let list = await loaded(CollectionListViewModel(shelf: rig.shelf, library: rig.books))
    list.create("Sea", books: [try rig.item("The Salt Clock")])
    await list.settled()
    let id = try #require(list.state.rows.value?.first?.id)
    rig.network.isDown = true
    list.add([try rig.item("Field Notes")], to: id)
    await list.settled()
    #expect(list.state.rows.value?.first?.count == 2)
    rig.network.isDown = false
    await rig.shelf.queue.flush(.connectivity)
    #expect(try await rig.shelf.collections.collection(id).books.map(\.title) == ["The Salt Clock", "Field Notes"])
    let one = await loaded(CollectionViewModel(shelf: rig.shelf, collection: id))
    one.remove(try rig.item("The Salt Clock"))
    await one.settled()
    one.undoRemoval()
    await one.settled()
    #expect(try await rig.shelf.collections.collection(id).books.map(\.title) == ["The Salt Clock", "Field Notes"])
    list.remove(id)
    await list.settled()
    list.undoRemoval()
    await list.settled()
    #expect(try await rig.shelf.collections.all().map(\.name) == ["Sea"])
  }

  @Test("an episode is added to a playlist from the list of playlists")
  func addition() async throws {
    let rig = try await ShelfRig()
    let id = try await playlist(rig)
    let list = await loaded(PlaylistListViewModel(shelf: rig.shelf, library: rig.podcasts))
    list.add([try rig.episode(0, of: "Bread Hour"), try rig.episode(0)], to: id)
    await list.settled()
    #expect(list.state.rows.value?.first?.count == 4)
    #expect(try await stored(id, rig).last == (try rig.episode(0, of: "Bread Hour").episodeId))
  }

  @Test("the offer to undo ends after ten seconds and at a sign-out")
  func offer() async throws {
    let rig = try await ShelfRig(instant: false)
    let entries = [try rig.episode(0), try rig.episode(1)]
    let (id, _) = try await rig.shelf.playlistStore.create("Evening", in: rig.podcasts, entries: entries)
    let model = PlaylistViewModel(shelf: rig.shelf, playlist: id)
    rig.network.isDown = true
    model.remove(entries[0])
    #expect(await eventually { model.state.undoable != nil })
    await rig.clock.advance(by: .seconds(9))
    #expect(model.state.undoable != nil)
    await rig.clock.advance(by: .seconds(1))
    #expect(await eventually { model.state.undoable == nil })
    model.remove(entries[1])
    #expect(await eventually { model.state.undoable != nil })
    try await rig.shelf.account.signOut(pending: .keep)
    #expect(await eventually { model.state.undoable == nil })
  }
}
