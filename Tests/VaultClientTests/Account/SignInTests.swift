import Foundation
import MediaCore
import Testing
import VaultTesting

@testable import VaultClient

@Suite("Signing in and out")
struct SignInTests {
  @Test("with a password: the user, the expiry, and no secret in a file")
  func password() async throws {
    let fixture = Fixture()
    let user = try await fixture.vault.account.signIn(username: "alice", password: VaultWorld.standardPassword)
    #expect(user.username == "alice")
    #expect(try await fixture.vault.account.status() == .signedIn(account: "1", name: "alice"))
    let expiry = try #require(await fixture.vault.account.expiry())
    #expect(abs(expiry.timeIntervalSince(fixture.clock.now()) - 365 * 86_400) < 2)
    let kept = fixture.files.contents.values.map { String(decoding: $0, as: UTF8.self) }.joined()
    #expect(!kept.contains("eyJ"))
    #expect(!kept.contains(VaultWorld.standardPassword))
    #expect(try await fixture.relaunched().vault.account.me().username == "alice")
  }

  private static let oddTokens: [String] = {
    func token(_ claims: String) -> String {
      let payload = Data(claims.utf8).base64EncodedString().replacingOccurrences(of: "=", with: "")
        .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
      return "eyJhbGciOiJIUzI1NiJ9.\(payload).x"
    }
    return [
      "no-token-of-that-kind", "a.b", "a.b.c.d", "..", token("{}"), token("[1]"), token("not json"),
      token(#"{"exp":"soon"}"#), token(#"{"exp":1e300}"#), token(#"{"exp":-5}"#), token(#"{"exp":99999999999999}"#),
      token(#"{"exp":null,"auth_provider":5}"#),
      token(#"{"exp":"# + String(repeating: "[", count: 2000) + String(repeating: "]", count: 2000) + "}"),
      token(#"{"exp":1795348800,"sub":""# + String(repeating: "x", count: 200_000) + #""}"#),
    ]
  }()

  @Test("a token with invalid claims signs in all the same, and has no expiry", arguments: oddTokens.indices)
  func oddToken(_ index: Int) async throws {
    let transport = FakeTransport()
    transport.answer(.vaultAccountSignIn, with: .json(["access_token": .string(Self.oddTokens[index])]))
    transport.answer(.vaultAccountOwner, with: .json(["id": 1, "username": "alice"]))
    let vault = VaultService(server: .fake, transport: transport, environment: .manual())
    #expect(try await vault.account.signIn(username: "alice", password: "x").id == 1)
    #expect(try await vault.account.status() == .signedIn(account: "1", name: "alice"))
    #expect(await vault.account.expiry() == nil)
    #expect(try await vault.account.signOut(pending: .discard) == nil)
  }

  @Test("a wrong password is a refusal, the eleventh in a minute a limit")
  func wrongPassword() async throws {
    let fixture = Fixture()
    for _ in 0..<10 {
      let error = await Fixture.error { try await fixture.vault.account.signIn(username: "alice", password: "no") }
      #expect(error?.kind == .signedOut)
      #expect(error?.serverMessage == "Incorrect username or password")
      #expect(error?.vaultText() == "The username or the password is not right.")
    }
    let error = await Fixture.error { try await fixture.vault.account.signIn(username: "alice", password: "no") }
    #expect(error?.kind == .rateLimited)
    #expect(error?.retryAt == fixture.clock.now() + 60)
  }

  @Test("a closed account is refused at once")
  func closed() async throws {
    let fixture = Fixture()
    fixture.server.setActive(false, for: "alice")
    let error = await Fixture.error {
      try await fixture.vault.account.signIn(username: "alice", password: VaultWorld.standardPassword)
    }
    #expect(error?.kind == .signedOut)
    #expect(error?.serverMessage == "User account is inactive")
    #expect(try await fixture.vault.account.status() == .signedOut)
  }

  @Test("over Auth0 with a code of the mobile client")
  func mobileCode() async throws {
    let fixture = Fixture()
    let code = fixture.server.authorizationCode(for: "alice", client: .mobile)
    #expect(try await fixture.vault.account.signIn(code: code).username == "alice")
    #expect(await Fixture.kind { try await fixture.vault.account.signIn(code: code) } == .signedOut)
  }

  @Test("over Auth0 with a code of the web client, and with an access token")
  func otherWays() async throws {
    let fixture = Fixture(settings: .init(simulatedUpstreams: true))
    let code = fixture.server.authorizationCode(for: "alice", client: .web)
    let user = try await fixture.vault.account.signIn(
      code: code, redirectURI: "https://app.viewvault.app/auth0/callback")
    #expect(user.username == "alice")
    #expect(try await fixture.vault.account.signIn(auth0AccessToken: Secret("good")).username == "erin")
    #expect(
      await Fixture.kind { try await fixture.vault.account.signIn(auth0AccessToken: Secret("bad")) } == .signedOut)
    #expect(try await fixture.vault.account.status() == .signedIn(account: "3", name: "erin"))
  }

  @Test("the pages: login, signup, and every provider, without a raw blank")
  func pages() async throws {
    let fixture = Fixture()
    let ways: [(SignInWay, String)] =
      [(.login, "screen_hint=login"), (.signup, "screen_hint=signup")]
      + zip(SignInProvider.all, ["google-oauth2", "github", "email", "facebook", "twitter-oauth2"])
      .map { (.provider($0), "connection=\($1)") }
    for (way, mark) in ways {
      let page = try await fixture.vault.account.signInPage(way).absoluteString
      #expect(page.contains(mark))
      #expect(page.contains("scope=openid%20profile%20email"))
      #expect(!page.contains(" "))
    }
    let error = await Fixture.error { _ = try await fixture.vault.account.signInPage(.provider("myspace")) }
    #expect(error?.kind == .invalidRequest)
    let settings = try await fixture.vault.account.auth0Settings()
    #expect(settings.domain == "tenant.auth.example.test")
  }

  @Test("a server without Auth0 is reported as unsupported")
  func withoutAuth0() async throws {
    let fixture = Fixture(settings: .init(auth0Configured: false))
    let error = await Fixture.error { _ = try await fixture.vault.account.signInPage(.login) }
    #expect(error?.kind == .unsupported)
    #expect(error?.vaultText() == "This server has no web sign-in. Use a username and a password.")
  }

  @Test("signing out of an account with a password needs no page; one of Auth0 gets the page that ends its session")
  func signOut() async throws {
    let fixture = try await Fixture.signedIn()
    try await fixture.vault.store.refreshLibrary()
    #expect(try await fixture.vault.account.signOut(pending: .discard) == nil)
    #expect(try await fixture.vault.account.status() == .signedOut)
    #expect(await Fixture.kind { _ = try await fixture.vault.store.library() } == .signedOut)
    let kept = fixture.files.contents.values.map { String(decoding: $0, as: UTF8.self) }.joined()
    #expect(!kept.contains("Paper Lanterns"))

    let code = fixture.server.authorizationCode(for: "alice")
    try await fixture.vault.account.signIn(code: code)
    let page = try #require(try await fixture.vault.account.signOut(pending: .discard))
    #expect(
      page.absoluteString
        == "https://tenant.auth.example.test/v2/logout?client_id=dummy-web-client-id"
        + "&returnTo=https%3A%2F%2Fserver.test%2Flogin%3Flogout%3Dtrue")
  }

  @Test(
    "a sign-in whose record was not written ends Auth0's session too, and `me()` writes the record",
    arguments: [false, true])
  func withoutRecord(asksFirst: Bool) async throws {
    let before = Fixture()
    let user = try await before.vault.account.signIn(code: before.server.authorizationCode(for: "alice"))
    // The first process died after it stored the sign-in in the secrets and before it wrote its files.
    let fixture = Fixture(
      server: before.server, clock: before.clock, files: MemoryFileSystem(), secrets: before.secrets)
    if asksFirst {
      #expect(try await fixture.vault.account.me() == user)
      fixture.network.isDown = true
      #expect(try await fixture.vault.account.check() == .offline(user))
      fixture.network.isDown = false
    }
    let page = try #require(try await fixture.vault.account.signOut(pending: .discard))
    #expect(page.absoluteString.hasPrefix("https://tenant.auth.example.test/v2/logout?client_id=dummy-web-client-id"))
  }

  @Test("the record that `me()` writes names the expiry and the provider of the token, also once that has expired")
  func recordOfToken() async throws {
    let before = Fixture()
    try await before.vault.account.signIn(code: before.server.authorizationCode(for: "alice"))
    let expiry = try #require(await before.vault.account.expiry())
    let fixture = Fixture(
      server: before.server, clock: before.clock, files: MemoryFileSystem(), secrets: before.secrets)
    _ = try await fixture.vault.account.me()
    #expect(await fixture.vault.account.expiry() == expiry)
    fixture.server.setActive(false, for: "alice")
    #expect(try await fixture.vault.account.check() == .expired)
    let page = try await fixture.vault.account.signOut(pending: .discard)
    #expect(page?.path == "/v2/logout")
  }

  @Test(
    "if a sign-out fails on a full disk, the next one returns the page that ends Auth0's session, unless a user has signed in",
    arguments: [false, true])
  func pageAfterFailure(signsInAgain: Bool) async throws {
    let fixture = Fixture()
    let vault = fixture.vault
    try await vault.account.signIn(code: fixture.server.authorizationCode(for: "alice"))
    try await vault.store.refreshLibrary()
    try await vault.store.setWatched(true, for: .movie(1))
    await vault.store.flush()
    #expect(fixture.server.isWatched(movie: 1, of: "alice") == true)
    fixture.files.isFull = true
    #expect(await Fixture.kind { try await vault.account.signOut(pending: .keep) } == .storage)
    #expect(try await vault.account.status() == .signedOut)
    fixture.files.isFull = false
    if signsInAgain {
      try await vault.account.signIn(username: "alice", password: VaultWorld.standardPassword)
    }
    let page = try await vault.account.signOut(pending: .keep)
    #expect(page?.path == (signsInAgain ? nil : "/v2/logout"))
    #expect(try await vault.account.signOut(pending: .keep) == nil)
  }

  @Test("a configured tenant is used for signing out without asking the server")
  func configured() async throws {
    let fixture = Fixture(
      auth0: Auth0Settings(domain: "tenant.auth.example.test", clientID: "app-client", audience: "api"))
    try await fixture.vault.account.signIn(code: fixture.server.authorizationCode(for: "alice"))
    fixture.network.isDown = true
    let page = try #require(try await fixture.vault.account.signOut(pending: .keep))
    #expect(page.absoluteString.contains("client_id=app-client"))
  }

  @Test("the password can be changed, the account deleted; its token is dropped at once")
  func account() async throws {
    let fixture = try await Fixture.signedIn()
    #expect(try await fixture.vault.account.info().authProvider == .local)
    try await fixture.vault.account.changePassword(from: VaultWorld.standardPassword, to: "another-horse")
    let short = await Fixture.error { try await fixture.vault.account.changePassword(from: "another-horse", to: "x") }
    #expect(short?.serverMessage == "New password must be at least 8 characters")
    #expect(await Fixture.kind { try await fixture.vault.account.addPassword("long-enough") } == .invalidRequest)
    let link = await Fixture.error { try await fixture.vault.account.linkOAuth() }
    #expect(link?.brokenRoute == .linkOAuth)
    try await fixture.vault.account.deleteAccount()
    #expect(try await fixture.vault.account.status() == .signedOut)
    #expect(
      await Fixture.kind { try await fixture.vault.account.signIn(username: "alice", password: "another-horse") }
        == .signedOut)
  }

  @Test("a change of the password that is delivered twice is done; a wrong password is refused")
  func passwordTwice() async throws {
    let fixture = try await Fixture.signedIn()
    fixture.network.fail(.vaultAccountChangePassword, with: .duplicated)
    try await fixture.vault.account.changePassword(from: VaultWorld.standardPassword, to: "another-horse")
    let wrong = await Fixture.error {
      try await fixture.vault.account.changePassword(from: "not-the-password", to: "a-third-horse")
    }
    #expect(wrong?.serverMessage == "Current password is incorrect")
    let other = fixture.relaunched()
    try await other.vault.account.signIn(username: "alice", password: "another-horse")
  }

  @Test(
    "a refused password is tried only where a doubled delivery can have set it",
    arguments: [
      ("not-the-password", "a-third-horse", 1), ("not-the-password", "sevenly", 0), ("the-same", "the-same", 0),
    ])
  func refusedPassword(old: String, new: String, signIns: Int) async throws {
    let fixture = try await Fixture.signedIn()
    let error = await Fixture.error { try await fixture.vault.account.changePassword(from: old, to: new) }
    #expect(error?.serverMessage == "Current password is incorrect")
    #expect(fixture.count(.vaultAccountTryPassword) == signIns)
  }
}

@Suite("A dead token")
struct DeadTokenTests {
  @Test("asks for signing in once, however many calls meet it, and keeps pending work")
  func once() async throws {
    let fixture = try await Fixture.signedIn()
    try await fixture.vault.store.refreshLibrary()
    let statuses = Recorder<AccountSession.Status>()
    let token = fixture.vault.account.observeStatus { statuses.add($0) }
    fixture.network.isDown = true
    try await fixture.vault.store.setWatched(true, for: .movie(1))
    await fixture.vault.store.settled()
    fixture.network.isDown = false
    fixture.server.revokeAllTokens()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<10 { group.addTask { _ = try? await fixture.vault.watchlist.counts() } }
    }
    #expect(statuses.values == [.expired(account: "1", name: "alice")])
    #expect(try await fixture.vault.queue.open().count == 1)
    #expect(try await fixture.vault.store.library()?.value.movie(1)?.watched == true)
    #expect(fixture.server.isWatched(movie: 1, of: "alice") == false)
    try await fixture.vault.account.signIn(username: "alice", password: VaultWorld.standardPassword)
    await fixture.vault.store.flush()
    #expect(fixture.server.isWatched(movie: 1, of: "alice") == true)
    #expect(try await fixture.vault.queue.open() == [])
    token.cancel()
  }

  private static let harmlessAnswers: [(String, HTTPResponse)] = [
    ("a page with status 401", .text("<html>sign in</html>", status: 401, type: "text/html")),
    ("a bare 401", HTTPResponse(status: 401)),
    ("another 403", .json(["detail": "Access denied"], status: 403)),
    ("almost the text", .json(["detail": "Not authenticated."], status: 403)),
    ("the text of a 403 with status 401", .json(["detail": "Not authenticated"], status: 401)),
    ("the text of a 401 with status 403", .json(["detail": "User not found"], status: 403)),
    ("the text with status 400", .json(["detail": "Could not validate credentials"], status: 400)),
    ("the text and more", .json(["detail": "Could not validate credentials: proxy"], status: 401)),
    ("the text in another member", .json(["error": "Could not validate credentials"], status: 401)),
    ("a missing route", .json(["detail": "Not Found"], status: 404)),
    ("a plain 500", .text("Internal Server Error", status: 500)),
    ("a page with status 200", .loginPage),
    ("a 503", .json(["detail": "Auth0 not configured"], status: 503)),
  ]

  @Test("nothing else ends a sign-in", arguments: harmlessAnswers.indices)
  func harmless(_ index: Int) async throws {
    let transport = FakeTransport()
    let vault = VaultService(
      server: .fake, transport: transport, environment: .manual(clock: ManualClock(passing: .everything)))
    try await vault.client.session.adopt(
      Credentials(account: "1", name: "alice", access: Secret("token")),
      generation: vault.client.session.currentGeneration())
    transport.alwaysAnswer(.vaultAccountMe, with: Self.harmlessAnswers[index].1)
    // The server is a ViewVault, so only the answer to `me()` could end the sign-in.
    transport.alwaysAnswer(.vaultServerHealth, with: .json(["service": "viewvault-server"]))
    #expect(await Fixture.kind { _ = try await vault.account.me() } != nil)
    #expect(try await vault.account.status() == .signedIn(account: "1", name: "alice"))
    #expect(try await vault.account.check() == .offline(nil))
  }

  private static let deadlyAnswers: [HTTPResponse] = [
    .json(["detail": "Could not validate credentials"], status: 401),
    .json(["detail": "User not found"], status: 401),
    .json(["detail": "User account is inactive"], status: 401),
    .json(["detail": "Invalid Auth0 token - missing required fields"], status: 401),
    .json(["detail": "Not authenticated"], status: 403),
    .json(["detail": "Invalid authentication credentials"], status: 403),
  ]

  @Test("the server's own messages end it, if it is the server that sends them", arguments: deadlyAnswers.indices)
  func deadly(_ index: Int) async throws {
    for isGenuine in [true, false] {
      let transport = FakeTransport()
      let vault = VaultService(server: .fake, transport: transport, environment: .manual())
      try await vault.client.session.adopt(
        Credentials(account: "1", name: "alice", access: Secret("token")),
        generation: vault.client.session.currentGeneration())
      transport.answer(.vaultAccountMe, with: Self.deadlyAnswers[index])
      transport.answer(
        .vaultServerHealth,
        with: isGenuine ? .json(["service": "viewvault-server"]) : .json(["service": "another"]))
      let error = await Fixture.error { _ = try await vault.account.me() }
      #expect(error?.kind == (isGenuine ? .signedOut : .wrongServer))
      let status = try await vault.account.status()
      #expect(status == (isGenuine ? .expired(account: "1", name: "alice") : .signedIn(account: "1", name: "alice")))
      #expect(transport.problems == [])
    }
  }

  @Test("offline, the sign-in stands and the stored user is returned")
  func offline() async throws {
    let fixture = try await Fixture.signedIn()
    let later = fixture.relaunched()
    later.network.isDown = true
    #expect(
      try await later.vault.account.check()
        == .offline(with(User(id: 1)) { ($0.username, $0.email) = ("alice", "alice@example.test") }))
  }
}
