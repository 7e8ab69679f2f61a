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

  @Test("an undo before the removal was sent leaves the new title and the removal of another device as they are")
  @MainActor
  func undoneOverAnotherDevice() async throws {
    let rig = try await ShelfRig()
    let salt = try rig.item("The Salt Clock")
    try await rig.shelf.bookmarks.create("Storm", at: 12, in: salt)
    try await rig.shelf.bookmarks.create("Gone", at: 20, in: salt)
    let marks = BookmarksViewModel(shelf: rig.shelf, item: salt)
    marks.load()
    await marks.settled()
    let shown = try #require(marks.state.bookmarks.value)
    let other = try await rig.device(as: "ada")
    rig.network.isDown = true
    for mark in shown {
      marks.remove(mark)
      await marks.settled()
      if mark.time == 12 {
        try await other.bookmarks.retitle("Their storm", at: 12, in: salt)
      } else {
        try await other.bookmarks.remove(mark)
      }
      marks.undoRemoval()
      await marks.settled()
    }
    #expect(marks.state.bookmarks.value?.map(\.title) == ["Storm", "Gone"])
    rig.network.isDown = false
    await rig.shelf.queue.flush(.connectivity)
    #expect(try await other.bookmarks.bookmarks(of: salt).map(\.title) == ["Their storm"])
    #expect(try await rig.shelf.queue.open() == [])
  }

  @Test("an undo after the removal was sent keeps the title of a bookmark that another device has made there")
  func restored() async throws {
    let rig = try await ShelfRig()
    let salt = try rig.item("The Salt Clock")
    let (one, two) = (
      try await rig.shelf.bookmarks.create("One", at: 12, in: salt),
      try await rig.shelf.bookmarks.create("Two", at: 20, in: salt)
    )
    let store = rig.shelf.bookmarkStore
    try await store.refresh()
    let other = try await rig.device(as: "ada")
    let (first, second) = (try await store.removeUndoably(one), try await store.removeUndoably(two))
    #expect(await first.submission.settled() == .synced)
    #expect(await second.submission.settled() == .synced)
    try await other.bookmarks.create("Theirs", at: 12, in: salt)
    for removal in [first.removal, second.removal] {
      let change = try #require(try await store.restore(removal))
      #expect(await change.settled() == .synced)
    }
    let all = try await other.bookmarks.bookmarks(of: salt).sorted { $0.time < $1.time }
    #expect(all.map(\.title) == ["Theirs", "Two"])
    #expect(try await titles(rig.shelf, salt) == ["Theirs", "Two"])
  }

  @Test("an undo brings back a bookmark that was made and removed without a network")
  func undoneDraft() async throws {
    let rig = try await ShelfRig()
    let salt = try rig.item("The Salt Clock")
    let store = rig.shelf.bookmarkStore
    rig.network.isDown = true
    try await store.create("Draft", at: 30, in: salt)
    await rig.shelf.queue.settled()
    let mark = try #require(try await store.bookmarks(of: salt)?.list.first)
    let removal = try await store.removeUndoably(mark).removal
    await rig.shelf.queue.settled()
    #expect(try await store.restore(removal) != nil)
    #expect(try await titles(rig.shelf, salt) == ["Draft"])
    rig.network.isDown = false
    await rig.shelf.queue.flush(.connectivity)
    #expect(try await rig.shelf.bookmarks.bookmarks(of: salt).map(\.title) == ["Draft"])
  }

  @Test("the undo of a bookmark that was removed by two taps brings back the change that waited before the first one")
  @MainActor
  func removedTwice() async throws {
    let rig = try await ShelfRig()
    let salt = try rig.item("The Salt Clock")
    rig.network.isDown = true
    try await rig.shelf.bookmarkStore.create("Draft", at: 30, in: salt)
    let marks = BookmarksViewModel(shelf: rig.shelf, item: salt)
    marks.load()
    await marks.settled()
    let mark = try #require(marks.state.bookmarks.value?.first)
    for _ in 0..<2 {
      marks.remove(mark)
      await marks.settled()
    }
    marks.undoRemoval()
    await marks.settled()
    #expect(marks.state.bookmarks.value?.map(\.title) == ["Draft"])
  }

  @Test("an undo in an extension hands over another change, and the app sends both")
  func undoneInExtension() async throws {
    let rig = try await ShelfRig()
    let salt = try rig.item("The Salt Clock")
    let mark = try await rig.shelf.bookmarks.create("Storm", at: 12, in: salt)
    try await rig.shelf.bookmarkStore.refresh()
    await rig.shelf.client.accounts.save()
    let widget = ShelfService(
      extending: .fake, environment: .manual(clock: rig.clock, seed: 7, files: rig.files, secrets: rig.secrets))
    let removal = try await widget.bookmarkStore.removeUndoably(mark).removal
    #expect(try await titles(widget, salt) == [])
    #expect(try await widget.bookmarkStore.restore(removal) != nil)
    #expect(try await titles(widget, salt) == ["Storm"])
    #expect(try await widget.queue.open().count == 2)
    await rig.shelf.client.accounts.folderChanged()
    await rig.shelf.queue.settled()
    #expect(try await rig.shelf.bookmarks.bookmarks(of: salt).map(\.title) == ["Storm"])
    #expect(try await rig.shelf.queue.open() == [])
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
