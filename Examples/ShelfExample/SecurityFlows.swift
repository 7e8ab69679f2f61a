import Foundation
import MediaTesting
import Runner
import ShelfClient
import ShelfTesting

/// Other sign-ins of the account, its password, and signing in through a provider or without TLS.
enum SecurityFlows {
  static let all: [Flow<ShelfFixture>] = [
    Flow("account-other-sign-ins") { fixture in
      let before = Set(try await fixture.shelf.account.loginSessions(page: 0, limit: 100).items.map(\.id))
      let phone = try await fixture.verifierElsewhere()
      _ = try await phone.get("/api/me")
      let list = try await fixture.shelf.account.loginSessions(page: 0, limit: 100).items
      let new = try require(list.first { !before.contains($0.id) }, "the sign-in of the other device")
      try expect(!new.current && list.count { $0.current } == 1, "one of them marked as this device's")
      try await fixture.shelf.account.endLoginSession(new.id)
      try await fixture.shelf.account.endLoginSession(new.id)
      let left = try await fixture.shelf.account.loginSessions(page: 0, limit: 100).items.map(\.id)
      try expect(!left.contains(new.id), "the other sign-in gone")
      return "\(list.count) sign-ins, one of them ended from here; ending it twice is no error"
    },
    Flow("account-change-password") { fixture in
      let statuses = Locked<[AccountSession.Status]>([])
      let token = try await fixture.shelf.account.followStatus { status in statuses.withLock { $0.append(status) } }
      let new = fixture.password + " 2"
      try await fixture.shelf.account.changePassword(from: fixture.password, to: new)
      let isOldRefused = (try? await fixture.verifierElsewhere().get("/api/me")) == nil
      do {
        _ = try await fixture.shelf.account.me()
        _ = try await fixture.verifierElsewhere(password: new).get("/api/me")
      } catch {
        try await fixture.shelf.account.changePassword(from: new, to: fixture.password)
        throw error
      }
      try await fixture.shelf.account.changePassword(from: new, to: fixture.password)
      token.cancel()
      _ = try await fixture.verifierElsewhere().get("/api/me")
      try expect(isOldRefused, "the old password refused")
      let lost = statuses.withLock { $0.contains { $0 == .signedOut } }
      try expect(!lost, "this device signed in throughout")
      return "changed and changed back; this device stayed signed in with new tokens"
    },
    Flow("sign-in-by-openid", needsFake: true) { fixture in
      // The flow plays the provider, so it needs its own fake server.
      let (server, shelf) = provided(fixture)
      let statuses = Locked<[AccountSession.Status]>([])
      let token = shelf.account.observeStatus { status in statuses.withLock { $0.append(status) } }
      let begun = try await shelf.openID.start(redirect: try redirect())
      let state = try query(of: begun.page)["state"]
      let code = try require(server.openIDCode(for: "ada"), "the provider's code")
      let other = try await refusal {
        try await shelf.openID.finish(begun, callback: try redirect("code=\(code)&state=other"))
      }
      try expect(other?.kind == .invalidRequest, "another sign-in's callback refused, got \(String(describing: other))")
      let login = try await shelf.openID.finish(begun, callback: try redirect("code=\(code)&state=\(state ?? "")"))
      token.cancel()
      try expect(login.user.username == "ada", "ada, got \(login.user.username)")
      try expect(try await shelf.account.me().id == login.user.id, "a sign-in that works")
      guard case .signedIn? = statuses.withLock({ $0.last }) else { throw FlowFailure("no status of a sign-in") }
      return "\(begun.page.host ?? "?") sent a code back, and \(login.user.username) is signed in"
    },
    Flow("screen-sign-in-by-openid", needsFake: true) { fixture in
      let (server, shelf) = provided(fixture)
      let code = try require(server.openIDCode(for: "ada"), "the provider's code")
      return try await providerScreen(shelf, code)
    },
    Flow("screen-sign-in-without-tls", needsFake: true) { fixture in
      // `PlainOnly` refuses https, so this flow needs its own fake server.
      let server = FakeShelfServer(clock: fixture.clock ?? ManualClock())
      return try await plainScreen(PlainOnly(base: server.transport), fixture)
    },
  ]

  /// A server with a provider, and a device that is not signed in there.
  private static func provided(_ fixture: ShelfFixture) -> (FakeShelfServer, ShelfService) {
    var world = ShelfWorld.sample
    world.enableOpenID()
    let clock = fixture.clock ?? ManualClock()
    let server = FakeShelfServer(world: world, clock: clock)
    return (server, ShelfService(server: .fake, transport: server.transport, environment: .manual(clock: clock)))
  }

  private static func redirect(_ query: String? = nil) throws -> URL {
    try require(URL(string: "audiobookshelf://oauth" + (query.map { "?" + $0 } ?? "")), "an address")
  }

  private static func query(of page: URL?) throws -> [String: String] {
    let page = try require(page, "the provider's page")
    let items = URLComponents(url: page, resolvingAgainstBaseURL: true)?.queryItems ?? []
    return items.reduce(into: [:]) { $0[$1.name] = $1.value }
  }

  @MainActor
  private static func providerScreen(_ shelf: ShelfService, _ code: String) async throws -> String {
    let model = ShelfSignInViewModel { _, _ in shelf }
    model.address = "books.example.org"
    model.findServer()
    await model.settled()
    try expect(model.state.offersOpenID, "the provider offered")
    model.startOpenID(redirect: try redirect())
    await model.settled()
    // The user closes the provider's page and starts again.
    model.cancel()
    try expect(model.state.step == .chooseWay && model.state.providerPage == nil, "the choice of ways again")
    model.startOpenID(redirect: try redirect())
    await model.settled()
    try expect(model.state.step == .provider, "the provider's page, got \(model.state.step)")
    let state = try query(of: model.state.providerPage)["state"] ?? ""
    model.finishOpenID(callback: try redirect("code=\(code)&state=\(state)"))
    await model.settled()
    try expect(model.state.step == .signedIn && model.state.username == "ada", "signed in, got \(model.state.step)")
    return "“\(model.state.openIDButton ?? "?")”: the page closed once, and then signed in"
  }

  @MainActor
  private static func plainScreen(_ transport: any Transport, _ fixture: ShelfFixture) async throws -> String {
    let environment = ClientEnvironment.manual(clock: fixture.clock ?? ManualClock())
    let model = ShelfSignInViewModel { address, allowsPlainHTTP in
      var options = ClientOptions()
      options.allowsPlainHTTP = allowsPlainHTTP
      options.retry = .never
      return ShelfService(server: address, transport: transport, environment: environment, options: options)
    }
    model.address = "books.example.org"
    model.findServer()
    await model.settled()
    try expect(model.state.problem == .needsPlainHTTP, "the question, got \(String(describing: model.state.problem))")
    model.allowPlainHTTP()
    await model.settled()
    try expect(model.state.server?.scheme == "http", "http after the consent, got \(model.state.step)")
    model.signIn(username: "ada", password: "correct horse")
    await model.settled()
    try expect(model.state.step == .signedIn, "signed in, got \(model.state.step)")
    return "asked first, and connected to \(model.state.server?.absoluteString ?? "?") after a yes"
  }
}

/// A server without TLS.
private struct PlainOnly: Transport {
  let base: any Transport

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard request.url.scheme == "http" else { throw TransportFailure.unreachable(.refused) }
    return try await base.send(request)
  }
}
