import MediaCore
import ShelfTesting
import Testing

@testable import ShelfClient

@Suite("Playlists")
struct PlaylistTests {
  @Test("hold episodes, are put in order, and go with their last item")
  func episodes() async throws {
    let rig = try await ShelfRig()
    let playlists = rig.shelf.playlists
    let (one, two, three) = (try rig.episode(0), try rig.episode(1), try rig.episode(2))
    let made = try await playlists.create(
      PlaylistDraft(libraryId: rig.podcasts, name: "Queue", items: [PlaylistEntry(one)]))
    #expect(made.items.map(\.id) == [one])
    #expect(made.items.first?.title == "Valves and Wires")
    #expect(try await playlists.add(two, to: made.id).items.map(\.id) == [one, two])
    let twice = try await failure { try await playlists.add(two, to: made.id) }
    #expect(twice.kind == .invalidRequest)
    #expect(twice.serverMessage == "Item already in playlist")
    #expect(try await playlists.add([two, three], to: made.id).items.map(\.id) == [one, two, three])
    let order = [three, one, two].map { PlaylistEntry($0) }
    #expect(try await playlists.update(made.id, PlaylistUpdate(items: order)).items.map(\.id) == [three, one, two])
    let short = try await failure { try await playlists.update(made.id, PlaylistUpdate(items: [order[0]])) }
    #expect(short.serverMessage == "Invalid playlist items. Length mismatch")
    #expect(try await playlists.update(made.id, PlaylistUpdate(name: "Later")).name == "Later")
    #expect(try await playlists.remove(one, from: made.id).items.map(\.id) == [three, two])
    #expect(try await playlists.remove([three, two], from: made.id).items == [])
    #expect(try await playlists.all() == [])
    #expect(try await failure { try await playlists.playlist(made.id) }.kind == .notFound)
  }

  @Test("hold books, one by one or from a collection")
  func books() async throws {
    let rig = try await ShelfRig()
    let playlists = rig.shelf.playlists
    let salt = try rig.book()
    let made = try await playlists.create(
      PlaylistDraft(libraryId: rig.books, name: "Books", items: [PlaylistEntry(salt)]))
    #expect(made.items.first?.libraryItem?.title == "The Salt Clock")
    let collection = try await rig.shelf.collections.create(
      BookCollectionDraft(
        libraryId: rig.books, name: "Both", books: [salt.libraryItemId, try rig.item("Field Notes")]))
    let copied = try await playlists.create(fromCollection: collection.id)
    #expect(copied.name == "Both")
    #expect(copied.items.map(\.title) == ["The Salt Clock", "Field Notes"])
    #expect(Set(try await playlists.all().map(\.name)) == ["Books", "Both"])
    #expect(try await playlists.page(0, in: rig.books, limit: 1).total == 2)
    #expect(try await playlists.playlists(in: rig.books, pageSize: 1).all().count == 2)
    #expect(try await playlists.playlists(in: rig.podcasts).all() == [])
    try await playlists.remove(copied.id)
    #expect(try await playlists.all().map(\.id) == [made.id])
    let elsewhere = try await failure { try await playlists.add(try rig.episode(), to: made.id) }
    #expect(elsewhere.serverMessage == "Library item in different library")
  }

  @Test("are nobody else's")
  func privacy() async throws {
    let rig = try await ShelfRig()
    let made = try await rig.shelf.playlists.create(
      PlaylistDraft(libraryId: rig.books, name: "Mine", items: [PlaylistEntry(try rig.book())]))
    let grace = try await rig.device(as: "grace")
    #expect(try await grace.playlists.all() == [])
    #expect(try await failure { try await grace.playlists.playlist(made.id) }.kind == .forbidden)
  }
}
