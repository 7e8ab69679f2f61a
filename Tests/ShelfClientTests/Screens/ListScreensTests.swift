import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@MainActor
@Suite("Screens of playlists and collections without a network")
struct ListScreensTests {
  private func titles(_ rows: LoadState<[ShelfRow]>) -> [String] { (rows.value ?? []).map(\.title) }

  private func loaded<Model: ViewModel>(_ model: Model) async -> Model {
    model.load()
    await model.settled()
    return model
  }

  @Test("a playlist made offline is listed and opened, and its screens go on with the server's id")
  func playlist() async throws {
    let rig = try await ShelfRig()
    _ = await loaded(ItemViewModel(shelf: rig.shelf, item: try rig.item("Night Signals")))
    let list = await loaded(PlaylistListViewModel(shelf: rig.shelf, library: rig.podcasts))
    #expect(list.state.total == 0)
    rig.network.isDown = true
    list.create("Evening", entries: [try rig.episode(0)])
    await list.settled()
    #expect(list.state.notice == nil)
    let row = try #require(list.state.rows.value?.first)
    #expect(row.title == "Evening")
    #expect(row.count == 1)
    #expect(list.state.total == 1)
    #expect(!list.state.hasMore)
    let one = PlaylistViewModel(shelf: rig.shelf, playlist: row.id, name: row.title)
    one.load()
    await one.settled()
    #expect(titles(one.state.rows) == ["Valves and Wires"])
    one.add([try rig.episode(1), try rig.episode(2)])
    await one.settled()
    one.move(try rig.episode(2).description, to: 0)
    await one.settled()
    one.remove(try rig.episode(1))
    await one.settled()
    one.rename("Night")
    await one.settled()
    #expect(titles(one.state.rows) == ["Radio on the Roof", "Valves and Wires"])
    #expect(one.state.name == "Night")
    #expect(await eventually { list.state.rows.value?.first?.title == "Night" })
    #expect(list.state.rows.value?.first?.count == 2)
    rig.network.isDown = false
    await rig.shelf.queue.flush()
    let made = try #require(try await rig.shelf.playlists.all().first)
    #expect(made.items.map(\.title) == ["Radio on the Roof", "Valves and Wires"])
    #expect(await eventually { list.state.rows.value?.first?.id == made.id })
    one.refresh()
    await one.settled()
    #expect(titles(one.state.rows) == ["Radio on the Roof", "Valves and Wires"])
    #expect(one.state.name == "Night")
    #expect(!one.state.isGone)
    one.delete()
    await one.settled()
    #expect(one.state.isGone)
    #expect(one.state.notice == nil)
    #expect(await eventually { list.state.rows.value?.isEmpty == true })
    #expect(list.state.total == 0)
  }

  @Test("a list that was never loaded shows what was made here")
  func neverLoaded() async throws {
    let rig = try await ShelfRig()
    rig.network.isDown = true
    let list = await loaded(CollectionListViewModel(shelf: rig.shelf, library: rig.books))
    #expect(list.state.rows.value == nil)
    list.create("Sea", books: [try rig.item("The Salt Clock")])
    await list.settled()
    #expect(titles(list.state.rows) == ["Sea"])
    list.create("Empty", books: [])
    await list.settled()
    #expect(list.state.notice != nil)
    #expect(titles(list.state.rows) == ["Sea"])
    rig.network.isDown = false
    await rig.shelf.queue.flush()
    // Once the list is on the server, the row takes its new id without a refresh.
    #expect(await eventually { list.state.rows.value?.first?.id.hasPrefix("local-") == false })
    #expect(titles(list.state.rows) == ["Sea"])
  }

  @Test("a change that the server refuses is taken back with a notice, and the server is read")
  func refused() async throws {
    let rig = try await ShelfRig()
    let made = try await rig.shelf.collections.create(
      BookCollectionDraft(libraryId: rig.books, name: "Sea", books: [try rig.item("The Salt Clock")]))
    let other = try await rig.device(as: "grace")
    let one = await loaded(CollectionViewModel(shelf: other, collection: made.id, name: "Sea"))
    _ = try await rig.shelf.collections.add(try rig.item("Field Notes"), to: made.id)
    one.rename("Mine")
    await one.settled()
    #expect(one.state.notice != nil)
    #expect(one.state.name == "Sea")
    #expect(titles(one.state.rows) == ["The Salt Clock", "Field Notes"])
    #expect(try await other.queue.refused().count == 1)
  }

  @Test("a refusal that comes after a wait is noticed too")
  func refusedLater() async throws {
    let rig = try await ShelfRig(as: "grace")
    rig.network.isDown = true
    let list = await loaded(CollectionListViewModel(shelf: rig.shelf, library: rig.books))
    list.create("Mine", books: [try rig.item("Field Notes")])
    await list.settled()
    #expect(titles(list.state.rows) == ["Mine"])
    rig.network.isDown = false
    await rig.shelf.queue.flush()
    #expect(await eventually { list.state.notice != nil })
    #expect(await eventually { list.state.rows.value?.isEmpty ?? true })
  }

  @Test("a list whose rows are hidden or added here still has its further pages")
  func paging() async throws {
    let rig = try await ShelfRig()
    for name in ["A", "B", "C"] {
      _ = try await rig.shelf.playlists.create(
        PlaylistDraft(libraryId: rig.podcasts, name: name, items: [PlaylistEntry(try rig.episode())]))
    }
    let list = await loaded(PlaylistListViewModel(shelf: rig.shelf, library: rig.podcasts, pageSize: 2))
    #expect(titles(list.state.rows) == ["A", "B"])
    rig.network.isDown = true
    for row in list.state.rows.value ?? [] {
      list.remove(row.id)
      await list.settled()
    }
    #expect(titles(list.state.rows) == [])
    #expect(list.state.total == 1)
    #expect(list.state.hasMore)
    list.create("New")
    await list.settled()
    #expect(titles(list.state.rows) == ["New"])
    #expect(list.state.total == 2)
    rig.network.isDown = false
    list.refresh()
    await list.settled()
    #expect(titles(list.state.rows) == ["C", "New"])
    #expect(list.state.total == 2)
    #expect(!list.state.hasMore)
  }

  @Test("the tree shows them as the screens do")
  func tree() async throws {
    let rig = try await ShelfRig()
    let tree = BrowseTree(shelf: rig.shelf)
    #expect(try await tree.children(of: .section(.playlists, library: rig.podcasts)).isEmpty)
    rig.network.isDown = true
    let (id, _) = try await rig.shelf.playlistStore.create(
      "Evening", in: rig.podcasts, entries: [rig.episode(0)])
    #expect(try await tree.children(of: .section(.playlists, library: rig.podcasts)).map(\.id) == [.playlist(id)])
    #expect(try await tree.children(of: .playlist(id)).map(\.playable) == [rig.episode(0)])
  }
}
