import Testing
import VaultClient
import VaultTesting

@Test("a series of the catalogue is found and imported") func importsASeries() async throws {
  let test = try await TestVault.signedIn()
  let hits = try await test.vault.search.all("harbor")
  #expect(hits.map(\.title) == ["Harbor Lights", "Harbor Watch", "The Harbor"])
  let watch = try #require(hits.first { $0.type == .series })
  try await test.vault.store.importTitle(.fullSeries(watch.imdbID))
  await test.vault.queue.flush()
  #expect(try await test.vault.store.refreshLibrary().value.series.contains { $0.title == "Harbor Watch" })
}
