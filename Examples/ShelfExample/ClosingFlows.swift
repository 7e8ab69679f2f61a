import MediaTesting
import Runner
import ShelfClient
import ShelfTesting

enum ClosingFlows {
  static let all: [Flow<ShelfFixture>] = [
    Flow("settings") { fixture in
      let state = await settings(fixture)
      try expect(state.isSignedIn && state.serverVersion != nil, "a server, its version and a user")
      return
        "\(state.username ?? "?") at \(state.server), server \(state.serverVersion ?? "?"), client \(state.clientVersion), \(state.pendingCount) waiting"
    },
    Flow("settings-refused-changes", needsFake: true) { fixture in try await refused(fixture) },
    Flow("logs") { fixture in
      let (count, text, cleared) = try await logs(fixture)
      try expect(count > 0 && cleared == 0, "entries, and none after clearing")
      try expect(!text.contains(fixture.password), "no password in the log")
      return "\(count) entries, \(text.count) letters to copy, none after clearing"
    },
    Flow("sign-out") { fixture in
      let state = await signOut(fixture)
      try expect(!state.isSignedIn && state.error == nil, "signed out")
      do {
        _ = try await fixture.shelf.account.me()
        throw FlowFailure("a call went through after signing out")
      } catch let error as ClientError {
        try expect(error.kind == .signedOut, "signedOut, got \(error)")
      }
      guard case .signedOut = try await fixture.relaunched().account.status() else {
        throw FlowFailure("signed in again after a relaunch")
      }
      return "nothing is left to sign in with, also after a relaunch"
    },
  ]

  @MainActor
  private static func settings(_ fixture: ShelfFixture) async -> ShelfSettingsViewModel.State {
    let settings = ShelfSettingsViewModel(shelf: fixture.shelf)
    settings.load()
    await settings.settled()
    return settings.state
  }

  @MainActor
  private static func refused(_ fixture: ShelfFixture) async throws -> String {
    let settings = ShelfSettingsViewModel(shelf: fixture.shelf)
    settings.load()
    await settings.settled()
    _ = try await fixture.shelf.progressStore.setPosition(PlayableID(libraryItemId: "gone"), to: 90).settled()
    await settings.refreshAndWait()
    settings.retry(try require(settings.state.refused.first, "a refused change"))
    await settings.settled()
    settings.discard(try require(settings.state.refused.first, "the change, refused again"))
    await settings.settled()
    try expect(settings.state.refused.isEmpty, "no refused change any more")
    return "the place of a removed book, tried again and given up"
  }

  @MainActor
  private static func logs(_ fixture: ShelfFixture) async throws -> (Int, String, Int) {
    let settings = ShelfSettingsViewModel(shelf: fixture.shelf)
    settings.setShowsLogs(true)
    _ = try await fixture.shelf.libraries.all()
    let logs = LogsViewModel(shelf: fixture.shelf)
    let count = logs.state.entries.count
    let text = logs.copyAll()
    logs.clear()
    settings.setShowsLogs(false)
    return (count, text, logs.state.entries.count)
  }

  @MainActor
  private static func signOut(_ fixture: ShelfFixture) async -> ShelfSettingsViewModel.State {
    let settings = ShelfSettingsViewModel(shelf: fixture.shelf)
    settings.signOut(pending: .keep)
    await settings.settled()
    return settings.state
  }
}
