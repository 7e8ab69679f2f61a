import ShelfClient
import ShelfTesting
import Testing

@Test("a mark of one device arrives on another") func aMarkArrivesOnAnotherDevice() async throws {
  let test = try await TestShelf.signedIn()
  let tablet = ShelfService(
    server: .fake, transport: FaultTransport(test.server.transport, clock: test.clock),
    environment: .test(clock: test.clock, seed: 2))
  try await tablet.account.signIn(username: ShelfWorld.account.username, password: ShelfWorld.account.password)

  let id = PlayableID(libraryItemId: try #require(ShelfWorld.sample.itemID(titled: "Field Notes")))
  try await test.shelf.progressStore.markFinished(id)
  await test.shelf.queue.flush()
  try await tablet.progressStore.refresh()
  #expect(try await tablet.progressStore.progress(of: id)?.isFinished == true)
}
