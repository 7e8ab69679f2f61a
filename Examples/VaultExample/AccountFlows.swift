import MediaTesting
import Runner
import VaultClient
import VaultTesting

enum AccountFlows {
  static let all: [Flow<VaultFixture>] = [
    Flow("sign-in-refused") { fixture in
      let device = fixture.device(signedIn: false)
      let error = try await failure {
        try await device.vault.account.signIn(username: fixture.username, password: fixture.password + "x")
      }
      try expect(error.kind == .signedOut && error.status == 401, "signedOut, got \(error)")
      try expectEqual(try await device.vault.account.status(), .signedOut, "the status")
      let followed = Locked<[AccountSession.Status]>([])
      let token = try await device.vault.account.followStatus { status in followed.withLock { $0.append(status) } }
      token.cancel()
      try expectEqual(followed.withLock { $0 }, [.signedOut], "the status that an observer hears first")
      return "a wrong password says: \(error.vaultText())"
    },
    Flow("sign-in-with-password") { fixture in
      let device = fixture.device(signedIn: false)
      let user = try await device.vault.account.signIn(username: fixture.username, password: fixture.password)
      let there = try await fixture.verifier.get("/api/auth/me")
      try expectEqual(user.id, there["id"]?.int ?? -1, "the account")
      let again = try await device.relaunched()
      try expectEqual(try await again.vault.account.check(), .signedIn(user), "the sign-in after a relaunch")
      let end = await again.vault.account.expiry()
      return "\(user.username), still signed in after a relaunch" + (end.map { ", until \($0)" } ?? "")
    },
    Flow("account-info") { fixture in
      let me = try await fixture.vault.account.me()
      let info = try await fixture.vault.account.info()
      try expectEqual(info.username, me.username, "the username")
      return "\(me.username), signs in by \(info.authProvider?.rawValue ?? "?")"
    },
    Flow("account-view-model") { fixture in try await screen(fixture) },
    Flow("account-refused-changes", needsFake: true) { fixture in try await refused(fixture) },
    Flow("account-offline") { fixture in
      let device = fixture.device()
      _ = try await device.vault.account.me()
      device.network.isDown = true
      let check = try await device.vault.account.check()
      guard case .offline = check else { throw FlowFailure("expected offline, got \(check)") }
      return "a server that cannot be reached ends no sign-in"
    },
    Flow("change-password", needsFake: true) { fixture in
      let separate = try await fixture.separate()
      let account = separate.vault.account
      try await account.changePassword(from: separate.password, to: "another-horse")
      let short = try await failure { try await account.changePassword(from: "another-horse", to: "x") }
      let add = try await failure { try await account.addPassword("long-enough") }
      try expectEqual([short.kind, add.kind], [.invalidRequest, .invalidRequest], "the refusals")
      try await separate.device(signedIn: false).vault.account.signIn(username: "alice", password: "another-horse")
      return "changed; “\(short.serverMessage ?? "")”"
    },
    Flow("delete-account", needsFake: true) { fixture in
      let separate = try await fixture.separate()
      try await separate.vault.account.deleteAccount()
      try expectEqual(try await separate.vault.account.status(), .signedOut, "the status")
      let error = try await failure {
        try await separate.vault.account.signIn(username: "alice", password: separate.password)
      }
      try expectEqual(error.kind, .signedOut, "signing in again")
      return "gone with everything in it; the token was dropped at once"
    },
    Flow("dead-token-asks-once", needsFake: true) { fixture in try await deadToken(fixture) },
    Flow("closed-account", needsFake: true) { fixture in
      let separate = try await fixture.separate()
      try separate.server().setActive(false, for: "alice")
      let error = try await failure { _ = try await separate.vault.lists.all() }
      try expectEqual(error.kind, .signedOut, "the kind")
      guard case .expired = try await separate.vault.account.status() else {
        throw FlowFailure("not asked to sign in again")
      }
      return "the server closed the account: asked to sign in again, nothing erased"
    },
  ]

  @MainActor
  private static func screen(_ fixture: VaultFixture) async throws -> String {
    let device = fixture.device(signedIn: false)
    let account = VaultAccountViewModel(vault: device.vault)
    account.load()
    await account.settled()
    try expect(!account.state.isAuthenticated, "nobody signed in")
    account.signIn(username: fixture.username, password: fixture.password)
    await account.settled()
    try expect(account.state.isAuthenticated && account.state.notice == nil, "signed in")
    let name = account.state.currentUser?.username ?? "?"
    account.signOut()
    await account.settled()
    try expect(!account.state.isAuthenticated && account.state.currentUser == nil, "nobody after signing out")
    return "\(name) in and out"
  }

  @MainActor
  private static func refused(_ fixture: VaultFixture) async throws -> String {
    let vault = try await fixture.separate().vault
    let account = VaultAccountViewModel(vault: vault)
    account.load()
    await account.settled()
    _ = try await vault.store.importTitle(.series("tmdb_999999")).settled()
    await account.refreshAndWait()
    account.retry(try require(account.state.refused.first, "a refused change"))
    await account.settled()
    account.discard(try require(account.state.refused.first, "the change, refused again"))
    await account.settled()
    try expectEqual(account.state.refused.count, 0, "refused changes")
    return "a refused import, tried again and given up"
  }

  @MainActor
  private static func deadToken(_ fixture: VaultFixture) async throws -> String {
    let separate = try await fixture.separate()
    let vault = separate.vault
    let account = VaultAccountViewModel(vault: vault)
    var asked = 0
    account.onSignInNeeded = { asked += 1 }
    account.load()
    await account.settled()
    try await vault.store.refreshLibrary()
    try separate.server().revokeAllTokens()
    try await vault.store.setWatched(true, for: .movie(1))
    await vault.store.settled()
    for _ in 0..<3 {
      _ = try await failure { _ = try await vault.watchlist.counts() }
      account.load()
      await account.settled()
    }
    try expectEqual(asked, 1, "times asked to sign in")
    try expectEqual(try await vault.queue.open().count, 1, "changes waiting")
    try expectEqual(try separate.server().isWatched(movie: 1, of: "alice"), false, "the film on the server")
    account.signIn(username: separate.username, password: separate.password)
    await account.settled()
    try await separate.device.reconnect()
    try expectEqual(try separate.server().isWatched(movie: 1, of: "alice"), true, "the film on the server at last")
    return "asked once for many refused calls; the change waited and arrived after signing in again"
  }
}
