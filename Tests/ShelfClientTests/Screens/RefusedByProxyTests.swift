import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@MainActor
@Suite("Screens and menus while a proxy refuses in the server's place")
struct RefusedByProxyTests {
  private func loaded<Model: ViewModel>(_ model: Model) async -> Model {
    model.load()
    await model.settled()
    return model
  }

  @Test("a book and a podcast are kept, and not shown as removed", arguments: [404, 403])
  func items(status: Int) async throws {
    let rig = try await ShelfRig()
    let book = await loaded(ItemViewModel(shelf: rig.shelf, item: try rig.item("The Salt Clock")))
    let podcast = await loaded(EpisodeListViewModel(shelf: rig.shelf, podcast: try rig.item("Night Signals")))
    rig.network.fail(.shelfItemsOne, with: .status(status))
    await book.refreshAndWait()
    #expect(book.state.error?.status == status)
    #expect(!book.state.isGone && book.state.item.value != nil)
    rig.network.fail(.shelfItemsOne, with: .status(status))
    await podcast.refreshAndWait()
    #expect(podcast.state.error?.status == status)
    #expect(!podcast.state.isGone && podcast.state.rows.value?.count == 3)
    #expect(rig.network.problems == [])
  }

  @Test("a playlist is kept, and not shown as removed")
  func playlist() async throws {
    let rig = try await ShelfRig()
    var draft = PlaylistDraft(libraryId: rig.books, name: "Evenings")
    draft.items = [PlaylistEntry(try rig.book())]
    let made = try await rig.shelf.playlists.create(draft)
    let one = await loaded(PlaylistViewModel(shelf: rig.shelf, playlist: made.id))
    rig.network.fail(.shelfPlaylistsOne, with: .status(404))
    await one.refreshAndWait()
    #expect(one.state.error?.status == 404)
    #expect(!one.state.isGone && one.state.rows.value?.map(\.title) == ["The Salt Clock"])
    try await rig.shelf.playlists.remove(made.id)
    await one.refreshAndWait()
    #expect(one.state.isGone)
  }

  @Test("a menu shows its stored entries, and fails if there are none", arguments: [404, 403])
  func menu(status: Int) async throws {
    let rig = try await ShelfRig()
    let tree = BrowseTree(shelf: rig.shelf)
    let place = BrowsePlace.section(.items, library: rig.books)
    rig.network.fail(.shelfLibrariesItems, with: .status(status))
    #expect(try await failure { @Sendable in try await tree.children(of: place) }.status == status)
    let menu = try await tree.children(of: place)
    #expect(!menu.isEmpty)
    rig.network.fail(.shelfLibrariesItems, with: .status(status))
    #expect(try await tree.children(of: place) == menu)
    #expect(rig.network.problems == [])
  }

  @Test("an item that cannot be found for a shortcut is not taken for removed")
  func catalog() async throws {
    let rig = try await ShelfRig()
    let book = try rig.book()
    rig.network.fail(.shelfItemsOne, with: .status(404))
    let error = try await failure { @Sendable in try await ListeningCatalog(shelf: rig.shelf).entries(of: [book]) }
    #expect(error.kind == .notFound && error.status == 404)
  }
}
