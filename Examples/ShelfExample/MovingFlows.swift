import MediaTesting
import Runner
import ShelfClient

/// An app that moves: to another phone, and from its version before this SDK.
enum MovingFlows {
  static let all: [Flow<ShelfFixture>] = [
    Flow("new-phone") { fixture in
      try await fixture.withEpisode { episode, id in
        let old = fixture.shelf
        fixture.network.isDown = true
        try await old.progressStore.setPosition(id, to: 47)
        try await old.upNext.playLast(QueueEntry(id: id, title: episode.episode.title ?? ""))
        let file = try await old.exportData()

        let phone = fixture.phone()
        try await phone.account.signIn(username: fixture.username, password: fixture.password)
        let report = try await phone.importData(file)
        try expect(report["changes"]?.taken ?? 0 >= 1, "the waiting change taken")
        try expect(try await phone.upNext.entries().contains { $0.id == id }, "the episode up next")
        await phone.queue.flush()
        let there = try await fixture.verifier.progress(of: id)?["currentTime"]?.double
        try expect(there == 47, "the place on the server, got \(there ?? -1)")

        let again = try await phone.importData(file)
        try expect(!again.hasChanged, "nothing changed by a second import")
        fixture.network.isDown = false
        await old.queue.flush()
        try expect(try await old.queue.open().isEmpty, "nothing waiting on the old phone")
        try expect(try await fixture.verifier.progress(of: id)?["currentTime"]?.double == 47, "the same place")
        try await old.upNext.remove(id)
        return "\(file.count) bytes: a place that waited, and up next; sent once by the new phone"
      }
    },
    Flow("token-from-the-old-app") { fixture in
      let source = OldApp(token: HeldToken(try await fixture.verifierElsewhere().accessToken()))
      let shelf = fixture.phone()
      let status = try await shelf.account.signIn(from: source)
      try expect(await source.isEmpty, "the old entry deleted")
      try expect(try await shelf.account.signIn(from: source) == status, "signed in at the next launch")
      let name = try await shelf.account.me().username
      try expect(name.lowercased() == fixture.username.lowercased(), "the same user, got \(name)")
      try await shelf.account.signOut(pending: .keep)
      try expect(try await shelf.account.signIn(from: source) == .signedOut, "signed out for good")
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
