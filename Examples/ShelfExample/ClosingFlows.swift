import MediaTesting
import Runner
import ShelfClient
import ShelfTesting

enum ClosingFlows {
  static let all: [Flow<ShelfStage>] = [
    Flow("settings") { stage in
      let state = await settings(stage)
      try expect(state.isSignedIn && state.serverVersion != nil, "a server, its version and a user")
      return
        "\(state.username ?? "?") at \(state.server), server \(state.serverVersion ?? "?"), client \(state.clientVersion), \(state.pendingCount) waiting"
    },
    Flow("logs") { stage in
      let (count, text, cleared) = await logs(stage)
      try expect(count > 0 && cleared == 0, "entries, and none after clearing")
      try expect(!text.contains(stage.password), "no password in the log")
      return "\(count) entries, \(text.count) letters to copy, none after clearing"
    },
    Flow("sign-out") { stage in
      let state = await signOut(stage)
      try expect(!state.isSignedIn && state.error == nil, "signed out")
      do {
        _ = try await stage.shelf.account.me()
        throw FlowFailure("a call went through after signing out")
      } catch let error as ClientError {
        try expect(error.kind == .signedOut, "signedOut, got \(error)")
      }
      guard case .signedOut = try await stage.relaunched().account.status() else {
        throw FlowFailure("signed in again after a relaunch")
      }
      return "nothing is left to sign in with, also after a relaunch"
    },
  ]

  @MainActor
  private static func settings(_ stage: ShelfStage) async -> ShelfSettingsViewModel.State {
    let settings = ShelfSettingsViewModel(shelf: stage.shelf)
    settings.load()
    await settings.settled()
    return settings.state
  }

  @MainActor
  private static func logs(_ stage: ShelfStage) async -> (Int, String, Int) {
    let logs = LogsViewModel(log: stage.shelf.client.log)
    let count = logs.state.entries.count
    let text = logs.copyAll()
    logs.clear()
    return (count, text, logs.state.entries.count)
  }

  @MainActor
  private static func signOut(_ stage: ShelfStage) async -> ShelfSettingsViewModel.State {
    let settings = ShelfSettingsViewModel(shelf: stage.shelf)
    settings.signOut(pending: .keep)
    await settings.settled()
    return settings.state
  }
}
