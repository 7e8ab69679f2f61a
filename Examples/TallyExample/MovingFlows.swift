import Runner
import TallyKit
import TallyTesting

/// An app that moves: to another phone, and from its version before this SDK.
enum MovingFlows {
  private static let show: TMDBID = 520_100

  static let all: [Flow<TallyStage>] = [
    Flow("new-phone", needsFake: true) { _ in
      let fresh = try await Fresh()
      try await fresh.tally.progressStore.refresh(show)
      fresh.network.isDown = true
      _ = try await fresh.tally.progressStore.setWatched(upTo: 5, season: 2, of: show).written()
      fresh.tally.country.set("DE")
      let file = try await fresh.tally.exportData()

      let phone = try await fresh.otherDevice()
      let report = try await phone.importData(file)
      try expectEqual(report["changes"]?.taken, 1, "changes taken")
      try expectEqual(phone.country.current, "DE", "the country")
      await phone.queue.flush()
      try expectEqual(fresh.watched(show, 2), Array(1...5), "the server's watched episodes")
      let again = try await phone.importData(file)
      try expect(!again.hasChanged, "nothing changed by a second import")
      try expectEqual(fresh.count(.tallyProgressSet), 1, "writes")
      fresh.network.isDown = false
      await fresh.tally.queue.flush()
      try expectEqual(fresh.watched(show, 2), Array(1...5), "the server's watched episodes")
      return "\(file.count) bytes: episodes that waited, and the country; sent once by the new phone"
    },
    Flow("token-from-the-old-app", needsFake: true) { _ in
      let fresh = try await Fresh(signedIn: false)
      let source = OldApp(token: HeldToken(try await fresh.accessToken()))
      fresh.network.isDown = true
      let status = try await fresh.tally.account.signIn(from: source)
      try expect(await source.isEmpty, "the old entry deleted")
      try expectEqual(try await fresh.relaunched().account.signIn(from: source), status, "the next launch's status")
      fresh.network.isDown = false
      let shows = try await fresh.tally.watchlist.all(status: nil).count
      try await fresh.tally.account.signOut(pending: .keep)
      try expectEqual(try await fresh.tally.account.signIn(from: source), .signedOut, "the status after signing out")
      return "signed in without a password and without a network, then \(shows) shows; the old entry is gone"
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
