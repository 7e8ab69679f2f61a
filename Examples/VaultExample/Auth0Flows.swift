import Foundation
import MediaTesting
import Runner
import VaultClient
import VaultTesting

/// Signing in over Auth0, whose pages an app shows in a web view; here a closure plays the web view.
enum Auth0Flows {
  static let all: [Flow<VaultFixture>] = [
    page("auth0-login-page", .login, "screen_hint=login"),
    page("auth0-signup-page", .signup, "screen_hint=signup"),
    page("auth0-provider-page", .provider(.google), "connection=google"),
    page("auth0-passwordless-page", .provider(.email), "connection=email"),
    Flow("auth0-settings") { fixture in
      guard try await hasAuth0(fixture) else { return try fixture.nothing("Auth0 on the server") }
      let settings = try await fixture.vault.account.auth0Settings()
      return "signs in at \(settings.domain)"
    },
    Flow("auth0-sign-in", needsFake: true) { fixture in
      let (device, server) = (fixture.device(signedIn: false), try fixture.server())
      let flow = device.vault.account.signInFlow()
      let user = try await flow.signIn { page in
        try expect(!flow.isCallback(page), "the page not to be taken for its end")
        return try callback(page, "code=\(server.authorizationCode(for: "alice", client: .mobile))")
      }
      try expectEqual(user.username, "alice", "the account")
      return "\(user.username) by a code of the mobile client, with a state of its own"
    },
    Flow("auth0-two-clients", needsFake: true) { fixture in
      let (device, server) = (fixture.device(signedIn: false), try fixture.server())
      let shown = Locked(0)
      let user = try await device.vault.account.signInFlow().signIn { page in
        shown.withLock { $0 += 1 }
        return try callback(page, "code=\(server.authorizationCode(for: "alice", client: .web))")
      }
      try expectEqual(shown.withLock { $0 }, 2, "times the page was shown")
      return "\(user.username): the code of the server's own page was refused, a fresh one went the web way"
    },
    Flow("auth0-code", needsFake: true) { fixture in
      let (vault, server) = (fixture.device(signedIn: false).vault, try fixture.server())
      let code = server.authorizationCode(for: "alice", client: .mobile)
      try await vault.account.signIn(code: code)
      let again = try await failure { try await vault.account.signIn(code: code) }
      try expectEqual(again.kind, .signedOut, "the code a second time")
      let web = server.authorizationCode(for: "bob", client: .web)
      let user = try await vault.account.signIn(code: web, redirectURI: "https://app.viewvault.app/auth0/callback")
      return "a code counts once; \(user.username) by one of the web client"
    },
    Flow("auth0-access-token", needsFake: true) { fixture in
      let vault = fixture.device(signedIn: false).vault
      let user = try await vault.account.signIn(auth0AccessToken: Secret("good"))
      let bad = try await failure { try await vault.account.signIn(auth0AccessToken: Secret("bad")) }
      try expectEqual(bad.kind, .signedOut, "a refused one")
      return "\(user.username) by a token of Auth0's own SDK"
    },
    Flow("auth0-cancelled") { fixture in
      guard try await hasAuth0(fixture) else { return try fixture.nothing("Auth0 on the server") }
      let device = fixture.device(signedIn: false)
      let error = try await failure { _ = try await device.vault.account.signInFlow().signIn { _ in nil } }
      try expect(error.isCancellation, "a cancellation, got \(error)")
      return "closing the page is no error"
    },
    Flow("auth0-refused") { fixture in
      guard try await hasAuth0(fixture) else { return try fixture.nothing("Auth0 on the server") }
      let device = fixture.device(signedIn: false)
      let error = try await failure {
        _ = try await device.vault.account.signInFlow().signIn { try callback($0, "error=access_denied") }
      }
      try expectEqual(error.signInRefusal, "access_denied", "the reason")
      return "a refusal by Auth0 is recognised: \(error.vaultText())"
    },
    Flow("auth0-hostile-callbacks") { fixture in
      guard try await hasAuth0(fixture) else { return try fixture.nothing("Auth0 on the server") }
      return try await hostile(fixture)
    },
    Flow("auth0-sign-out", needsFake: true) { fixture in
      let (device, server) = (fixture.device(signedIn: false), try fixture.server())
      try await device.vault.account.signIn(code: server.authorizationCode(for: "alice"))
      let page = try require(
        try await device.vault.account.signOut(pending: .discard), "the page that ends the session")
      try expect(page.path == "/v2/logout" && page.query?.contains("returnTo=") == true, "Auth0's own, got \(page)")
      return "ends Auth0's session too, at \(page.host ?? "?")\(page.path)"
    },
  ]

  private static func page(_ id: String, _ way: SignInWay, _ mark: String) -> Flow<VaultFixture> {
    Flow(id) { fixture in
      guard try await hasAuth0(fixture) else { return try fixture.nothing("Auth0 on the server") }
      let page = try await fixture.vault.account.signInPage(way).absoluteString
      try expect(page.contains(mark) && !page.contains(" "), "\(mark) and no blank in \(page)")
      let shown = try await fixture.device(signedIn: false).vault.account.signInFlow().begin(way)
      try expect(shown.absoluteString.contains("state="), "a state in \(shown)")
      return "\(shown.host ?? "?")\(shown.path) with \(mark)"
    }
  }

  private static func hasAuth0(_ fixture: VaultFixture) async throws -> Bool {
    try await fixture.verifier.status(.get, "/api/auth/auth0/config") == 200
  }

  /// The address that Auth0 redirects the web view to at the end of `page`.
  private static func callback(_ page: URL, _ outcome: String) throws -> URL {
    let items = URLComponents(url: page, resolvingAgainstBaseURL: false)?.queryItems ?? []
    let redirect = try require(items.first { $0.name == "redirect_uri" }?.value, "redirect_uri")
    let state = try require(items.first { $0.name == "state" }?.value, "state")
    return try require(URL(string: "\(redirect)?\(outcome)&state=\(state)"), "an address")
  }

  private static func hostile(_ fixture: VaultFixture) async throws -> String {
    let device = fixture.device(signedIn: false)
    let flow = device.vault.account.signInFlow()
    let good = try callback(try await flow.begin(), "code=a").absoluteString
    let host = try require(URL(string: good)?.host, "a host")
    let attempts = [
      good.replacingOccurrences(of: host, with: "evil.example"),
      good.replacingOccurrences(of: host, with: "\(host).evil.example"),
      good.replacingOccurrences(of: host, with: "user@\(host)"),
      good.replacingOccurrences(of: "://", with: "s://"), good.replacingOccurrences(of: "?", with: "/?"),
      good.replacingOccurrences(of: "code=a", with: "code=a&code=b"),
      good.replacingOccurrences(of: "&state=", with: "&state=x"),
      good.replacingOccurrences(of: "&state=", with: "&nostate="),
      good.replacingOccurrences(of: "code=a&", with: ""), good + "#access_token=x",
      good.replacingOccurrences(of: "?", with: "#"), good + "&error=access_denied",
    ]
    for attempt in attempts {
      let url = try require(URL(string: attempt), "an address")
      let error = try await failure { _ = try await flow.finish(url) }
      try expect(error.signInProblem != nil, "\(attempt) to be refused, got \(error)")
    }
    try expect(
      !device.network.operations.contains { $0.rawValue.hasPrefix("vault.account.redeem") }, "nothing redeemed")
    flow.abandon()
    let late = try await failure { _ = try await flow.finish(try require(URL(string: good), "an address")) }
    try expectEqual(late.signInProblem, .unsolicited, "a callback of no sign-in")
    return "\(attempts.count) forged ones and an unsolicited one refused, no code sent anywhere"
  }
}
