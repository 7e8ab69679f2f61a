import Foundation
import MediaCore
import Testing
import VaultTesting

@testable import VaultClient

@Suite("Imports while the server cannot reach its catalogue")
struct CatalogueOutageTests {
  @Test(
    "an import waits, says why, and is done once the catalogue answers",
    arguments: [
      TitleImport.movie("tt0503003"), .series("tmdb_801"), .sequels("tt0501001"), .fullSeries("tmdb_801"),
      .title("tt0503003"),
      .title("tt0801801"),
    ])
  func waits(_ title: TitleImport) async throws {
    let fixture = try await Fixture.signedIn(settings: .init(simulatedUpstreams: true))
    try await fixture.vault.store.refreshLibrary()
    let before = (fixture.server.movieIDs(of: "alice"), fixture.server.seriesIDs(of: "alice"))
    fixture.server.setCatalogue(isReachable: false)
    let submission = try await fixture.vault.store.importTitle(title)
    for _ in 0..<5 { await fixture.vault.store.flush() }
    guard case .waiting(let error?) = await submission.settled() else {
      Issue.record("\(await submission.outcome())")
      return
    }
    #expect(
      error.vaultText()
        == "The server does not find this title, or cannot reach its catalogue now. The import is tried again.")
    #expect(try await fixture.vault.queue.refused() == [])
    fixture.server.setCatalogue(isReachable: true)
    for _ in 0..<2 { await fixture.vault.store.flush() }
    #expect(await submission.outcome() == .synced)
    #expect((fixture.server.movieIDs(of: "alice"), fixture.server.seriesIDs(of: "alice")) != before)
    #expect(try await fixture.vault.queue.open() == [])
  }

  @Test("it survives a relaunch")
  func relaunch() async throws {
    let fixture = try await Fixture.signedIn(settings: .init(simulatedUpstreams: true))
    fixture.server.setCatalogue(isReachable: false)
    try await fixture.vault.store.importTitle(.movie("tt0503003"))
    await fixture.vault.store.settled()
    let later = fixture.relaunched()
    await later.vault.store.flush()
    #expect(try await later.vault.queue.open().count == 1)
    fixture.server.setCatalogue(isReachable: true)
    await later.vault.store.flush()
    #expect(try await later.vault.queue.open() == [])
    #expect(try await later.vault.store.refreshLibrary().value.allMovies.contains { $0.imdbID == "tt0503003" })
  }

  @Test("a title that TMDB does not have is refused at once; one that the server misses in OMDb only after an hour")
  func unknown() async throws {
    let clock = ManualClock()
    let fixture = try await Fixture.signedIn(settings: .init(simulatedUpstreams: true), clock: clock)
    let unknown = try await fixture.vault.store.importTitle(.series("tmdb_999999"))
    guard case .refused(let error) = await unknown.settled() else {
      Issue.record("\(await unknown.outcome())")
      return
    }
    #expect(error.vaultText() == "There is no such title to import.")
    try await fixture.vault.queue.discard(unknown.id)
    fixture.server.setCatalogue(isReachable: false)
    let vault = fixture.service { $0.search = OneAnswer() }
    let submission = try await vault.store.importTitle(.movie("tt0503003"))
    for _ in 0..<6 { await vault.store.flush() }
    #expect(try await vault.queue.refused() == [])
    await clock.advance(by: .seconds(3601))
    await vault.store.flush()
    #expect(try await vault.queue.refused().map(\.id) == [submission.id])
  }

  /// A search that works while imports fail: OMDb alone is out of reach, or has no such title.
  private struct OneAnswer: SearchAPI {
    func all(_ query: String) async throws(ClientError) -> [SearchResult] { [] }
    func movies(_ query: String) async throws(ClientError) -> [SearchResult] { [] }
    func series(_ query: String) async throws(ClientError) -> [SearchResult] { [] }
    func tvmaze(_ query: String) async throws(ClientError) -> [SearchResult] { [] }
  }
}
