import ShelfClient
import ShelfTesting
import Testing

@MainActor @Test("the sign-in screen signs in at the fake") func signsInOnTheScreen() async throws {
  let test = TestShelf()
  let signIn = ShelfSignInViewModel { address, allowsPlainHTTP in
    var options = ClientOptions()
    options.allowsPlainHTTP = allowsPlainHTTP
    return ShelfService(server: address, transport: test.faults, environment: test.environment, options: options)
  }
  signIn.address = ServerAddress.fake.description  // the user types https://server.test
  signIn.findServer()
  await signIn.settled()
  #expect(signIn.state.step == .chooseWay)
  signIn.signIn(username: ShelfWorld.account.username, password: ShelfWorld.account.password)
  await signIn.settled()
  #expect(signIn.state.step == .signedIn)
}
