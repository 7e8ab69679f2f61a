import MediaCore
import ShelfTesting
import Testing

@testable import ShelfClient

@Suite("Collections")
struct CollectionTests {
  @Test("are made, read, changed and removed")
  func life() async throws {
    let rig = try await ShelfRig()
    let collections = rig.shelf.collections
    let (salt, notes, first) = (
      try rig.item("The Salt Clock"), try rig.item("Field Notes"), try rig.item("First Light")
    )
    let made = try await collections.create(
      BookCollectionDraft(libraryId: rig.books, name: "Best", description: "of all", books: [salt]))
    #expect(made.name == "Best")
    #expect(made.books.map(\.title) == ["The Salt Clock"])
    #expect(try await collections.add(notes, to: made.id).books.map(\.id) == [salt, notes])
    let twice = try await failure { try await collections.add(notes, to: made.id) }
    #expect(twice.kind == .invalidRequest)
    #expect(twice.serverMessage == "Book already in collection")
    #expect(try await collections.add([notes, first], to: made.id).books.map(\.id) == [salt, notes, first])
    #expect(try await collections.remove([salt], from: made.id).books.map(\.id) == [notes, first])
    let changed = try await collections.update(made.id, BookCollectionUpdate(name: "Better", books: [first, notes]))
    #expect(changed.name == "Better")
    #expect(changed.description == "of all")
    #expect(changed.books.map(\.id) == [first, notes])
    #expect(try await collections.remove(notes, from: made.id).books.map(\.id) == [first])
    #expect(try await collections.all().map(\.name) == ["Better"])
    let page = try await collections.page(0, in: rig.books, limit: 5)
    #expect(page.total == 1)
    #expect(try await collections.collections(in: rig.books).all().map(\.id) == [made.id])
    #expect(try await collections.collection(made.id).libraryId == rig.books)
    try await collections.remove(made.id)
    let gone = try await failure { try await collections.collection(made.id) }
    #expect(gone.kind == .notFound)
    #expect(gone.serverMessage == "Collection not found")
  }

  @Test("can be changed by those who may only")
  func permissions() async throws {
    let rig = try await ShelfRig(as: "grace")
    let draft = BookCollectionDraft(libraryId: rig.books, name: "Mine", books: [try rig.item("Field Notes")])
    #expect(try await failure { try await rig.shelf.collections.create(draft) }.kind == .forbidden)
    let empty = BookCollectionDraft(libraryId: rig.books, name: "Empty")
    let ada = try await ShelfRig()
    let refused = try await failure { try await ada.shelf.collections.create(empty) }
    #expect(refused.kind == .invalidRequest)
    #expect(refused.serverMessage == "Invalid collection data. No books")
  }

  @Test("are not made twice after a lost answer")
  func lostAnswer() async throws {
    let rig = try await ShelfRig()
    rig.network.fail(.shelfCollectionsCreate, with: .replyLost)
    let draft = BookCollectionDraft(libraryId: rig.books, name: "Once", books: [try rig.item("Field Notes")])
    #expect(try await failure { try await rig.shelf.collections.create(draft) }.kind == .timedOut)
    #expect(try await rig.shelf.collections.all().count == 1)
  }
}
