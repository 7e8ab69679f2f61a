import MediaCore
import Testing
import VaultTesting

@testable import VaultClient

@Suite("The search outside")
struct SearchTests {
  @Test("results of the searches for films or series have their type, though the server does not send it")
  func types() async throws {
    let vault = try await Fixture.signedIn(settings: .init(simulatedUpstreams: true)).vault
    #expect(try await vault.search.movies("harbor").map(\.type) == [.movie, .movie])
    #expect(try await vault.search.series("harbor") == [Self.harborWatch])
    #expect(try await vault.search.tvmaze("harbor") == [Self.harborWatch])
    #expect(try await vault.search.all("harbor").map(\.type) == [.movie, .series, .movie])
  }

  private static let harborWatch = with(SearchResult(imdbID: "tt0801801")) {
    $0.title = "Harbor Watch"
    $0.posterURL = "https://image.example.test/m.jpg"
    $0.type = .series
  }

  @Test("a series that was found under an IMDb id becomes a series")
  func series() async throws {
    let fixture = try await Fixture.signedIn(settings: .init(simulatedUpstreams: true))
    let movies = fixture.server.movieIDs(of: "alice")
    let series = fixture.server.seriesIDs(of: "alice")
    let found = try #require(try await fixture.vault.search.series("harbor").first)
    #expect(TitleImport(found) == .series("tt0801801"))
    try await fixture.vault.store.importTitle(TitleImport(found))
    await fixture.vault.store.settled()
    #expect(fixture.server.seriesIDs(of: "alice").count == series.count + 1)
    #expect(fixture.server.movieIDs(of: "alice") == movies)
  }
}
