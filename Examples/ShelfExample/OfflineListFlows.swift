import Foundation
import MediaTesting
import Runner
import ShelfClient

/// Playlists and bookmarks that are changed without a network.
enum OfflineListFlows {
  private static let name = "shelf-example offline"

  static let all: [Flow<ShelfFixture>] = [
    Flow("offline-playlist") { fixture in
      let store = fixture.shelf.playlistStore
      let library = try await fixture.library(.book)
      let ids = try await fixture.books().prefix(3).map { PlayableID(libraryItemId: $0.id) }
      guard ids.count == 3 else { return "nothing to list: fewer than three books on the server" }
      let before = Set(try await fixture.verifier.ids("/api/playlists", in: "playlists"))
      let changes = Locked(0)
      let token = store.observe { changes.withLock { $0 += 1 } }
      fixture.network.isDown = true
      let (id, _) = try await store.create(name, in: library, entries: [ids[0]])
      try await store.add([ids[1], ids[2]], to: id)
      try await store.move(ids[2], in: id, to: 0)
      try await store.reorder(id, to: [ids[1], ids[2], ids[0]])
      try await store.rename(id, to: name + " 2")
      try await store.describe(id, as: "made without a network")
      try await store.remove([ids[0]], from: id)
      let shown = try await store.entries(of: id)?.map(\.id)
      try expect(shown == [ids[1], ids[2]].map(\.description), "two books here, got \(shown ?? [])")
      try expect(try await store.serverID(of: id) == nil, "nothing of it on the server")
      fixture.network.isDown = false
      await fixture.shelf.queue.flush(.connectivity)
      token.cancel()
      let own = try require(try await store.serverID(of: id), "it on the server")
      let there = try await fixture.verifier.get("/api/playlists/\(own)")
      let books = (there["items"]?.array ?? []).compactMap { $0["libraryItemId"]?.string }
      try expect(books == [ids[1], ids[2]].map(\.libraryItemId), "the two books there")
      try expect(there["name"]?.string == name + " 2", "the new name there")
      try await store.delete(id)
      await fixture.shelf.queue.flush()
      let after = Set(try await fixture.verifier.ids("/api/playlists", in: "playlists"))
      try expect(after == before && changes.withLock { $0 } > 0, "the playlists as they were")
      return "made, filled, sorted and renamed without a network; one playlist arrived"
    },
    Flow("offline-bookmarks") { fixture in
      let store = fixture.shelf.bookmarkStore
      let book = try require(try await fixture.books().first { $0.media.book?.numTracks ?? 0 > 0 }, "a book")
      try await store.refresh()
      let before = try await fixture.shelf.bookmarks.bookmarks(of: book.id)
      let changes = Locked(0)
      let token = store.observe { changes.withLock { $0 += 1 } }
      fixture.network.isDown = true
      try await store.create(name, at: 33.5, in: book.id)
      let mark = try require(
        try await store.bookmarks(of: book.id)?.list.first { $0.time == 33.5 }, "the mark on this device")
      try await store.rename(mark, to: name + " 2")
      fixture.network.isDown = false
      await fixture.shelf.queue.flush(.connectivity)
      token.cancel()
      let there = try await fixture.shelf.bookmarks.bookmarks(of: book.id).first { $0.time == 33.5 }
      try expect(there?.title == name + " 2", "the mark on the server, got \(there?.title ?? "none")")
      try await store.remove(mark)
      await fixture.shelf.queue.flush()
      try expect(try await fixture.shelf.bookmarks.bookmarks(of: book.id) == before, "the bookmarks as they were")
      try expect(changes.withLock { $0 } > 0, "its changes published")
      return "\(book.title): marked and retitled without a network, arrived, and removed again"
    },
  ]
}
