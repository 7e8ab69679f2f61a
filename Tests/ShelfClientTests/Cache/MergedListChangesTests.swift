import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@Suite("Changes of one list that are made one after the other without a network")
struct MergedListChangesTests {
  private let rig: ShelfRig
  private let other: ShelfService
  private let store: ItemListStore
  /// The id of a playlist with three episodes. This device opened the playlist before the network connection was lost.
  private let list: String
  /// The ids of the three episodes, in their order in the playlist.
  private let entries: [PlayableID]

  init() async throws {
    let rig = try await ShelfRig()
    self.rig = rig
    other = try await rig.device(as: "ada")
    store = rig.shelf.playlistStore
    entries = try (0..<3).map { try rig.episode($0) }
    list = try await rig.shelf.playlists.create(
      PlaylistDraft(libraryId: rig.podcasts, name: "Evening", items: entries.map { PlaylistEntry($0) })
    ).id
    try await rig.shelf.rowStore.refresh(0, of: rig.shelf.lists.playlists(in: rig.podcasts, pageSize: 50))
    try await rig.shelf.rowStore.refresh(0, of: rig.shelf.lists.entries(ofPlaylist: list))
    rig.network.isDown = true
  }

  /// Waits until the queue has tried to send the last change, because a later change is not merged with one that is being sent. Then a
  /// minute passes.
  private func aMinuteLater() async {
    await rig.shelf.queue.settled()
    await rig.clock.advance(by: .seconds(60))
  }

  private func renameElsewhere(_ order: [PlayableID]? = nil) async throws {
    // A new order alone does not change the playlist's date on the server: send a name as well.
    _ = try await other.playlists.update(
      list, PlaylistUpdate(name: "Theirs", items: order.map { $0.map { PlaylistEntry($0) } }))
    await aMinuteLater()
  }

  /// The title and the description of the playlist that this device shows.
  private func shown() async throws -> [String?] {
    let page = try await rig.shelf.rowStore.kept(rig.shelf.lists.entries(ofPlaylist: list))?.pages[0]
    return [page?.title, page?.subtitle]
  }

  @Test("a name given after another device's counts, although the one before was older")
  func laterName() async throws {
    try await store.rename(list, to: "First")
    await aMinuteLater()
    try await renameElsewhere()
    let renaming = try await store.rename(list, to: "Second")
    #expect(try await rig.shelf.queue.open().count == 1)
    await aMinuteLater()
    rig.network.isDown = false
    #expect(await renaming.settled() == .synced)
    #expect(try await other.playlists.playlist(list).name == "Second")
  }

  @Test("an order chosen after another device's counts, although the one before was older")
  func laterOrder() async throws {
    let (one, two, three) = (entries[0], entries[1], entries[2])
    try await store.reorder(list, to: [two, one, three])
    await aMinuteLater()
    try await renameElsewhere([three, two, one])
    let ordering = try await store.reorder(list, to: [two, three, one])
    #expect(try await rig.shelf.queue.open().count == 1)
    await aMinuteLater()
    rig.network.isDown = false
    #expect(await ordering.settled() == .synced)
    #expect(try await other.playlists.playlist(list).items.map(\.id) == [two, three, one])
  }

  @Test(
    "of a name and a description each counts by its own date, also if the first answer is lost",
    arguments: [false, true])
  func parts(isAnswerLost: Bool) async throws {
    try await store.rename(list, to: "Ours")
    await aMinuteLater()
    try await renameElsewhere()
    let change = try await store.describe(list, as: "Our text")
    await aMinuteLater()
    if isAnswerLost { rig.network.fail(.shelfPlaylistsUpdate, with: .replyLost) }
    rig.network.isDown = false
    _ = await change.settled()
    await rig.shelf.queue.flush()
    #expect(await change.outcome() == .superseded(reason: "laterChange"))
    let now = try await other.playlists.playlist(list)
    #expect([now.name, now.description] == ["Theirs", "Our text"])
    #expect(try await shown() == ["Theirs", "Our text"])
  }

  @Test("nothing is written of a change that has lost all its parts, and another device's list shows")
  func nothingLeft() async throws {
    try await store.rename(list, to: "Ours")
    await aMinuteLater()
    let change = try await store.describe(list, as: "Our text")
    await aMinuteLater()
    _ = try await other.playlists.update(list, PlaylistUpdate(name: "Theirs", description: "Their text"))
    rig.network.isDown = false
    #expect(await change.settled() == .superseded(reason: "laterChange"))
    #expect(rig.count(.shelfPlaylistsUpdate) == 0)
    #expect(try await shown() == ["Theirs", "Their text"])
  }

  @Test("a description behind one that was sent in part does not lose to this device's own write")
  func follower() async throws {
    try await store.rename(list, to: "Ours")
    await aMinuteLater()
    try await renameElsewhere()
    let first = try await store.describe(list, as: "Our text")
    await aMinuteLater()
    // Cut the network while the first change is being sent, so that the next change is not merged with it.
    rig.tether.after(.shelfPlaylistsOne) { [rig] in rig.network.isDown = true }
    rig.network.isDown = false
    _ = await first.written()
    let second = try await store.describe(list, as: "Our last text")
    #expect(try await rig.shelf.queue.open().count == 2)
    await aMinuteLater()
    rig.network.isDown = false
    #expect(await second.settled() == .synced)
    #expect(await first.outcome() == .superseded(reason: "laterChange"))
    let now = try await other.playlists.playlist(list)
    #expect([now.name, now.description] == ["Theirs", "Our last text"])
  }

  @Test("a name set after an entry was removed yields to a later name of another device")
  func afterRemoval() async throws {
    try await store.remove([entries[2]], from: list)
    await aMinuteLater()
    let name = try await store.rename(list, to: "Ours")
    await aMinuteLater()
    try await renameElsewhere()
    rig.network.isDown = false
    #expect(await name.settled() == .superseded(reason: "laterChange"))
    let now = try await other.playlists.playlist(list)
    #expect(now.name == "Theirs" && now.items.count == 2)
  }

  @Test("a change that an earlier version has stored has the date at which it was accepted")
  func earlierVersion() throws {
    let stored = #"{"list": {"kind": "playlist", "id": "p"}, "name": "Ours"}"#
    let edit = try JSONDecoder().decode(ListEditMutation.self, from: Data(stored.utf8))
    let (base, now) = (RemoteItemList(id: "p", name: "Evening"), RemoteItemList(id: "p", name: "Theirs"))
    #expect(edit.remainder(from: base, to: now) { $0 != nil } == edit)
    #expect(edit.remainder(from: base, to: now) { $0 == nil }?.name == nil)
    let later = ListEditMutation(list: edit.list, description: "Text", at: Date(timeIntervalSince1970: 9))
    #expect(edit.coalesced(with: later)?.madeAt == ["description": Date(timeIntervalSince1970: 9)])
  }
}
