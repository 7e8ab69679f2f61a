import MediaTesting
import Runner
import VaultClient

/// An app that moves: to another phone, and from its version before this SDK.
enum MovingFlows {
  static let all: [Flow<VaultFixture>] = [
    Flow("new-phone") { fixture in
      try await fixture.withMovie { movie in
        let old = fixture.device()
        try await old.vault.store.refreshLibrary()
        old.network.isDown = true
        try await old.vault.store.setWatched(true, for: .movie(movie.id))
        await old.vault.store.settled()
        let file = try await old.vault.exportData()

        let phone = fixture.device(signedIn: false)
        try await phone.vault.account.signIn(username: fixture.username, password: fixture.password)
        let report = try await phone.vault.importData(file)
        try expectEqual(report["changes"]?.taken, 1, "changes taken")
        try await phone.reconnect()
        try expect(try await fixture.verifier.isWatched(movie: movie.id), "watched on the server")
        let again = try await phone.vault.importData(file)
        try expect(!again.hasChanged, "nothing changed by a second import")
        old.network.isDown = false
        try await old.reconnect()
        try expect(try await fixture.verifier.isWatched(movie: movie.id), "still watched on the server")
        try expectEqual(phone.count(.vaultWatchlistToggle) + old.count(.vaultWatchlistToggle), 1, "toggles")
        return "\(file.count) bytes: a mark that waited, sent once by the new phone"
      }
    },
    Flow("token-from-the-old-app") { fixture in
      let source = OldApp(token: HeldToken(try await fixture.verifier.accessToken()))
      let vault = fixture.device(signedIn: false).vault
      let status = try await vault.account.signIn(from: source)
      try expect(await source.isEmpty, "the old entry deleted")
      try expectEqual(try await vault.account.signIn(from: source), status, "the status at the next launch")
      let name = try await vault.account.me().username
      try await vault.account.signOut(pending: .keep)
      try expectEqual(try await vault.account.signIn(from: source), .signedOut, "the status after signing out")
      return "signed in as \(name) without a password; the old entry is gone"
    },
  ]
}

/// The sign-in that the app's earlier version has stored.
actor OldApp: MigrationSource {
  private var token: HeldToken?

  init(token: HeldToken) { self.token = token }

  var isEmpty: Bool { token == nil }
  func heldToken() -> HeldToken? { token }
  func signInIsStored(for account: String) { token = nil }
}
