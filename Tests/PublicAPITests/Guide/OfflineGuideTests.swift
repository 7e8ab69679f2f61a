import Testing
import VaultClient
import VaultTesting

@Test("a mark waits for the network") func aMarkWaitsForTheNetwork() async throws {
  let test = try await TestVault.signedIn()
  let film = try #require(try await test.vault.store.refreshLibrary().value.movies.first)
  test.faults.isDown = true
  try await test.vault.store.setWatched(true, for: .movie(film.id))
  #expect(try await test.vault.queue.open().isEmpty == false)

  let next = test.relaunched()  // the app was killed; the mark is on disk
  next.faults.isDown = false
  await next.vault.queue.flush()
  #expect(try await next.vault.queue.open().isEmpty)
}
