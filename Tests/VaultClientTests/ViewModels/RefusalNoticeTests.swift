import MediaCore
import Testing
import VaultTesting

@testable import VaultClient

@MainActor @Suite("What the server refuses is said, once")
struct RefusalNoticeTests {
  private static let gone = "A change could not be made: what it is about is gone."
  private static let other = "The server refused a change."

  private func loaded<Model: VaultViewModel>(_ model: Model, _ load: (Model) -> Void) async -> Model {
    load(model)
    await model.settled()
    return model
  }

  @Test("the library: a mark and a change that come to nothing are told, and not again after the next change")
  func library() async throws {
    let stage = try await Stage.signedIn()
    let model = await loaded(VaultLibraryViewModel(vault: stage.vault)) { $0.load() }
    // On another device.
    try await stage.relaunched().vault.watchlist.remove(.movie(2))
    model.setWatched(true, for: .movie(2))
    await model.settled()
    #expect(model.state.notice == Self.gone)
    model.dismissNotice()
    model.update(1, MovieChange(title: "Paper Moons"))
    model.remove(.movie(9))
    model.open(try #require(model.state.entries.first { $0.reference == .movie(8) }))
    model.setWatched(true, for: .movie(1))
    await model.settled()
    #expect(model.state.notice == nil)
    #expect(stage.server.isWatched(movie: 1, of: "alice") == true)
    #expect(!stage.server.movieIDs(of: "alice").contains(9))
    model.update(2, MovieChange(title: "Long Fuse"))
    await model.settled()
    #expect(model.state.notice == Self.gone)
    #expect(try await stage.vault.outbox.refused().count == 2)
  }

  @Test("the watchlist: a mark of what is gone is told, and not again after the next change")
  func watchlist() async throws {
    let stage = try await Stage.signedIn()
    let model = await loaded(VaultWatchlistViewModel(vault: stage.vault)) { $0.load() }
    try await stage.relaunched().vault.watchlist.remove(.series(4))
    model.setWatched(true, for: .series(4))
    await model.settled()
    #expect(model.state.notice == Self.gone)
    model.dismissNotice()
    model.setWatched(true, for: .movie(1))
    await model.settled()
    #expect(model.state.notice == nil)
    #expect(stage.server.isWatched(movie: 1, of: "alice") == true)
  }

  @Test("what is new: a refusal is told, and not again after the next change")
  func notifications() async throws {
    let stage = try await Stage.signedIn()
    let model = await loaded(NotificationsViewModel(vault: stage.vault)) { $0.load() }
    stage.network.fail("vault.watchlist.markSeen", with: .status(405))
    model.markSeen(.movie(8))
    await model.settled()
    #expect(model.state.notice == Self.other)
    model.dismissNotice()
    model.markSeen(.series(1))
    await model.settled()
    #expect(model.state.notice == nil)
    let news = try await stage.vault.notifications.newTitles()
    #expect(news.newMovies.contains { $0.id == 8 } && !news.newSeries.contains { $0.id == 1 })
  }

  @Test("the lists: a refusal is told, and not again after the next change")
  func lists() async throws {
    let stage = try await Stage.signedIn()
    let someDay = try #require(stage.server.listID(named: "Some day", of: "alice"))
    let model = await loaded(ListsViewModel(vault: stage.vault)) { $0.load() }
    model.mark(.movie(1), in: someDay, ItemMark(watched: true))
    await model.settled()
    #expect(model.state.notice == Self.gone)
    model.dismissNotice()
    model.add(.movie(1), to: someDay)
    await model.settled()
    #expect(model.state.notice == nil)
    #expect(stage.server.contents(ofList: someDay) == [.movie(1)])
  }

  @Test("an import that is refused is told, and the library shown all the same")
  func imports() async throws {
    let stage = try await Stage.signedIn(settings: .init(simulatedUpstreams: true))
    let model = await loaded(VaultLibraryViewModel(vault: stage.vault)) { $0.load() }
    model.importTitle(.series("tmdb_404"))
    await model.settled()
    #expect(model.state.notice == Self.other)
    #expect(model.state.importing == [])
    model.dismissNotice()
    model.importTitle(.series("tmdb_801"))
    await model.settled()
    #expect(model.state.notice == nil)
    #expect(model.state.library.value?.series.contains { $0.imdbID == "tmdb_801" } == true)
  }
}
