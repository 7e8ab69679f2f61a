import ShelfClient
import ShelfTesting
import Testing

@Test("a call moves on to the other address") func aCallMovesToTheOtherAddress() async throws {
  let clock = ManualClock(passing: .waits)
  let server = FakeShelfServer(clock: clock)
  let home = FaultTransport(server.transport, clock: clock)
  let away = FaultTransport(server.transport, clock: clock)
  var options = ClientOptions()
  options.alternatives = [AlternativeAddress(try ServerAddress("https://books.example.org"), isConfirmed: true)]
  let shelf = ShelfService(
    server: try ServerAddress("https://nas.local"),
    transport: HostTransport(["nas.local": home, "books.example.org": away]),
    environment: .test(clock: clock), options: options)
  away.isDown = true
  try await shelf.account.signIn(username: ShelfWorld.account.username, password: ShelfWorld.account.password)

  (home.isDown, away.isDown) = (true, false)  // the user has left the house
  #expect(try await shelf.libraries.all().isEmpty == false)
  #expect(away.operations.contains(.shelfLibrariesAll))
}
