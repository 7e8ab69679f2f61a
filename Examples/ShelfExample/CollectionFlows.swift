import Foundation
import Runner
import ShelfClient

/// Collections, which all accounts on the server see. An account without the permission to edit is refused.
enum CollectionFlows {
  private static let name = "shelf-example"

  static let all: [Flow<ShelfFixture>] = [
    Flow("collections") { fixture in
      try await editing(fixture) { library, books in
        let role = fixture.shelf.collections
        let before = try await role.all().count
        let made = try await role.create(
          BookCollectionDraft(libraryId: library, name: name, description: "made by a flow", books: [books[0]]))
        do {
          try await role.add(books[1], to: made.id)
          try await role.add(books, to: made.id)
          let turned = try await role.update(made.id, BookCollectionUpdate(books: books.reversed()))
          try expect(turned.books.map(\.id) == books.reversed(), "the other order")
          let there = try await fixture.verifier.get("/api/collections/\(made.id)")["books"]?.array ?? []
          try expect(there.compactMap { $0["id"]?.string } == books.reversed(), "the other order on the server")
          try await role.remove(books[0], from: made.id)
          try await role.remove([books[1]], from: made.id)
          let left = try await role.collection(made.id)
          try expect(left.books.map(\.id) == [books[2]], "one book left, got \(left.books.map(\.title))")
          try expect(try await role.all().count == before + 1, "one collection more")
          let paged = try await role.collections(in: library, pageSize: 1).all()
          try expect(paged.contains { $0.id == made.id }, "it among the library's")
          let list = try await fixture.shelf.playlists.create(fromCollection: made.id)
          try expect(list.items.map(\.libraryItemId) == [books[2]], "a playlist of the same book")
          try await fixture.shelf.playlists.remove(list.id)
        } catch {
          try await fixture.verifier.remove("/api/collections/\(made.id)")
          throw error
        }
        try await role.remove(made.id)
        try expect(try await role.all().count == before, "as many as before")
        return "made, filled, turned around, copied into a playlist, emptied and removed"
      }
    },
    Flow("screen-collections") { fixture in
      try await editing(fixture) { library, books in
        let before = try await fixture.verifier.ids("/api/collections", in: "collections")
        do {
          return try await screens(fixture, library, books)
        } catch {
          for id in try await fixture.verifier.ids("/api/collections", in: "collections") where !before.contains(id) {
            try await fixture.verifier.remove("/api/collections/\(id)")
          }
          throw error
        }
      }
    },
  ]

  /// Runs `body` with three books of a library, for an account that may edit; for another account, expects the refusal.
  private static func editing(
    _ fixture: ShelfFixture, _ body: (String, [String]) async throws -> String
  ) async throws -> String {
    let library = try await fixture.library(.book)
    let books = try await fixture.books().prefix(3).map(\.id)
    guard books.count == 3 else { return "nothing to collect: fewer than three books on the server" }
    let rights = try await fixture.shelf.account.me().permissions
    guard rights.update, rights.delete else {
      let error = try await refusal {
        _ = try await fixture.shelf.collections.create(
          BookCollectionDraft(libraryId: library, name: name, books: [books[0]]))
      }
      try expect(error?.kind == .forbidden, "forbidden, got \(String(describing: error))")
      return "this account may not edit collections"
    }
    return try await body(library, books)
  }

  @MainActor
  private static func screens(_ fixture: ShelfFixture, _ library: String, _ books: [String]) async throws -> String {
    let list = CollectionListViewModel(shelf: fixture.shelf, library: library, pageSize: 1)
    _ = await fixture.loaded(list)
    list.create(name, books: [books[0]])
    await list.settled()
    await fixture.scrollToEnd(list)
    let row = try require(list.state.rows.value?.last { $0.title == name }, "the collection")
    let one = CollectionViewModel(shelf: fixture.shelf, collection: row.id, name: row.title)
    _ = await fixture.loaded(one)
    one.add([books[1], books[2]])
    await one.settled()
    one.move(books[2], to: 0)
    await one.settled()
    try expect(ids(one) == [books[2], books[0], books[1]], "the third book first")
    one.reorder(books)
    await one.settled()
    one.rename(name + " 2")
    await one.settled()
    try expect(one.state.name == name + " 2", "the new name, got \(one.state.name)")
    one.remove(books[1])
    await one.settled()
    try expect(ids(one) == [books[0], books[2]], "two books left")
    // The row keeps its local id even after the server has given the list its own.
    await fixture.shelf.queue.flush()
    let id = try await fixture.shelf.collectionStore.serverID(of: row.id) ?? row.id
    let there = try await fixture.verifier.get("/api/collections/\(id)")
    try expect(there["name"]?.string == name + " 2", "the new name on the server")
    try expect((there["books"]?.array ?? []).compactMap { $0["id"]?.string } == [books[0], books[2]], "them there")
    list.remove(row.id)
    await list.settled()
    try expect(list.state.rows.value?.contains { $0.id == row.id } == false, "it gone from the list")
    await one.refreshAndWait()
    try expect(one.state.isGone, "its own screen says that it is gone")
    return "made, filled, sorted by hand, renamed and removed from two screens"
  }

  @MainActor
  private static func ids(_ model: CollectionViewModel) -> [String] { (model.state.rows.value ?? []).map(\.id) }
}
