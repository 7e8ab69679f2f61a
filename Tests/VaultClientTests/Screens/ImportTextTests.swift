import MediaCore
import Testing
import VaultTesting

@testable import VaultClient

@MainActor @Suite("Importing a pasted text")
struct ImportTextTests {
  /// A search that finds one title.
  private struct OneTitle: SearchAPI {
    var united: [SearchResult] = []
    var shows: [SearchResult] = []
    var problem: ClientError?

    func all(_ query: String) async throws(ClientError) -> [SearchResult] { try found(united, query) }
    func movies(_ query: String) async throws(ClientError) -> [SearchResult] { [] }
    func series(_ query: String) async throws(ClientError) -> [SearchResult] { try found(shows, query) }
    func tvmaze(_ query: String) async throws(ClientError) -> [SearchResult] { [] }

    private func found(_ results: [SearchResult], _ query: String) throws(ClientError) -> [SearchResult] {
      if let problem { throw problem }
      return query == "tt0801801" ? results : []
    }
  }

  private func pasted(
    _ search: OneTitle
  ) async throws -> (movies: Int, series: Int, model: VaultLibraryViewModel, fixture: Fixture) {
    let fixture = try await Fixture.signedIn(settings: .init(simulatedUpstreams: true))
    let before = (fixture.server.movieIDs(of: "alice").count, fixture.server.seriesIDs(of: "alice").count)
    let model = VaultLibraryViewModel(vault: fixture.service { $0.search = search })
    model.importText(" @https://www.imdb.com/title/tt0801801/?ref_=x")
    #expect(model.state.importing == ["tt0801801"])
    await model.settled()
    #expect(model.state.importing == [])
    let movies = fixture.server.movieIDs(of: "alice").count - before.0
    return (movies, fixture.server.seriesIDs(of: "alice").count - before.1, model, fixture)
  }

  @Test("an address of a series becomes a series, whichever search finds it")
  func series() async throws {
    let other = with(SearchResult(imdbID: "tt0000001")) { $0.type = .movie }
    let show = with(SearchResult(imdbID: "tt0801801")) { $0.type = .series }
    for search in [OneTitle(united: [other, show]), OneTitle(united: [other], shows: [show])] {
      let (movies, series, model, _) = try await pasted(search)
      #expect(movies == 0 && series == 1)
      #expect(model.state.library.value?.series.contains { $0.imdbID == "tt0801801" } == true)
      #expect(model.state.notice == nil)
    }
  }

  @Test("an address of a film that the search finds becomes a film")
  func movie() async throws {
    let film = with(SearchResult(imdbID: "tt0801801")) { $0.type = .movie }
    let show = with(SearchResult(imdbID: "tt0801801")) { $0.type = .series }
    let (movies, series, model, _) = try await pasted(OneTitle(united: [film], shows: [show]))
    #expect(movies == 1 && series == 0)
    #expect(model.state.library.value?.allMovies.contains { $0.imdbID == "tt0801801" } == true)
  }

  @Test("an address of a series that no search finds becomes a series with all its seasons, and no film")
  func seriesByID() async throws {
    let (movies, series, model, fixture) = try await pasted(OneTitle())
    #expect(movies == 0 && series == 1)
    #expect(model.state.library.value?.series.first { $0.imdbID == "tt0801801" }?.episodes.count == 3)
    #expect(fixture.count(.vaultImportsMovie) == 0)
    #expect(model.state.notice == nil)
  }

  @Test("an address of a film that no search finds becomes a film, and no series is made for it")
  func movieByID() async throws {
    let fixture = try await Fixture.signedIn(settings: .init(simulatedUpstreams: true))
    let before = fixture.server.seriesIDs(of: "alice")
    let model = VaultLibraryViewModel(vault: fixture.service { $0.search = OneTitle() })
    model.importText("imdb.com/title/tt0503003/")
    await model.settled()
    #expect(model.state.library.value?.allMovies.contains { $0.imdbID == "tt0503003" } == true)
    #expect(fixture.server.seriesIDs(of: "alice") == before)
    // Paste the title again: it is in the library already, and nothing is imported.
    fixture.server.clearRequests()
    model.importText("imdb.com/title/tt0503003/")
    await model.settled()
    #expect(fixture.server.requests.allSatisfy { $0.method == "GET" })
  }

  @Test("an address that is known as neither is imported as nothing, and a notice says why")
  func unknown() async throws {
    let fixture = try await Fixture.signedIn(settings: .init(simulatedUpstreams: true))
    let before = (fixture.server.movieIDs(of: "alice"), fixture.server.seriesIDs(of: "alice"))
    let model = VaultLibraryViewModel(vault: fixture.service { $0.search = OneTitle() })
    model.importText("https://www.imdb.com/title/tt7654321/")
    await model.settled()
    #expect(fixture.server.movieIDs(of: "alice") == before.0 && fixture.server.seriesIDs(of: "alice") == before.1)
    #expect(
      model.state.notice == "The server cannot tell whether this is a film or a series. Search for the title instead.")
    #expect(try await fixture.vault.queue.open() == [])
  }

  @Test("an address goes into the lists that are chosen for it, as a series and as a film", arguments: [true, false])
  func intoList(_ isSeries: Bool) async throws {
    let fixture = try await Fixture.signedIn(settings: .init(simulatedUpstreams: true))
    let someDay = try #require(fixture.server.listID(named: "Some day", of: "alice"))
    let id = isSeries ? "tt0801801" : "tt0503003"
    try await fixture.vault.store.importTitle(.title(id), into: [.list(someDay)])
    await fixture.vault.store.settled()
    #expect(fixture.server.contents(ofList: someDay).map(\.type) == [isSeries ? "series" : "movie"])
    #expect(try await fixture.vault.queue.open() == [])
    #expect(try await fixture.vault.queue.refused() == [])
  }

  @Test("where the search cannot be reached, nothing is imported as a film, and a notice gives the reason")
  func unasked() async throws {
    let problem = ClientError(.unreachable, operation: .vaultSearchAll)
    let (movies, series, model, fixture) = try await pasted(OneTitle(problem: problem))
    #expect(movies == 0 && series == 0)
    #expect(model.state.notice == "The server cannot be reached.")
    #expect(try await fixture.vault.queue.all() == [])
  }
}
