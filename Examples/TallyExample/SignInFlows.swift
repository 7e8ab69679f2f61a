import Foundation
import Runner
import TallyKit
import TallyTesting

@MainActor
enum SignInFlows {
  nonisolated static let all: [Flow<TallyStage>] = [
    Flow("server-found-on-the-network", needsFake: true) { _ in try await search() },
    Flow("sign-in-screen", needsFake: true) { _ in try await password() },
    Flow("sign-in-screen-new-account", needsFake: true) { _ in try await register() },
    Flow("account-refused-changes", needsFake: true) { _ in try await refused() },
  ]

  private static func screen(_ fresh: Fresh) -> TallySignInViewModel {
    TallySignInViewModel { address, allowsPlainHTTP in
      var options = ClientOptions()
      options.allowsPlainHTTP = allowsPlainHTTP
      return TallyService(
        server: address, transport: fresh.network, environment: fresh.environment, options: options)
    }
  }

  private static func search() async throws -> String {
    let fresh = try await Fresh(signedIn: false)
    let hosts = NamedHosts([ServerAddress.fake.host])
    var found: [FoundServer] = []
    let servers = ServerFinder(.tally, transport: fresh.network, environment: fresh.environment)
      .servers(foundBy: hosts)
    for await server in servers { found.append(server) }
    try expectEqual(found.map(\.name), [ServerAddress.fake.host], "the server that was found")
    let signIn = screen(fresh)
    let finder = ServerFinder(.tally, transport: fresh.network, environment: fresh.environment)
    signIn.lookAround(finder, foundBy: hosts)
    signIn.stopLookingAround()
    try expect(!signIn.state.isLookingAround, "no search any more")
    signIn.lookAround(finder, foundBy: hosts)
    await signIn.settled()
    signIn.choose(try require(signIn.state.found.first, "a server in the list"))
    await signIn.settled()
    try expectEqual(signIn.state.step, .chooseWay, "the step at the chosen server")
    return "a Tally server at \(found[0].address)"
  }

  private static func password() async throws -> String {
    let fresh = try await Fresh(signedIn: false)
    let signIn = screen(fresh)
    signIn.address = "https://tally.example"
    signIn.findServer()
    signIn.cancel()
    try expectEqual(signIn.state.step, .address, "the step after giving up")
    signIn.allowPlainHTTP()
    await signIn.settled()
    try expectEqual(signIn.state.step, .chooseWay, "the step with a server")
    signIn.signIn(email: TallyWorld.sampleEmail, password: "wrong-password")
    await signIn.settled()
    try expectEqual(signIn.state.problem, .wrongCredentials, "the problem")
    signIn.signIn(email: TallyWorld.sampleEmail, password: TallyWorld.password)
    await signIn.settled()
    try expectEqual(signIn.state.step, .signedIn, "the step")
    let count = try await require(signIn.tally, "the service").watchlist.all(status: nil).count
    try await signIn.tally?.signOut(pending: .discard)
    return "\(signIn.state.email ?? "-") at \(signIn.state.server?.host ?? "-") with \(count) shows"
  }

  private static func register() async throws -> String {
    let fresh = try await Fresh(signedIn: false)
    let signIn = screen(fresh)
    signIn.address = "https://tally.example"
    signIn.findServer()
    await signIn.settled()
    signIn.register(email: TallyWorld.sampleEmail, password: "long-enough")
    await signIn.settled()
    try expectEqual(signIn.state.problem, .accountExists, "the problem")
    signIn.register(email: "new@example.org", password: "long-enough")
    await signIn.settled()
    try expectEqual(signIn.state.step, .signedIn, "the step")
    return "an address that has an account is refused as such; a new one is signed in"
  }

  private static func refused() async throws -> String {
    let fresh = try await Fresh(settings: .init(watchlistHasUpdatedAt: false))
    let account = TallyAccountViewModel(tally: fresh.tally)
    account.load()
    await account.settled()
    _ = try await fresh.tally.watchlistStore.setNotes("never kept", of: 520_100).settled()
    await account.settled()
    account.retry(try require(account.state.refused.first, "a refused change"))
    await account.settled()
    account.discard(try require(account.state.refused.first, "the change, refused again"))
    await account.settled()
    try expectEqual(account.state.refused.count, 0, "refused changes")
    return "a refused change, tried again and given up"
  }
}
