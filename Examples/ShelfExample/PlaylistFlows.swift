import Foundation
import Runner
import ShelfClient

/// The account's own playlists.
enum PlaylistFlows {
  private static let name = "shelf-example"

  static let all: [Flow<ShelfFixture>] = [
    Flow("playlists") { fixture in
      let (library, ids) = try await entries(fixture)
      guard ids.count == 3 else { return "nothing to list: fewer than three books on the server" }
      let role = fixture.shelf.playlists
      let before = try await role.all().count
      let made = try await role.create(
        PlaylistDraft(libraryId: library, name: name, items: [PlaylistEntry(ids[0])]))
      do {
        try await role.add(ids[1], to: made.id)
        try await role.add(ids, to: made.id)
        let known = try await refusal { try await role.add(ids[1], to: made.id) }
        try expect(known?.kind == .invalidRequest, "a second time refused, got \(String(describing: known))")
        try await role.update(
          made.id, PlaylistUpdate(name: name + " 2", items: ids.reversed().map(PlaylistEntry.init)))
        let turned = try await role.playlist(made.id)
        try expect(turned.items.map(\.id) == ids.reversed() && turned.name == name + " 2", "the other order and name")
        let there = try await fixture.verifier.get("/api/playlists/\(made.id)")["items"]?.array ?? []
        try expect(
          there.compactMap { $0["libraryItemId"]?.string } == ids.reversed().map(\.libraryItemId), "it on the server")
        let paged = try await role.playlists(in: library, pageSize: 1).all()
        try expect(paged.contains { $0.id == made.id }, "it among the library's")
        try await role.remove(ids[0], from: made.id)
        let left = try await role.remove([ids[1]], from: made.id)
        try expect(left.items.map(\.id) == [ids[2]], "one entry left")
      } catch {
        try await fixture.verifier.remove("/api/playlists/\(made.id)")
        throw error
      }
      try await role.remove(made.id)
      try expect(try await role.all().count == before, "as many as before")
      return "made, filled, turned around, renamed, emptied and removed"
    },
    Flow("screen-playlist-by-hand") { fixture in
      let (library, ids) = try await entries(fixture)
      guard ids.count == 3 else { return "nothing to list: fewer than three books on the server" }
      let before = try await fixture.verifier.ids("/api/playlists", in: "playlists")
      do {
        return try await screens(fixture, library, ids)
      } catch {
        for id in try await fixture.verifier.ids("/api/playlists", in: "playlists") where !before.contains(id) {
          try await fixture.verifier.remove("/api/playlists/\(id)")
        }
        throw error
      }
    },
  ]

  /// A library and three of its books, or fewer if it has fewer.
  private static func entries(_ fixture: ShelfFixture) async throws -> (String, [PlayableID]) {
    let library = try await fixture.library(.book)
    let ids = try await fixture.books().prefix(3).map { PlayableID(libraryItemId: $0.id) }
    return (library, ids)
  }

  @MainActor
  private static func screens(_ fixture: ShelfFixture, _ library: String, _ ids: [PlayableID]) async throws -> String {
    let list = PlaylistListViewModel(shelf: fixture.shelf, library: library, pageSize: 1)
    _ = await fixture.loaded(list)
    list.create(name, entries: [ids[0]])
    await list.settled()
    await fixture.scrollToEnd(list)
    let row = try require(list.state.rows.value?.last { $0.title == name }, "the playlist")
    let one = PlaylistViewModel(shelf: fixture.shelf, playlist: row.id, name: row.title)
    _ = await fixture.loaded(one)
    one.add([ids[1], ids[2]])
    await one.settled()
    one.move(ids[2].description, to: 0)
    await one.settled()
    try expect(order(one) == [ids[2], ids[0], ids[1]], "the third book first")
    one.reorder(ids.map(\.description))
    await one.settled()
    one.rename(name + " 2")
    await one.settled()
    one.remove(ids[1])
    await one.settled()
    try expect(order(one) == [ids[0], ids[2]] && one.state.name == name + " 2", "two books under the new name")
    // The row keeps its local id even after the server has given the list its own.
    await fixture.shelf.queue.flush()
    let id = try await fixture.shelf.playlistStore.serverID(of: row.id) ?? row.id
    let there = try await fixture.verifier.get("/api/playlists/\(id)")
    try expect(
      (there["items"]?.array ?? []).compactMap { $0["libraryItemId"]?.string }
        == [ids[0], ids[2]].map(\.libraryItemId), "them on the server")
    one.delete()
    await one.settled()
    list.create(name, entries: [ids[0]])
    await list.settled()
    let second = try require(list.state.rows.value?.last { $0.title == name }, "another playlist")
    list.remove(second.id)
    await list.settled()
    await fixture.shelf.queue.flush()
    let left = (list.state.rows.value ?? []).map(\.id)
    try expect(!left.contains(row.id) && !left.contains(second.id), "both gone from the list")
    return "made, filled, sorted by hand, renamed and removed from two screens"
  }

  @MainActor
  private static func order(_ model: PlaylistViewModel) -> [PlayableID] {
    (model.state.rows.value ?? []).compactMap { PlayableID($0.id) }
  }
}
