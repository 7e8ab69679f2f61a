import MediaTesting
import Runner
import ShelfClient
import ShelfTesting

enum AccountFlows {
  static let all: [Flow<ShelfFixture>] = [
    Flow("server-discovery") { fixture in
      let status = try await fixture.shelf.server.status()
      try await fixture.shelf.server.ping()
      try await fixture.shelf.server.healthCheck()
      try expect(status.isInit, "a server that is set up")
      let profile = try await fixture.shelf.profile()
      try expect(profile.version == status.serverVersion, "the version of the status")
      let ways = profile.signInOptions.map(\.rawValue).sorted().joined(separator: ", ")
      return
        "Audiobookshelf \(profile.version ?? "?"), signs in by \(ways), can \(profile.capabilities.count) newer things"
    },
    Flow("sign-in-refused") { fixture in
      let error = try require(
        try await refusal {
          try await fixture.shelf.account.signIn(username: fixture.username, password: fixture.password + "x")
        }, "a refusal")
      try expect(error.kind == .signedOut && error.status == 401, "signedOut, got \(error)")
      try expect(try await fixture.shelf.account.status() == .signedOut, "nobody signed in")
      return "a wrong password says: \(error.text(.english))"
    },
    Flow("sign-in") { fixture in
      let login = try await fixture.shelf.account.signIn(username: fixture.username, password: fixture.password)
      let sessions = try await fixture.shelf.account.loginSessions(page: 0, limit: 10)
      try expect(login.user.username.lowercased() == fixture.username.lowercased(), "the account that was asked for")
      let me = try await fixture.verifier.get("/api/me")
      try expect(me["id"]?.string == login.user.id, "the same account on the server")
      try expect(try await fixture.shelf.account.status().isSignedIn, "the status is signed in")
      return "\(login.user.username) (\(login.user.type?.rawValue ?? "?")), \(sessions.total ?? 0) sign-ins"
    },
    Flow("restore-at-launch") { fixture in
      let again = await fixture.relaunched()
      guard case .signedIn(let account, let name) = try await again.account.status() else {
        throw FlowFailure("not signed in after a relaunch")
      }
      let login = try await again.account.authorize()
      try expect(login.user.id == account, "the same account")
      return "\(name) is still signed in after a relaunch, and the server agrees"
    },
    Flow("token-renewal", needsFake: true) { fixture in
      try await fixture.wait(2 * 3600)
      async let first = fixture.shelf.account.me()
      async let second = fixture.shelf.libraries.all()
      let (me, libraries) = (try await first, try await second)
      let renewals = fixture.fake?.requests.count { $0.path == "/auth/refresh" } ?? 0
      try expect(renewals == 1, "one renewal for both calls, got \(renewals)")
      return "two hours later \(me.username) sees \(libraries.count) libraries after one renewal"
    },
  ]
}
