import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@Suite("Bookmarks that are changed on this device")
struct BookmarkStoreTests {
  private func titles(_ shelf: ShelfService, _ item: String? = nil) async throws -> [String]? {
    try await shelf.bookmarkStore.bookmarks(of: item)?.list.map(\.title)
  }

  @Test("one made, renamed and removed offline is shown, survives a relaunch, and reaches the server")
  func offlineLife() async throws {
    // With a clock that stands still, the service before the relaunch sends nothing more.
    let rig = try await ShelfRig(instant: false)
    let (salt, notes) = (try rig.item("The Salt Clock"), try rig.item("Field Notes"))
    try await rig.shelf.bookmarks.create("Old", at: 5, in: salt)
    try await rig.shelf.bookmarks.create("Gone", at: 6, in: salt)
    #expect(try await rig.shelf.bookmarkStore.bookmarks(of: salt) == nil)
    try await rig.shelf.bookmarkStore.refresh()
    rig.network.isDown = true
    let store = rig.shelf.bookmarkStore
    let known = try #require(try await store.bookmarks(of: salt)?.list)
    try await store.create("Later", at: 900.25, in: salt)
    try await store.create("Elsewhere", at: 1, in: notes)
    try await store.rename(known[0], to: "New")
    try await store.remove(known[1])
    #expect(try await titles(rig.shelf, salt) == ["New", "Later"])
    let again = rig.relaunched()
    #expect(try await titles(again, salt) == ["New", "Later"])
    #expect(Set(try await titles(again) ?? []) == ["New", "Later", "Elsewhere"])
    rig.network.isDown = false
    await again.queue.flush()
    #expect(try await again.queue.open() == [])
    let all = try await again.bookmarks.all()
    #expect(Set(all.map(\.title)) == ["New", "Later", "Elsewhere"])
    #expect(Set(all.map(\.time)) == [5, 900.25, 1])
    #expect(try await titles(again, salt) == ["New", "Later"])
  }

  @Test("one made offline before anything was loaded is shown")
  func neverLoaded() async throws {
    let rig = try await ShelfRig()
    rig.network.isDown = true
    try await rig.shelf.bookmarkStore.create("Here", at: 5, in: rig.item("The Salt Clock"))
    let kept = try await rig.shelf.bookmarkStore.bookmarks(of: nil)
    #expect(kept?.list.map(\.title) == ["Here"])
    #expect(kept?.asOf == nil)
  }

  @Test("a removal whose answer was lost succeeds, and is not repeated")
  func lostRemoval() async throws {
    let rig = try await ShelfRig()
    let salt = try rig.item("The Salt Clock")
    let mark = try await rig.shelf.bookmarks.create("x", at: 5, in: salt)
    try await rig.shelf.bookmarkStore.refresh()
    rig.network.fail(.shelfBookmarksRemove, with: .replyLost)
    let removal = try await rig.shelf.bookmarkStore.remove(mark)
    _ = await removal.settled()
    await rig.shelf.queue.flush()
    #expect(await removal.outcome() == .synced)
    #expect(rig.count(.shelfBookmarksRemove) == 1)
    #expect(try await rig.shelf.queue.refused() == [])
  }

  @Test("a removal that arrives twice succeeds")
  func duplicatedRemoval() async throws {
    let rig = try await ShelfRig()
    let salt = try rig.item("The Salt Clock")
    let mark = try await rig.shelf.bookmarks.create("x", at: 5, in: salt)
    rig.network.fail(.shelfBookmarksRemove, with: .duplicated)
    #expect(await (try rig.shelf.bookmarkStore.remove(mark)).settled() == .synced)
    #expect(try await rig.shelf.bookmarks.all() == [])
  }

  @Test("one that another device has removed is not made again by a new title")
  func removedElsewhere() async throws {
    let rig = try await ShelfRig()
    let salt = try rig.item("The Salt Clock")
    let mark = try await rig.shelf.bookmarks.create("x", at: 5, in: salt)
    try await rig.shelf.bookmarks.create("stays", at: 6, in: salt)
    try await rig.shelf.bookmarkStore.refresh()
    let other = try await rig.device(as: "ada")
    rig.network.isDown = true
    let renaming = try await rig.shelf.bookmarkStore.rename(mark, to: "y")
    #expect(try await titles(rig.shelf) == ["y", "stays"])
    try await other.bookmarks.remove(mark)
    try await other.bookmarks.create("theirs", at: 7, in: salt)
    rig.network.isDown = false
    #expect(await renaming.settled() == .superseded(reason: "removed"))
    #expect(try await titles(rig.shelf) == ["stays"])
    #expect(Set(try await other.bookmarks.all().map(\.title)) == ["stays", "theirs"])
  }

  @Test("one made, renamed and removed before it was sent is never sent")
  func coalescing() async throws {
    let rig = try await ShelfRig()
    let salt = try rig.item("The Salt Clock")
    rig.network.isDown = true
    let store = rig.shelf.bookmarkStore
    try await store.create("a", at: 5, in: salt)
    let mark = try #require(try await store.bookmarks(of: salt)?.list.first)
    try await store.rename(mark, to: "b")
    #expect(try await titles(rig.shelf) == ["b"])
    rig.network.isDown = false
    await rig.shelf.queue.flush()
    #expect(try await rig.shelf.bookmarks.all().map(\.title) == ["b"])
    #expect(rig.count(.shelfBookmarksCreate) == 1)
    rig.network.isDown = true
    try await store.create("c", at: 9, in: salt)
    let second = try #require(try await store.bookmarks(of: salt)?.list.last)
    try await store.remove(second)
    try await store.rename(second, to: "d")
    rig.network.isDown = false
    await rig.shelf.queue.flush()
    #expect(rig.count(.shelfBookmarksCreate) == 1)
    #expect(rig.count(.shelfBookmarksRemove) == 0)
    #expect(try await titles(rig.shelf) == ["b"])
  }

  @Test("one that the server refuses is taken back with a notice")
  @MainActor
  func refused() async throws {
    let rig = try await ShelfRig()
    let marks = BookmarksViewModel(shelf: rig.shelf, item: "gone")
    marks.add("x", at: 5)
    await marks.settled()
    #expect(marks.state.notice != nil)
    #expect(marks.state.bookmarks.value ?? [] == [])
    let refused = try await rig.shelf.queue.refused()
    #expect(refused.count == 1)
    marks.dismissNotice()
    rig.network.isDown = true
    marks.add("y", at: 6, in: try rig.item("Field Notes"))
    await marks.settled()
    #expect(marks.state.notice == nil)
    let all = BookmarksViewModel(shelf: rig.shelf)
    all.load()
    await all.settled()
    #expect(all.state.bookmarks.value?.map(\.title) == ["y"])
  }

  @Test("without a title or a time there is none")
  func invalid() async throws {
    let rig = try await ShelfRig()
    let (store, salt) = (rig.shelf.bookmarkStore, try rig.item("The Salt Clock"))
    #expect(try await failure { try await store.create("", at: 5, in: salt) }.kind == .invalidRequest)
    #expect(try await failure { try await store.create("x", at: .nan, in: salt) }.kind == .invalidRequest)
    #expect(try await failure { try await store.create("x", at: 5, in: "../me") }.kind == .invalidRequest)
    let mark = Bookmark(libraryItemId: salt, time: 5)
    #expect(try await failure { try await store.rename(mark, to: "") }.kind == .invalidRequest)
    #expect(try await rig.shelf.queue.all() == [])
  }
}
