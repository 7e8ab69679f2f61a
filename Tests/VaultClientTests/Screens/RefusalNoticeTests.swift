import MediaCore
import Testing
import VaultTesting

@testable import VaultClient

@MainActor @Suite("Refused changes show a notice, once")
struct RefusalNoticeTests {
  private static let gone = "A change could not be made: what it is about is gone."

  private func loaded<Model: ViewModel>(_ model: Model, _ load: (Model) -> Void) async -> Model {
    load(model)
    await model.settled()
    return model
  }

  @Test("the library: a mark and a change that are refused show a notice, and not again after the next change")
  func library() async throws {
    let fixture = try await Fixture.signedIn()
    let model = await loaded(VaultLibraryViewModel(vault: fixture.vault)) { $0.load() }
    // Another device removes the film.
    try await fixture.relaunched().vault.watchlist.remove(.movie(2))
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
    #expect(fixture.server.isWatched(movie: 1, of: "alice") == true)
    #expect(!fixture.server.movieIDs(of: "alice").contains(9))
    model.update(2, MovieChange(title: "Long Fuse"))
    await model.settled()
    #expect(model.state.notice == Self.gone)
    #expect(try await fixture.vault.queue.refused().count == 2)
  }

  @Test("the watchlist: a mark of a removed title shows a notice, and not again after the next change")
  func watchlist() async throws {
    let fixture = try await Fixture.signedIn()
    let model = await loaded(VaultWatchlistViewModel(vault: fixture.vault)) { $0.load() }
    try await fixture.relaunched().vault.watchlist.remove(.series(4))
    model.setWatched(true, for: .series(4))
    await model.settled()
    #expect(model.state.notice == Self.gone)
    model.dismissNotice()
    model.setWatched(true, for: .movie(1))
    await model.settled()
    #expect(model.state.notice == nil)
    #expect(fixture.server.isWatched(movie: 1, of: "alice") == true)
  }

  @Test("new titles: a refusal shows a notice, and not again after the next change")
  func notifications() async throws {
    let fixture = try await Fixture.signedIn()
    let model = await loaded(NotificationsViewModel(vault: fixture.vault)) { $0.load() }
    fixture.network.fail(.vaultWatchlistMarkSeen, with: .status(405))
    model.markSeen(.movie(8))
    await model.settled()
    #expect(model.state.notice == "This server does not support that.")
    model.dismissNotice()
    model.markSeen(.series(1))
    await model.settled()
    #expect(model.state.notice == nil)
    let news = try await fixture.vault.notifications.newTitles()
    #expect(news.newMovies.contains { $0.id == 8 } && !news.newSeries.contains { $0.id == 1 })
  }

  @Test("the lists: a refusal shows a notice, and not again after the next change")
  func lists() async throws {
    let fixture = try await Fixture.signedIn()
    let someDay = try #require(fixture.server.listID(named: "Some day", of: "alice"))
    let model = await loaded(ListsViewModel(vault: fixture.vault)) { $0.load() }
    model.mark(.movie(1), in: someDay, ItemMark(watched: true))
    await model.settled()
    #expect(model.state.notice == Self.gone)
    model.dismissNotice()
    model.add(.movie(1), to: someDay)
    await model.settled()
    #expect(model.state.notice == nil)
    #expect(fixture.server.contents(ofList: someDay) == [.movie(1)])
  }

  @Test("a refused import shows a notice, and the library is shown all the same")
  func imports() async throws {
    let fixture = try await Fixture.signedIn(settings: .init(simulatedUpstreams: true))
    let model = await loaded(VaultLibraryViewModel(vault: fixture.vault)) { $0.load() }
    model.importTitle(.series("tmdb_404"))
    await model.settled()
    #expect(model.state.notice == "There is no such title to import.")
    #expect(
      try await fixture.vault.queue.refused().first?.vaultText()
        == "The server refused a change: Series not found on TMDB")
    #expect(model.state.importing == [])
    model.dismissNotice()
    model.importTitle(.series("tmdb_801"))
    await model.settled()
    #expect(model.state.notice == nil)
    #expect(model.state.library.value?.series.contains { $0.imdbID == "tmdb_801" } == true)
  }

  @Test("a share that is refused says why in the server's words, on the screen and in the list of refused changes")
  func share() async throws {
    let fixture = try await Fixture.signedIn()
    let someDay = try #require(fixture.server.listID(named: "Some day", of: "alice"))
    let model = await loaded(ListsViewModel(vault: fixture.vault)) { $0.load() }
    model.share(someDay, with: "nobody")
    await model.settled()
    #expect(model.state.notice == "The server refused this: User 'nobody' not found")
    let refused = try #require(try await fixture.vault.queue.refused().first)
    #expect(refused.vaultText() == "The server refused a change: User 'nobody' not found")
    #expect(refused.vaultText(Texts(.vaultGerman)) == "Der Server hat eine Änderung abgelehnt: User 'nobody' not found")
    model.share(someDay, with: "alice")
    await model.settled()
    #expect(model.state.notice == "The server refused this: Cannot share list with yourself")
  }

  @Test(
    "each write says why it was refused, in the server's words",
    arguments: OperationID.vaultWrites.map(\.rawValue).sorted())
  func reasons(_ operation: String) {
    let operation = OperationID(operation)
    for (kind, status) in [
      (ClientError.Kind.notFound, 404), (.forbidden, 403), (.invalidRequest, 400), (.conflict, 409),
    ] {
      let error = ClientError(kind, operation: operation, status: status, serverMessage: "Access denied to target list")
      #expect(error.vaultText() == "The server refused this: Access denied to target list")
      #expect(error.vaultText(Texts(.vaultGerman)) == "Der Server hat das abgelehnt: Access denied to target list")
    }
    // Without a message of the server, the texts are those of all services.
    #expect(
      ClientError(.notFound, operation: operation, status: 404).vaultText() == "The server does not have this any more."
    )
    let trouble = ClientError(.server, operation: operation, status: 500, serverMessage: "Internal Server Error")
    #expect(trouble.vaultText() == "The server has a problem.")
  }
}
