import Foundation
import ShelfClient
import ShelfTesting
import Testing

@Test("requests go through the gateway") func goesThroughTheGateway() async throws {
  let test = TestShelf()
  let address = try #require(URL(string: "https://gateway.example"))
  let gateway = GatewayTransport(base: test.faults, gateway: address)
  let shelf = ShelfService(server: .fake, transport: gateway, environment: test.environment)
  try await shelf.account.signIn(username: ShelfWorld.account.username, password: ShelfWorld.account.password)
  #expect(test.server.count(.shelfAccountSignIn) == 1)
}
