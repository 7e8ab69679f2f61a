import Foundation
import MediaCore
import OneAtATime
import Testing
import VaultClient
import VaultTesting

@Suite("Security: signing in over a web page", .oneAtATime)
struct SignInTests {
  private struct Stage {
    let clock = ManualClock(passing: .everything)
    let server: FakeVaultServer
    let faults: FaultTransport
    let vault: VaultService

    init(seed: UInt64 = 1) {
      let server = FakeVaultServer(clock: clock)
      self.server = server
      faults = FaultTransport(server.transport)
      vault = VaultService(server: .fake, transport: faults, environment: .manual(clock: clock, seed: seed))
    }

    var redeemed: Int { faults.operations.count { $0.rawValue.hasPrefix("vault.account.redeem") } }
  }

  private static func item(_ name: String, of page: URL) throws -> String {
    try #require(URLComponents(url: page, resolvingAgainstBaseURL: false)?.queryItems?.first { $0.name == name }?.value)
  }

  private static func callback(_ page: URL, _ query: String) throws -> URL {
    let state = try item("state", of: page)
    return try #require(
      URL(string: "\(try item("redirect_uri", of: page))?" + query.replacingOccurrences(of: "STATE", with: state)))
  }

  @Test("S8: a callback counts at its exact address, with its state, once, in time, and only while somebody signs in")
  func callbacks() async throws {
    let stage = Stage()
    let flow = stage.vault.account.signInFlow()
    func problem(_ url: URL?) async throws -> SignInProblem? {
      let url = try #require(url)
      return await failure { try await flow.finish(url) }.signInProblem
    }
    #expect(try await problem(URL(string: "https://app.viewvault.app/auth0/callback?code=a&state=b")) == .unsolicited)

    let page = try await flow.begin()
    let right = try Self.callback(page, "code=CODE&state=STATE").absoluteString
    let moved: [(String, String)] = [
      ("https://", "http://"), ("https://", "viewvault://"), ("/auth0/callback", "/auth0/callback/"),
      ("/auth0/callback", "/auth0/other"), ("app.viewvault.app", "evil.example"),
      ("app.viewvault.app", "app.viewvault.app.evil.example"), ("app.viewvault.app", "app.viewvault.app:8443"),
      ("https://", "https://user@"),
    ]
    for (old, new) in moved {
      #expect(
        try await problem(URL(string: right.replacingOccurrences(of: old, with: new))) == .notTheCallback, "\(new)")
    }
    let queries: [(String, SignInProblem)] = [
      ("code=a", .missingState), ("code=a&state=", .missingState), ("code=a&state=wrong", .wrongState),
      ("code=a&state=STATEx", .wrongState), ("code=a&state=STATE&state=STATE", .contradictory),
      ("code=a&code=b&state=STATE", .contradictory), ("code=a&error=x&state=STATE", .contradictory),
      ("state=STATE", .missingCode), ("error=access_denied&state=wrong", .wrongState),
    ]
    for (query, expected) in queries { #expect(try await problem(Self.callback(page, query)) == expected, "\(query)") }
    #expect(stage.redeemed == 0)

    // The wrong callbacks have not ended the sign-in: the right one still works, once.
    let good = try Self.callback(page, "code=\(stage.server.authorizationCode(for: "alice"))&state=STATE")
    #expect(try await flow.finish(good).username == "alice")
    #expect(try await problem(good) == .repeated)

    let late = try await flow.begin()
    await stage.clock.advance(by: SignInFlow.lifetime)
    #expect(try await problem(Self.callback(late, "code=a&state=STATE")) == .expired)

    // Only a flow's newest sign-in can be finished, and not by another flow.
    let old = try await flow.begin()
    let new = try await flow.begin()
    #expect(try await problem(Self.callback(old, "code=a&state=STATE")) == .wrongState)
    let other = stage.vault.account.signInFlow()
    _ = try await other.begin()
    #expect(
      await failure { try await other.finish(try Self.callback(new, "code=a&state=STATE")) }.signInProblem
        == .wrongState)
    #expect(stage.redeemed == 1)
  }

  @Test("S8: a state has 256 random bits, another for each sign-in")
  func states() async throws {
    var seen: Set<String> = []
    for seed in 1...50 {
      let flow = Stage(seed: UInt64(seed)).vault.account.signInFlow()
      for _ in 0..<4 { seen.insert(try Self.item("state", of: try await flow.begin())) }
    }
    #expect(seen.count == 200)
    // Four 64-bit numbers in base 36 usually have 49 to 52 digits; leading zeros make some shorter.
    #expect(seen.allSatisfy { $0.count >= 44 })
  }

  /// Pages to which a server, or a machine in its place, may want to send the user.
  static let pages = [
    "https://evil.example/authorize", "https://tenant.eu.auth0.com.evil.example/authorize",
    "https://evil.example/tenant.eu.auth0.com/authorize", "https://tenant.eu.auth0.com@evil.example/authorize",
    "https://evil.example#tenant.eu.auth0.com/authorize", "https://evil.example?x=tenant.eu.auth0.com/authorize",
    "https://evil.example\\@tenant.eu.auth0.com/authorize", "https://tenant.eu.auth0.com\\.evil.example/authorize",
    "http://tenant.eu.auth0.com/authorize", "//tenant.eu.auth0.com/authorize", "/\\tenant.eu.auth0.com/authorize",
    "%2F%2Ftenant.eu.auth0.com/authorize", "/authorize", "authorize", "javascript:alert(1)//tenant.eu.auth0.com/",
    "data:text/html,tenant.eu.auth0.com", "file:///tenant.eu.auth0.com/authorize",
    "ftp://tenant.eu.auth0.com/authorize",
    "https:///tenant.eu.auth0.com/authorize", "https:/tenant.eu.auth0.com/authorize",
    "https:tenant.eu.auth0.com/authorize",
    "https://tenant.eu.auth0.com..evil.example/authorize", "https://xtenant.eu.auth0.com/authorize",
    "https://tenant-eu.auth0.com/authorize", "https://eu.auth0.com/authorize", "https://auth0.com/authorize",
    "https://tenant.eu.auth0.com%2eevil.example/authorize", "https://tenant.eu.auth0.com%00.evil.example/authorize",
    "https://tenant.eu.auth0.com%2F@evil.example/authorize", "https://user:pass@tenant.eu.auth0.com/authorize",
    "https://tenant.eu.auth0.com:@evil.example/authorize", "https://тenant.eu.auth0.com/authorize",
    "https://[::1]/authorize", "https://127.0.0.1/authorize", "https://localhost/authorize", "https://./authorize",
    "https://tenant.eu.auth0.com,evil.example/authorize", "https://tenant.eu.auth0.com;evil.example/authorize",
    "https://evil.example/..;/tenant.eu.auth0.com/authorize", "https://tenant.eu.auth0.com\n.evil.example/authorize",
    "https://tenant.eu.auth0.com\t.evil.example/authorize", "", " ", "https://",
  ]

  @Test("S9: only the configured tenant's page is opened; forty-odd others are refused")
  func openRedirect() async throws {
    #expect(Set(Self.pages).count >= 40)
    for page in Self.pages {
      let query = page.contains("?") ? "&" : "?"
      let text = page.isEmpty ? "" : page + query + "redirect_uri=https://app.viewvault.app/auth0/callback"
      let transport = FakeTransport()
      transport.alwaysAnswer(.vaultAccountSignInPage, with: .json(["auth_url": .string(text)]))
      let vault = VaultService(
        server: .fake, auth0: Auth0Settings(domain: "tenant.eu.auth0.com"), transport: transport, environment: .manual()
      )
      let error = await failure { try await vault.account.signInFlow().begin() }
      #expect([.wrongServer, .undecodable].contains(error.kind), "\(page): \(error)")
    }
    let transport = FakeTransport()
    transport.answer(
      .vaultAccountSignInPage,
      with: .json([
        "auth_url": "https://tenant.eu.auth0.com/authorize?redirect_uri=https://app.viewvault.app/auth0/callback"
      ]))
    let vault = VaultService(
      server: .fake, auth0: Auth0Settings(domain: "tenant.eu.auth0.com"), transport: transport, environment: .manual())
    #expect(try await vault.account.signInFlow().begin().host == "tenant.eu.auth0.com")
  }

  private static func token(_ payload: String, head: String = #"{"alg":"none"}"#) -> String {
    func part(_ text: String) -> String {
      Data(text.utf8).base64EncodedString().replacingOccurrences(of: "+", with: "-")
        .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
    }
    return "\(part(head)).\(part(payload)).c2ln"
  }

  @Test("S10: what a token says of itself is a hint; anything odd is an unknown expiry")
  func hints() throws {
    #expect(
      JWTHint(Secret(Self.token(#"{"exp":1800000000,"sub":"a"}"#)))?.expiresAt
        == Date(timeIntervalSince1970: 1_800_000_000))
    let deep = String(repeating: "[", count: 9) + String(repeating: "]", count: 9)
    for text in [
      "", ".", "..", "...", "a.b", "a.b.c", "opaque-token", Self.token("[]"), Self.token("\"text\""), Self.token("{"),
      Self.token(#"{"exp":1800000000,"x":\#(deep)}"#), Self.token(#"{"exp":1800000000}"#) + ".x", "é.é.é",
      Self.token(#"{"exp":1800000000,"pad":"\#(String(repeating: "x", count: 20_000))"}"#),
      Self.token(#"{"exp":1800000000}"#).replacingOccurrences(of: ".", with: "=."),
    ] { #expect(JWTHint(Secret(text)) == nil, "\(text.prefix(60))") }
    for claim in ["-1", "0", "1e400", "1e30", "4200000000", "900000000", "\"1800000000\"", "null", "[]", "true"] {
      #expect(JWTHint(Secret(Self.token(#"{"exp":\#(claim)}"#)))?.expiresAt == nil, "\(claim)")
    }
  }

  @Test("S10: a token that nothing renews ends in one request to sign in again, not in a loop")
  func noRenewal() async throws {
    let stage = Stage()
    try await stage.vault.account.signIn(username: "alice", password: VaultWorld.standardPassword)
    stage.server.revokeAllTokens()
    for _ in 0..<5 { #expect(await failure { try await stage.vault.account.me() }.kind == .signedOut) }
    guard case .expired = try await stage.vault.account.status() else {
      Issue.record("not expired")
      return
    }
    #expect(stage.faults.operations.count { $0 == .vaultAccountMe } == 1)
  }
}
