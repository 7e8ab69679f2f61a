import Foundation
import MediaCore
import Testing
import VaultTesting

@testable import VaultClient

@Suite("The sign-in flow")
struct SignInFlowTests {
  /// Plays a web view: opens the page, and returns the callback with a code and the state of the page.
  static func lead(_ page: URL, code: String) throws -> URL {
    let items = URLComponents(url: page, resolvingAgainstBaseURL: false)?.queryItems ?? []
    let redirect = try #require(items.first { $0.name == "redirect_uri" }?.value)
    let state = try #require(items.first { $0.name == "state" }?.value)
    return try #require(URL(string: "\(redirect)?code=\(code)&state=\(state)"))
  }

  @Test("one call signs in from the page to the user")
  func whole() async throws {
    let fixture = Fixture()
    let pages = Recorder<URL>()
    let flow = fixture.vault.account.signInFlow()
    let user = try await flow.signIn { page in
      pages.add(page)
      #expect(!flow.isCallback(page))
      let callback = try Self.lead(page, code: fixture.server.authorizationCode(for: "alice"))
      #expect(flow.isCallback(callback))
      return callback
    }
    #expect(user.username == "alice")
    let page = try #require(pages.values.first)
    // The sign-in page's own address contains `auth0/callback`, which a careless web view takes for the end.
    #expect(page.absoluteString.removingPercentEncoding?.contains("auth0/callback") == true)
    let state = URLComponents(url: page, resolvingAgainstBaseURL: false)?.queryItems?.first { $0.name == "state" }
    #expect((state?.value?.count ?? 0) >= 40)
  }

  @Test("each sign-in has a state of its own")
  func states() async throws {
    let flow = Fixture().vault.account.signInFlow()
    let first = try await flow.begin()
    let second = try await flow.begin()
    #expect(first != second)
  }

  @Test("a server with two Auth0 clients: the page is shown once more, with a fresh code, and the web way is taken")
  func fallback() async throws {
    let fixture = Fixture()
    let shown = Recorder<URL>()
    let user = try await fixture.vault.account.signInFlow().signIn { page in
      shown.add(page)
      return try Self.lead(page, code: fixture.server.authorizationCode(for: "alice", client: .web))
    }
    #expect(user.username == "alice")
    #expect(shown.values.count == 2)
    #expect(fixture.count(.vaultAccountRedeemCode) == 1)
    #expect(fixture.count(.vaultAccountRedeemWebCode) == 1)
  }

  @Test("a fixed exchange reports the refusal and shows no second page")
  func mobileOnly() async throws {
    let fixture = Fixture()
    let error = await Fixture.error {
      _ = try await fixture.vault.account.signInFlow().signIn(exchange: .mobile) { page in
        try Self.lead(page, code: fixture.server.authorizationCode(for: "alice", client: .web))
      }
    }
    #expect(error?.kind == .signedOut)
    #expect(error?.serverMessage == "Failed to exchange authorization code")
  }

  @Test("closing the page is a cancellation, not an error; so is a cancelled task")
  func closed() async throws {
    let fixture = Fixture()
    let flow = fixture.vault.account.signInFlow()
    #expect(await Fixture.kind { _ = try await flow.signIn { _ in nil } } == .cancelled)
    #expect(await Fixture.kind { _ = try await flow.signIn { _ in throw CancellationError() } } == .cancelled)
    #expect(!flow.isCallback(try #require(URL(string: "https://app.viewvault.app/auth0/callback"))))
  }

  @Test("a refusal by Auth0 differs from the user's cancellation")
  func refused() async throws {
    let fixture = Fixture()
    let error = await Fixture.error {
      _ = try await fixture.vault.account.signInFlow().signIn { page in
        let callback = try Self.lead(page, code: "x").absoluteString
        return URL(string: callback.replacingOccurrences(of: "code=x", with: "error=access_denied"))
      }
    }
    #expect(error?.kind == .forbidden)
    #expect(error?.signInRefusal == "access_denied")
    #expect(fixture.count(.vaultAccountRedeemCode) == 0)
  }

  @Test("a callback counts once, within its time, and only while a sign-in is in progress")
  func onceInTime() async throws {
    let clock = ManualClock()
    let fixture = Fixture(clock: clock)
    let flow = fixture.vault.account.signInFlow()
    let early = await Fixture.error {
      _ = try await flow.finish("https://app.viewvault.app/auth0/callback?code=a&state=b")
    }
    #expect(early?.signInProblem == .unsolicited)
    let page = try await flow.begin()
    let callback = try Self.lead(page, code: fixture.server.authorizationCode(for: "alice"))
    _ = try await flow.finish(callback)
    #expect(await Fixture.error { _ = try await flow.finish(callback) }?.signInProblem == .repeated)
    let again = try await flow.begin()
    #expect(await Fixture.error { _ = try await flow.finish(callback) }?.signInProblem == .repeated)
    await clock.advance(by: .seconds(601))
    let late = try Self.lead(again, code: "late")
    #expect(await Fixture.error { _ = try await flow.finish(late) }?.signInProblem == .expired)
    let third = try await flow.begin()
    flow.abandon()
    let abandoned = try Self.lead(third, code: "x")
    #expect(await Fixture.error { _ = try await flow.finish(abandoned) }?.signInProblem == .unsolicited)
  }

  @Test(
    "a callback is accepted as browsers and providers spell it: what closes the page also signs in",
    arguments: [
      "HTTPS://app.viewvault.app/auth0/callback?QUERY", "https://App.ViewVault.APP/auth0/callback?QUERY",
      "https://app.viewvault.app:443/auth0/callback?QUERY", "https://app.viewvault.app/auth0/callback?QUERY#_=_",
      "https://app.viewvault.app/auth0/callback?QUERY#", "https://app.viewvault.app/auth0/%63allback?QUERY",
    ])
  func spellings(_ text: String) async throws {
    let fixture = Fixture()
    let flow = fixture.vault.account.signInFlow()
    let query = try #require(
      Self.lead(try await flow.begin(), code: fixture.server.authorizationCode(for: "alice")).absoluteString
        .split(separator: "?").last)
    let callback = text.replacingOccurrences(of: "QUERY", with: query)
    #expect(flow.isCallback(callback))
    #expect(try await flow.finish(callback).username == "alice")
  }

  @Test(
    "a redirect address without a path is its address with a slash",
    arguments: ["https://app.example", "https://app.example/"])
  func emptyPath(_ redirect: String) async throws {
    let transport = FakeTransport()
    let page = "https://tenant.example/authorize?client_id=a&redirect_uri=\(redirect)"
    transport.answer(.vaultAccountSignInPage, with: .json(["auth_url": .string(page)]))
    let vault = VaultService(server: .fake, transport: transport, environment: .manual())
    let flow = vault.account.signInFlow()
    _ = try await flow.begin()
    for address in [
      "https://app.example?code=a&state=b", "https://app.example/?code=a&state=b", "https://APP.example/",
    ] {
      #expect(flow.isCallback(address))
    }
    for other in ["https://app.example/x", "https://app.example/?code=a#token=b", "https://app.example.evil/"] {
      #expect(!flow.isCallback(other))
      #expect(await Fixture.error { _ = try await flow.finish(other) }?.signInProblem == .notTheCallback)
    }
  }

  @Test("a configured tenant has to be the server's; its client and audience go into the page")
  func configured() async throws {
    let right = Fixture(
      auth0: Auth0Settings(domain: "tenant.auth.example.test", clientID: "app", audience: "https://api"))
    let page = try await right.vault.account.signInFlow().begin().absoluteString
    #expect(page.contains("client_id=app&") || page.contains("&client_id=app"))
    #expect(page.contains("audience=https%3A%2F%2Fapi"))
    let wrong = Fixture(auth0: .viewVault)
    #expect(await Fixture.kind { _ = try await wrong.vault.account.signInFlow().begin() } == .wrongServer)
  }

  @Test(
    "a page that is none is refused",
    arguments: [
      "http://tenant.example/authorize?redirect_uri=https://a.example/cb", "javascript:alert(1)", "//tenant.example/a",
      "https://tenant.example/authorize", "https://tenant.example/authorize?redirect_uri=nonsense",
      "https://user@tenant.example/authorize?redirect_uri=https://a.example/cb", "https:///authorize", "",
      "https://tenant.example\\@evil.example/?redirect_uri=https://a.example/cb",
    ])
  func pages(_ text: String) async throws {
    let transport = FakeTransport()
    transport.answer(.vaultAccountSignInPage, with: .json(["auth_url": .string(text)]))
    let vault = VaultService(server: .fake, transport: transport, environment: .manual())
    let kind = await Fixture.kind { _ = try await vault.account.signInFlow().begin() }
    #expect(kind == .wrongServer || kind == .undecodable)
  }
}

@Suite("Hostile callbacks")
struct HostileCallbackTests {
  /// `STATE` stands for the true state.
  static let hostile: [String] = [
    // Another host, or none
    "//app.viewvault.app/auth0/callback?code=a&state=STATE", "/\\app.viewvault.app/auth0/callback?code=a&state=STATE",
    "/auth0/callback?code=a&state=STATE", "%2F%2Fapp.viewvault.app/auth0/callback?code=a&state=STATE",
    "https:%2F%2Fapp.viewvault.app/auth0/callback?code=a&state=STATE",
    "https:/app.viewvault.app/auth0/callback?code=a&state=STATE",
    "https:\\\\app.viewvault.app/auth0/callback?code=a&state=STATE",
    "https://evil.example/auth0/callback?code=a&state=STATE",
    "https://evil.example/?next=https://app.viewvault.app/auth0/callback&code=a&state=STATE",
    "https://app.viewvault.app.evil.example/auth0/callback?code=a&state=STATE",
    "https://evilapp.viewvault.app/auth0/callback?code=a&state=STATE",
    "https://app.viewvault.app./auth0/callback?code=a&state=STATE",
    "https://app.viewvault.app@evil.example/auth0/callback?code=a&state=STATE",
    "https://user@app.viewvault.app/auth0/callback?code=a&state=STATE",
    "https://user:pass@app.viewvault.app/auth0/callback?code=a&state=STATE",
    "https://evil.example\\@app.viewvault.app/auth0/callback?code=a&state=STATE",
    "https://evil.example#@app.viewvault.app/auth0/callback?code=a&state=STATE",
    "https://evil.example?@app.viewvault.app/auth0/callback?code=a&state=STATE",
    "https://app.viewvault.app:8443/auth0/callback?code=a&state=STATE",
    "https://app.viewvault.app:/auth0/callback?code=a&state=STATE",
    "https://app.viewvault.app:443:443/auth0/callback?code=a&state=STATE",
    "https://app.viewvault.app:99999/auth0/callback?code=a&state=STATE",
    "http://app.viewvault.app/auth0/callback?code=a&state=STATE",
    "viewvault://app.viewvault.app/auth0/callback?code=a&state=STATE",
    "javascript://app.viewvault.app/auth0/callback?code=a&state=STATE",
    "data:text/html,https://app.viewvault.app/auth0/callback?code=a&state=STATE",
    "file:///auth0/callback?code=a&state=STATE", "https:///auth0/callback?code=a&state=STATE",
    "https://аpp.viewvault.app/auth0/callback?code=a&state=STATE",
    "https://xn--pp-7cd.viewvault.app/auth0/callback?code=a&state=STATE",
    // Another path
    "https://app.viewvault.app/auth0/callback/?code=a&state=STATE",
    "https://app.viewvault.app//auth0/callback?code=a&state=STATE",
    "https://app.viewvault.app/auth0//callback?code=a&state=STATE",
    "https://app.viewvault.app/AUTH0/CALLBACK?code=a&state=STATE",
    "https://app.viewvault.app/auth0%2Fcallback?code=a&state=STATE",
    "https://app.viewvault.app/auth0/./callback?code=a&state=STATE",
    "https://app.viewvault.app/x/../auth0/callback?code=a&state=STATE",
    "https://app.viewvault.app/auth0/callback;x?code=a&state=STATE",
    "https://app.viewvault.app/auth0/callback%00?code=a&state=STATE",
    "https://app.viewvault.app/auth0/callback.html?code=a&state=STATE",
    "https://app.viewvault.app/?path=/auth0/callback&code=a&state=STATE",
    // Fragments
    "https://app.viewvault.app/auth0/callback#code=a&state=STATE",
    "https://app.viewvault.app/auth0/callback?code=a&state=STATE#access_token=x",
    "https://app.viewvault.app/auth0/callback?state=STATE#code=a",
    // States
    "https://app.viewvault.app/auth0/callback?code=a", "https://app.viewvault.app/auth0/callback?code=a&state=",
    "https://app.viewvault.app/auth0/callback?code=a&state=wrong",
    "https://app.viewvault.app/auth0/callback?code=a&state=STATEx",
    "https://app.viewvault.app/auth0/callback?code=a&state=%20STATE",
    "https://app.viewvault.app/auth0/callback?code=a&State=STATE",
    "https://app.viewvault.app/auth0/callback?code=a&state[]=STATE",
    "https://app.viewvault.app/auth0/callback?code=a&state=STATE&state=STATE",
    "https://app.viewvault.app/auth0/callback?code=a&state=wrong&state=STATE",
    "https://app.viewvault.app/auth0/callback?error=access_denied&state=wrong",
    "https://app.viewvault.app/auth0/callback?error=access_denied",
    // Codes
    "https://app.viewvault.app/auth0/callback?state=STATE",
    "https://app.viewvault.app/auth0/callback?code=&state=STATE",
    "https://app.viewvault.app/auth0/callback?code=a&code=b&state=STATE",
    "https://app.viewvault.app/auth0/callback?code=a&%63ode=b&state=STATE",
    "https://app.viewvault.app/auth0/callback?code=a;code=b&state=STATE",
    "https://app.viewvault.app/auth0/callback?code=a%00b&state=STATE",
    "https://app.viewvault.app/auth0/callback?code=a%0d%0ab&state=STATE",
    "https://app.viewvault.app/auth0/callback?code=a+b&state=STATE",
    "https://app.viewvault.app/auth0/callback?code=%3Cscript%3E&state=STATE",
    "https://app.viewvault.app/auth0/callback?code=%ZZ&state=STATE",
    "https://app.viewvault.app/auth0/callback?code=%C3%28&state=STATE",
    "https://app.viewvault.app/auth0/callback?code=a&error=access_denied&state=STATE",
    "https://app.viewvault.app/auth0/callback?error=%3Cimg%3E&state=STATE",
    "https://app.viewvault.app/auth0/callback?code=\(String(repeating: "a", count: 4000))&state=STATE",
    "https://app.viewvault.app/auth0/callback?code=a&state=STATE&x=\(String(repeating: "a", count: 9000))",
    // No address at all
    "", " ", "https://", "code=a&state=STATE", "https://app.viewvault.app/auth0/callback",
    "https://app.viewvault.app/auth0/callback?", "https://app.viewvault.app/auth0/call\u{202E}back?code=a&state=STATE",
    "https://app.viewvault.app/auth0/callback?code=a&state=STATE\n", "\u{0}https://app.viewvault.app/auth0/callback",
  ]

  @Test("there are at least seventy hostile addresses") func count() { #expect(Set(Self.hostile).count >= 70) }

  @Test("is not taken, redeems nothing, and does not end the sign-in that waits", arguments: hostile)
  func refused(_ text: String) async throws {
    let fixture = Fixture()
    let flow = fixture.vault.account.signInFlow()
    let page = try await flow.begin()
    let state = try #require(
      URLComponents(url: page, resolvingAgainstBaseURL: false)?.queryItems?.first { $0.name == "state" }?.value)
    let callback = text.replacingOccurrences(of: "STATE", with: state)
    let error = await Fixture.error { _ = try await flow.finish(callback) }
    #expect(error?.signInProblem != nil, "\(String(describing: error))")
    #expect(error?.signInProblem != .unsolicited)
    #expect(!fixture.network.operations.contains { $0.rawValue.hasPrefix("vault.account.redeem") })
    let code = fixture.server.authorizationCode(for: "alice")
    let user = try await flow.finish("https://app.viewvault.app/auth0/callback?code=\(code)&state=\(state)")
    #expect(user.username == "alice")
  }

  @Test(
    "what is written otherwise and means the same is taken",
    arguments: [
      "HTTPS://APP.ViewVault.app/auth0/callback?code=CODE&state=STATE",
      "https://app.viewvault.app:443/auth0/callback?state=STATE&code=CODE",
      "https://app.viewvault.app/auth0/callback?code=CODE&state=STATE&scope=openid%20profile",
    ])
  func taken(_ text: String) async throws {
    let fixture = Fixture()
    let flow = fixture.vault.account.signInFlow()
    let page = try await flow.begin()
    let state = try #require(
      URLComponents(url: page, resolvingAgainstBaseURL: false)?.queryItems?.first { $0.name == "state" }?.value)
    let callback = text.replacingOccurrences(of: "STATE", with: state)
      .replacingOccurrences(of: "CODE", with: fixture.server.authorizationCode(for: "alice"))
    #expect(try await flow.finish(callback).username == "alice")
  }
}
