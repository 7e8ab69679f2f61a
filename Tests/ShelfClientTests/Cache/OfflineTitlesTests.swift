import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@MainActor
@Suite("The titles of lists that are made offline")
struct OfflineTitlesTests {
  private func titles(_ ids: [PlayableID], _ rig: ShelfRig, _ shelf: ShelfService) async throws -> [String] {
    rig.network.isDown = true
    let (list, _) = try await shelf.playlistStore.create("Evening", in: rig.books)
    try await shelf.playlistStore.add(ids, to: list)
    return try await shelf.playlistStore.entries(of: list)?.map(\.title) ?? []
  }

  @Test("entries from Latest have theirs, also after a launch", arguments: [true, false])
  func latest(isLaunched: Bool) async throws {
    let rig = try await ShelfRig()
    try await rig.shelf.queueStore.refresh()
    let entries = try await rig.shelf.queueStore.current().entries
    let shelf = isLaunched ? await relaunched(rig) : rig.shelf
    #expect(try await titles(entries.map(\.id), rig, shelf) == entries.map(\.title))
    #expect(entries.count > 2)
  }

  @Test("entries from a search have theirs, also after a launch", arguments: [true, false])
  func search(isLaunched: Bool) async throws {
    let rig = try await ShelfRig()
    let search = ShelfSearchViewModel(shelf: rig.shelf, library: rig.books)
    search.query = "Light"
    search.submit()
    await search.settled()
    let found = search.state.results.value?.books ?? []
    #expect(found.count == 2)
    let shelf = isLaunched ? await relaunched(rig) : rig.shelf
    #expect(
      try await titles(found.map { PlayableID(libraryItemId: $0.id) }, rig, shelf).sorted()
        == ["First Light", "Second Light"])
  }

  /// The titles of a collection that is made and filled without a network.
  private func collected(_ ids: [PlayableID], _ rig: ShelfRig, _ shelf: ShelfService) async throws -> [String] {
    rig.network.isDown = true
    let store = shelf.collectionStore
    let (list, _) = try await store.create("Sea", in: rig.books, entries: Array(ids.prefix(1)))
    if ids.count > 1 { try await store.add(Array(ids.dropFirst()), to: list) }
    return try await store.entries(of: list)?.map(\.title) ?? []
  }

  @Test("books of a collection have their titles from a search, also after a launch", arguments: [true, false])
  func collectionFromSearch(isLaunched: Bool) async throws {
    let rig = try await ShelfRig()
    let search = ShelfSearchViewModel(shelf: rig.shelf, library: rig.books)
    search.query = "Light"
    search.submit()
    await search.settled()
    let found = (search.state.results.value?.books ?? []).map { PlayableID(libraryItemId: $0.id) }
    #expect(found.count == 2)
    let shelf = isLaunched ? await relaunched(rig) : rig.shelf
    #expect(try await collected(found, rig, shelf).sorted() == ["First Light", "Second Light"])
  }

  @Test("books of a collection have their titles from the player and from what is up next")
  func collectionFromPlayer() async throws {
    let test = PlayerRig(try await ShelfRig(instant: false))
    let (book, other) = (try test.rig.book(), try test.rig.book("Field Notes"))
    await test.play(book)
    await test.close()
    try await test.rig.shelf.upNext.playLast(QueueEntry(id: other, title: "Field Notes"))
    #expect(
      try await collected([book, other], test.rig, test.rig.shelf) == ["The Salt Clock", "Field Notes"])
  }

  @Test("books of a collection have their titles from an opened list, also after a launch", arguments: [true, false])
  func collectionFromList(isLaunched: Bool) async throws {
    let rig = try await ShelfRig()
    let made = try await rig.shelf.playlists.create(
      PlaylistDraft(
        libraryId: rig.books, name: "Evening", items: [rig.book(), rig.book("First Light")].map { PlaylistEntry($0) }))
    try await rig.shelf.rowStore.refresh(0, of: rig.shelf.lists.entries(ofPlaylist: made.id))
    let shelf = isLaunched ? await relaunched(rig) : rig.shelf
    #expect(
      try await collected([rig.book("First Light"), rig.book()], rig, shelf) == ["First Light", "The Salt Clock"])
  }

  @Test("what is open in the player has its title, and what is up next")
  func player() async throws {
    let test = PlayerRig(try await ShelfRig(instant: false))
    let (book, episode) = (try test.rig.book(), try test.rig.episode(1))
    await test.play(book)
    await test.close()
    var entry = QueueEntry(id: episode, title: "The Long Wave")
    entry.author = "Example Radio Collective"
    try await test.rig.shelf.upNext.playLast(entry)
    let shown = try await titles([book, episode], test.rig, test.rig.shelf)
    #expect(shown == ["The Salt Clock", "The Long Wave"])
  }

  @Test("results of a search are not kept for the account after")
  func otherAccount() async throws {
    let rig = try await ShelfRig()
    let mark = try await rig.shelf.rowStore.markForFound()
    let id = try rig.book()
    try await rig.shelf.account.signOut(pending: .keep)
    try await rig.shelf.account.signIn(username: "grace", password: ShelfRig.password(of: "grace"))
    await rig.shelf.rowStore.note([ShelfRow(id: id.description, kind: .book, title: "The Salt Clock")], askedAt: mark)
    #expect(try await rig.shelf.rowStore.row(id) == nil)
  }

  private func relaunched(_ rig: ShelfRig) async -> ShelfService {
    await rig.shelf.client.accounts.save()
    return rig.relaunched()
  }
}
