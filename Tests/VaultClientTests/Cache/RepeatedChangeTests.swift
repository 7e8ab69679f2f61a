import MediaCore
import Testing
import VaultTesting

@testable import VaultClient

@Suite("The same change, made again")
struct RepeatedChangeTests {
  @Test("changing there and back on one device is no conflict, however often")
  func thereAndBack() async throws {
    let fixture = try await Fixture.signedIn()
    let store = fixture.vault.store
    try await store.refreshLibrary()
    try await store.refreshLists()
    let list = try #require(fixture.server.listID(named: "Weekend", of: "alice"))
    for round in 1...3 {
      for isThere in [true, false] {
        try await store.setWatched(isThere, for: .movie(1))
        try await store.update(1, MovieChange(title: isThere ? "There" : "Back"))
        try await store.updateList(list, ListDraft(name: isThere ? "There" : "Back"))
        for _ in 0..<3 { await store.flush() }
        #expect(try await fixture.vault.movies.movie(1).watched == isThere)
        #expect(try await store.conflicts().map { $0.text() } == [], "\(round) \(isThere)")
      }
    }
  }
}
