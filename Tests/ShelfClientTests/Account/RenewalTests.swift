import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@Suite("Tokens that run out")
struct RenewalTests {
  private func secret(_ rig: ShelfRig) throws -> String {
    try #require(try rig.secrets.read("shelf/\(rig.address.key)")).reveal()
  }

  @Test("are renewed, and the refresh token with them, again and again")
  func rotation() async throws {
    let rig = try await ShelfRig()
    var seen = [try secret(rig)]
    for round in 1...3 {
      await rig.clock.advance(by: .seconds(7200))
      #expect(try await rig.shelf.account.me().username == "ada")
      #expect(rig.count(.shelfAccountRefresh) == round)
      let now = try secret(rig)
      #expect(!seen.contains(now))
      seen.append(now)
    }
    #expect(try await rig.relaunched().account.me().username == "ada")
  }

  @Test("a restart finds the sign-in again without a password")
  func restart() async throws {
    let rig = try await ShelfRig()
    let again = rig.relaunched()
    guard case .signedIn(_, let name) = try await again.account.status() else {
      Issue.record("not signed in")
      return
    }
    #expect(name == "ada")
    #expect(rig.count(.shelfAccountSignIn) == 1)
    await rig.clock.advance(by: .seconds(7200))
    #expect(try await again.account.authorize().user.username == "ada")
  }

  @Test("200 calls that meet an expired token renew once", arguments: [true, false])
  func manyCalls(knowsTime: Bool) async throws {
    let rig = try await ShelfRig()
    await rig.clock.advance(by: .seconds(7200))
    // A relaunched service does not know the server's time, so it renews only after a refused call.
    let shelf = knowsTime ? rig.shelf : rig.relaunched()
    let names = await withTaskGroup(of: String?.self) { group in
      for index in 0..<200 {
        group.addTask {
          try? await index % 2 == 0 ? shelf.account.me().username : shelf.libraries.all().first?.name
        }
      }
      return await group.reduce(into: [String: Int]()) { $0[$1 ?? "", default: 0] += 1 }
    }
    #expect(names == ["ada": 100, "Audiobooks": 100])
    #expect(rig.server.requests.count { $0.path == "/auth/refresh" } == 1)
  }

  @Test("a caller who leaves does not take the renewal along")
  func cancelledCaller() async throws {
    let (rig, gate, shelf) = try await held()
    let first = Task { try await shelf.account.me() }
    await gate.isHolding()
    let second = Task { try await shelf.account.me() }
    first.cancel()
    let result = await first.result
    #expect(throws: ClientError.self) { try result.get() }
    gate.letGo()
    #expect(try await second.value.username == "ada")
    #expect(rig.server.requests.count { $0.path == "/auth/refresh" } == 1)
  }

  @Test("signing out during a renewal leaves the account signed out")
  func signOutDuringRenewal() async throws {
    let (rig, gate, shelf) = try await held()
    let call = Task { try await shelf.account.me() }
    await gate.isHolding()
    try await shelf.account.signOut(pending: .keep)
    gate.letGo()
    let result = await call.result
    #expect(throws: ClientError.self) { try result.get() }
    #expect(try await shelf.account.status() == .signedOut)
    #expect(try rig.secrets.read("shelf/\(rig.address.key)") == nil)
    #expect(try await rig.relaunched().account.status() == .signedOut)
  }

  /// A signed-in service with an expired token, and renewals that are held back.
  private func held() async throws -> (ShelfRig, Interceptor, ShelfService) {
    let rig = try await ShelfRig()
    await rig.clock.advance(by: .seconds(7200))
    let gate = Interceptor(rig.server.transport)
    gate.hold(.shelfAccountRefresh)
    return (rig, gate, ShelfService(server: .fake, transport: gate, environment: rig.environment))
  }

  @Test("a lost answer to a renewal is made good within the server's grace")
  func lostReply() async throws {
    let rig = try await ShelfRig()
    await rig.clock.advance(by: .seconds(7200))
    rig.network.fail(.shelfAccountRefresh, with: .replyLost)
    #expect(try await rig.shelf.account.me().username == "ada")
    #expect(rig.count(.shelfAccountRefresh) == 2)
  }

  @Test("an answer that arrives for 40 seconds renews the sign-in, also on a server that takes each refresh token once")
  func slowAnswer() async throws {
    let rig = try await ShelfRig(world: ShelfWorld.sample.served(by: "2.30.0"))
    await rig.clock.advance(by: .seconds(7200))
    let transport = ClosureTransport { request in
      let answer = try await rig.network.send(request)
      if request.operation == .shelfAccountRefresh { await rig.clock.advance(by: .seconds(40)) }
      return answer
    }
    let shelf = ShelfService(server: .fake, transport: transport, environment: rig.environment.relaunched())
    #expect(try await shelf.account.me().username == "ada")
    #expect(rig.count(.shelfAccountRefresh) == 1)
    guard case .signedIn = try await shelf.account.status() else {
      Issue.record("signed out")
      return
    }
  }

  @Test("a renewal that cannot be had is no sign-out")
  func unreachable() async throws {
    let rig = try await ShelfRig()
    await rig.clock.advance(by: .seconds(7200))
    let again = rig.relaunched()
    rig.network.fail(.shelfAccountRefresh, with: .replyLost, .replyLost, .replyLost)
    let error = try await failure { try await again.account.me() }
    #expect(error.kind == .timedOut)
    #expect(error.operation == .shelfAccountMe)
    guard case .signedIn = try await again.account.status() else {
      Issue.record("signed out")
      return
    }
    #expect(try await again.account.me().username == "ada")
  }

  @Test("only the server's own words end a sign-in", arguments: [401, 403, 404, 500, 502, 503])
  func proxies(status: Int) async throws {
    let rig = try await ShelfRig()
    await rig.clock.advance(by: .seconds(7200))
    let again = rig.relaunched()
    let faults = Array(repeating: FaultTransport.Fault.status(status), count: 3)
    for fault in faults { rig.network.fail(.shelfAccountRefresh, with: fault) }
    let error = try await failure { try await again.account.me() }
    #expect(error.kind != .signedOut)
    guard case .signedIn = try await again.account.status() else {
      Issue.record("signed out")
      return
    }
  }

  @Test("a refused renewal asks for a new sign-in and keeps what is stored")
  func refused() async throws {
    let rig = try await ShelfRig()
    try await rig.shelf.progressStore.setPosition(rig.episode(), to: 120)
    await rig.shelf.progressStore.settled()
    rig.server.revokeAllTokens()
    let error = try await failure { try await rig.shelf.account.me() }
    #expect(error.kind == .signedOut)
    #expect(error.status == 401)
    guard case .expired(_, let name) = try await rig.shelf.account.status() else {
      Issue.record("not expired")
      return
    }
    #expect(name == "ada")
    #expect(try await rig.shelf.progressStore.progress(of: rig.episode())?.position == 120)
    // The store keeps the account, but no token.
    let stored = try #require(try rig.secrets.read("shelf/\(rig.address.key)")).reveal()
    #expect(stored.contains("ada") && !stored.contains("access") && !stored.contains("refresh"))
    try await rig.shelf.account.signIn(username: "ada", password: "correct horse")
    #expect(try await rig.shelf.account.me().username == "ada")
  }

  @Test("a renewal that is limited waits, and is no sign-out")
  func limited() async throws {
    let rig = try await ShelfRig()
    await rig.clock.advance(by: .seconds(7200))
    let again = rig.relaunched()
    rig.network.fail(.shelfAccountRefresh, with: .rateLimited(300))
    let error = try await failure { try await again.account.me() }
    #expect(error.kind == .rateLimited)
    #expect(error.retryAt == rig.clock.now() + 300)
    #expect(try await again.account.me().username == "ada")
  }

  @Test("a server before 2.26 has one token, which is never renewed")
  func legacy() async throws {
    let rig = try await ShelfRig(settings: .init(legacyTokensOnly: true), as: nil)
    let login = try await rig.shelf.account.signIn(username: "ada", password: "correct horse")
    #expect(login.tokens.access == nil)
    await rig.clock.advance(by: .seconds(86_400 * 30))
    #expect(try await rig.shelf.account.me().username == "ada")
    #expect(try await rig.relaunched().libraries.all().count == 2)
    #expect(rig.count(.shelfAccountRefresh) == 0)
    rig.server.revokeAllTokens()
    #expect(try await failure { try await rig.shelf.account.me() }.kind == .signedOut)
    #expect(rig.count(.shelfAccountRefresh) == 0)
    guard case .expired = try await rig.shelf.account.status() else {
      Issue.record("not expired")
      return
    }
  }
}

@Suite("Passwords and sign-ins")
struct PasswordTests {
  @Test("a change of the password that renews on its way keeps this sign-in", arguments: [3590.0, 7200])
  func changeAfterRenewal(age: Double) async throws {
    let rig = try await ShelfRig(as: "grace")
    await rig.clock.advance(by: .seconds(age))
    // The first service knows the server's time and renews before the call; the relaunched one renews after a refusal.
    for shelf in [rig.shelf, rig.relaunched()] {
      let sessions = try await shelf.account.loginSessions(page: 0, limit: 10)
      #expect(sessions.items.map(\.current) == [true])
      await rig.clock.advance(by: .seconds(age))
      try await shelf.account.changePassword(from: "battery staple", to: "battery staple")
      await rig.clock.advance(by: .seconds(7200))
      #expect(try await shelf.account.me().username == "grace")
    }
    #expect(rig.count(.shelfAccountSignIn) == 1)
  }

  @Test("a change of the password that ends this sign-in too is followed by a new one")
  func changeWithoutTokens() async throws {
    let rig = try await ShelfRig(as: "grace")
    let transport = ClosureTransport { request in
      var request = request
      if request.operation == .shelfAccountChangePassword { request.fields["x-refresh-token"] = "another" }
      return try await rig.server.transport.send(request)
    }
    let shelf = ShelfService(server: .fake, transport: transport, environment: rig.environment)
    try await shelf.account.changePassword(from: "battery staple", to: "new one")
    await rig.clock.advance(by: .seconds(7200))
    #expect(try await shelf.account.me().username == "grace")
    #expect(try await rig.relaunched().account.me().username == "grace")
  }

  @Test("a sign-in that was ended already counts as ended")
  func endedTwice() async throws {
    let rig = try await ShelfRig(as: "grace")
    _ = try await rig.device(as: "grace")
    let sessions = try await rig.shelf.account.loginSessions(page: 0, limit: 10).items
    let other = try #require(sessions.first { !$0.current })
    rig.network.fail(.shelfAccountEndLoginSession, with: .replyLost)
    try await rig.shelf.account.endLoginSession(other.id)
    #expect(rig.count(.shelfAccountEndLoginSession) == 2)
    #expect(try await rig.shelf.account.loginSessions(page: 0, limit: 10).items.map(\.current) == [true])
  }

  @Test("a change of the password keeps this sign-in and ends the others")
  func change() async throws {
    let rig = try await ShelfRig(as: "grace")
    let other = try await rig.device(as: "grace")
    await rig.clock.advance(by: .seconds(10))
    try await rig.shelf.account.changePassword(from: "battery staple", to: "new one")
    #expect(try await rig.shelf.account.me().username == "grace")
    await rig.clock.advance(by: .seconds(7200))
    #expect(try await rig.shelf.account.me().username == "grace")
    #expect(try await rig.relaunched().account.me().username == "grace")
    #expect(try await failure { try await other.account.me() }.kind == .signedOut)
    let old = try await failure { try await other.account.signIn(username: "grace", password: "battery staple") }
    #expect(old.status == 401)
    try await other.account.signIn(username: "grace", password: "new one")
  }

  @Test("before 2.36 a change of the password keeps this sign-in, and the others stay")
  func changeOnOldServer() async throws {
    let rig = try await ShelfRig(world: ShelfWorld.sample.served(by: "2.35.1"), as: "grace")
    let other = try await rig.device(as: "grace")
    try await rig.shelf.account.changePassword(from: "battery staple", to: "new one")
    await rig.clock.advance(by: .seconds(7200))
    #expect(try await rig.shelf.account.me().username == "grace")
    #expect(try await other.account.me().username == "grace")
    #expect(try await failure { try await rig.shelf.account.loginSessions(page: 0, limit: 10) }.kind == .notFound)
  }

  @Test("a wrong old password fails with the server's words")
  func wrong() async throws {
    let rig = try await ShelfRig(as: "grace")
    let error = try await failure { try await rig.shelf.account.changePassword(from: "no", to: "new") }
    #expect(error.kind == .invalidRequest)
    #expect(error.serverMessage == "Invalid password")
    #expect(try await rig.shelf.account.me().username == "grace")
  }

  @Test("guests may not")
  func guest() async throws {
    let rig = try await ShelfRig(as: "visitor")
    let error = try await failure { try await rig.shelf.account.changePassword(from: "let me in", to: "new") }
    #expect(error.kind == .forbidden)
  }

  @Test("the sign-ins of an account are listed and ended")
  func signIns() async throws {
    let rig = try await ShelfRig()
    let other = try await rig.device(as: "ada")
    let page = try await rig.shelf.account.loginSessions(page: 0, limit: 10)
    #expect(page.total == 2)
    let theirs = try #require(page.items.first { $0.current == false })
    try await rig.shelf.account.endLoginSession(theirs.id)
    #expect(try await rig.shelf.account.loginSessions(page: 0, limit: 10).items.map(\.current) == [true])
    await rig.clock.advance(by: .seconds(7200))
    #expect(try await failure { try await other.account.me() }.kind == .signedOut)
    #expect(try await failure { try await rig.shelf.account.endLoginSession("x") }.kind == .invalidRequest)
  }
}
