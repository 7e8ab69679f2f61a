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

  @Test("an address of a film, and one that no search finds, becomes a film")
  func movie() async throws {
    let film = with(SearchResult(imdbID: "tt0801801")) { $0.type = .movie }
    let show = with(SearchResult(imdbID: "tt0801801")) { $0.type = .series }
    for search in [OneTitle(united: [film], shows: [show]), OneTitle()] {
      let (movies, series, model, _) = try await pasted(search)
      #expect(movies == 1 && series == 0)
      #expect(model.state.library.value?.allMovies.contains { $0.imdbID == "tt0801801" } == true)
    }
  }

  @Test("where the search cannot be reached, nothing is imported as a film, and a notice gives the reason")
  func unasked() async throws {
    let problem = ClientError(.unreachable, operation: "vault.search.all")
    let (movies, series, model, fixture) = try await pasted(OneTitle(problem: problem))
    #expect(movies == 0 && series == 0)
    #expect(model.state.notice == "The server cannot be reached.")
    #expect(try await fixture.vault.queue.all() == [])
  }
}
