import MediaTesting
import Runner
import ShelfClient
import ShelfTesting

enum AccountFlows {
  static let all: [Flow<ShelfStage>] = [
    Flow("server-discovery") { stage in
      let status = try await stage.shelf.server.status()
      try await stage.shelf.server.ping()
      try await stage.shelf.server.healthCheck()
      try expect(status.isInit, "a server that is set up")
      return
        "Audiobookshelf \(status.serverVersion ?? "?"), signs in by \(status.authMethods.map(\.rawValue).joined(separator: ", "))"
    },
    Flow("sign-in-refused") { stage in
      let error = try require(await refusal(stage), "a refusal")
      try expect(error.kind == .signedOut && error.status == 401, "signedOut, got \(error)")
      try expect(try await stage.shelf.account.status() == .signedOut, "nobody signed in")
      return "a wrong password says: \(error.text(.english))"
    },
    Flow("sign-in") { stage in
      let login = try await stage.shelf.account.signIn(username: stage.username, password: stage.password)
      let sessions = try await stage.shelf.account.loginSessions(page: 0, limit: 10)
      try expect(login.user.username.lowercased() == stage.username.lowercased(), "the account that was asked for")
      let me = try await stage.witness.get("/api/me")
      try expect(me["id"]?.string == login.user.id, "the same account on the server")
      return "\(login.user.username) (\(login.user.type?.rawValue ?? "?")), \(sessions.total ?? 0) sign-ins"
    },
    Flow("restore-at-launch") { stage in
      let again = stage.relaunched()
      guard case .signedIn(let account, let name) = try await again.account.status() else {
        throw FlowFailure("not signed in after a relaunch")
      }
      let login = try await again.account.authorize()
      try expect(login.user.id == account, "the same account")
      return "\(name) is still signed in after a relaunch, and the server agrees"
    },
    Flow("token-renewal", needsFake: true) { stage in
      try await stage.wait(2 * 3600)
      async let first = stage.shelf.account.me()
      async let second = stage.shelf.libraries.all()
      let (me, libraries) = (try await first, try await second)
      let renewals = stage.fake?.requests.count { $0.path == "/auth/refresh" } ?? 0
      try expect(renewals == 1, "one renewal for both calls, got \(renewals)")
      return "two hours later \(me.username) sees \(libraries.count) libraries after one renewal"
    },
  ]

  private static func refusal(_ stage: ShelfStage) async -> ClientError? {
    do throws(ClientError) {
      try await stage.shelf.account.signIn(username: stage.username, password: stage.password + "x")
      return nil
    } catch {
      return error
    }
  }
}
