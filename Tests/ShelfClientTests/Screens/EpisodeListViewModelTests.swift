import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@MainActor
@Suite("The screen of a podcast's episodes")
struct EpisodeListViewModelTests {
  private func loaded(_ shelf: ShelfService, _ rig: ShelfRig) async throws -> EpisodeListViewModel {
    let model = EpisodeListViewModel(shelf: shelf, podcast: try rig.item("Night Signals"))
    model.load()
    await model.settled()
    return model
  }

  private func titles(_ model: EpisodeListViewModel) -> [String] { (model.state.rows.value ?? []).map(\.title) }

  @Test("the chosen order and filter survive a relaunch without a network, for this podcast alone")
  func relaunch() async throws {
    let rig = try await ShelfRig()
    let model = try await loaded(rig.shelf, rig)
    #expect(titles(model) == ["Radio on the Roof", "The Long Wave", "Valves and Wires"])
    #expect(model.state.title == "Night Signals")
    model.setSort(.title)
    model.setFilter(.unfinished)
    model.markFinished([try rig.episode(0).description])
    await model.settled()
    #expect(titles(model) == ["Radio on the Roof", "The Long Wave"])
    #expect(model.state.total == 3)
    await rig.shelf.client.accounts.save()
    rig.network.isDown = true
    let shelf = rig.relaunched()
    let again = try await loaded(shelf, rig)
    #expect(titles(again) == ["Radio on the Roof", "The Long Wave"])
    #expect(again.state.settings.sort == .title)
    #expect(again.state.error?.kind == .unreachable)
    again.setSort(.publishedAt)
    again.setFilter(.all)
    await again.settled()
    #expect(titles(again) == ["Valves and Wires", "The Long Wave", "Radio on the Roof"])
    #expect(try await shelf.episodeLists.settings(of: rig.item("Bread Hour")) == EpisodeListSettings())
  }

  @Test("a sign-out erases the choice, and the next account sees its own")
  func signOut() async throws {
    let rig = try await ShelfRig()
    let model = try await loaded(rig.shelf, rig)
    model.setSort(.duration, descending: true)
    await model.settled()
    try await rig.shelf.account.signOut(pending: .keep)
    await model.settled()
    #expect(model.state.rows.value == nil)
    #expect(model.state.settings == EpisodeListSettings())
    try await rig.shelf.account.signIn(username: "ada", password: ShelfRig.password(of: "ada"))
    #expect(try await rig.shelf.episodeLists.settings(of: model.podcast) == EpisodeListSettings())
  }

  @Test("a search shows matching titles and is not kept")
  func search() async throws {
    let rig = try await ShelfRig()
    let model = try await loaded(rig.shelf, rig)
    model.setQuery("WAVE long")
    await model.settled()
    #expect(titles(model) == ["The Long Wave"])
    model.setQuery("")
    await model.settled()
    #expect(titles(model).count == 3)
    #expect(rig.count(.shelfItemsOne) == 1)
  }

  @Test("the seasons of a podcast are groups when the user wants them")
  func seasons() async throws {
    let rig = try await ShelfRig()
    let model = try await loaded(rig.shelf, rig)
    #expect(model.state.hasSeasons)
    #expect(model.state.seasons.isEmpty)
    model.setGroupsSeasons(true)
    await model.settled()
    #expect(model.state.seasons.map(\.name) == ["2", nil])
    #expect(model.state.seasons.last?.rows.map(\.title) == ["The Long Wave", "Valves and Wires"])
  }

  @Test("a failed refresh keeps the episodes, and a removed podcast says so")
  func gone() async throws {
    let rig = try await ShelfRig()
    let model = try await loaded(rig.shelf, rig)
    rig.network.isDown = true
    await model.refreshAndWait()
    #expect(model.state.error?.kind == .unreachable)
    #expect(titles(model).count == 3)
    rig.network.isDown = false
    let missing = EpisodeListViewModel(shelf: rig.shelf, podcast: "none")
    missing.load()
    await missing.settled()
    #expect(missing.state.isGone)
    #expect(missing.state.rows.value == nil)
  }

  @Test("beyond the limit, the choice that was changed least recently is dropped")
  func limit() async throws {
    let rig = try await ShelfRig()
    let store = rig.shelf.episodeLists
    for number in 0...EpisodeListStore.limit { try await store.update("podcast-\(number)") { $0.sort = .title } }
    #expect(try await store.settings(of: "podcast-0").sort == .publishedAt)
    #expect(try await store.settings(of: "podcast-1").sort == .title)
    try await store.update("podcast-1") { $0 = EpisodeListSettings() }
    try await store.update("one more") { $0.filter = .finished }
    #expect(try await store.settings(of: "podcast-2").sort == .title)
  }
}
