#if DEBUG
  import HubClient
  import HubTesting
  import MediaCore
  import MediaTesting
  import ShelfClient
  import ShelfTesting
  import SwiftUI
  import TallyKit
  import TallyTesting
  import VaultClient
  import VaultTesting

  /// Each screen in front of a fake server in memory, signed in: no network, and the same picture each time.
  struct ScreenPreviews: PreviewProvider {
    static var previews: some View {
      Prepared {
        try await FakeServices.shelf()
      } content: { shelf in
        LatestScreen(shelf: shelf, engine: SimulatedPlaybackEngine(clock: SystemClock()))
      }
      Prepared {
        try await FakeServices.tally()
      } content: {
        ShowSearchScreen(tally: $0)
      }
      Prepared {
        try await FakeServices.tally()
      } content: {
        CalendarScreen(tally: $0)
      }
      Prepared {
        try FakeServices.hub()
      } content: {
        FeedScreen(hub: $0)
      }
      Prepared {
        try await FakeServices.vault()
      } content: {
        WatchlistScreen(vault: $0)
      }
    }
  }

  /// Shows a screen once its service is ready.
  struct Prepared<Service: Sendable, Content: View>: View {
    let prepare: @MainActor () async throws -> Service
    @ViewBuilder let content: (Service) -> Content
    @State private var service: Service?

    var body: some View {
      NavigationStack {
        if let service { content(service) } else { ProgressView() }
      }
      .task { service = try? await prepare() }
    }
  }

  enum FakeServices {
    static func shelf() async throws -> ShelfService {
      let clock = ManualClock(instant: true)
      let server = FakeShelfServer(clock: clock)
      let shelf = ShelfService(
        server: .fake, transport: server.transport, environment: .manual(clock: clock))
      try await shelf.account.signIn(username: "ada", password: "correct horse")
      return shelf
    }

    static func tally() async throws -> TallyService {
      let clock = ManualClock(instant: true)
      let server = FakeTallyServer(clock: clock)
      let tally = TallyService(
        server: .fake, transport: server.transport, environment: .manual(clock: clock))
      try await tally.account.signIn(email: TallyWorld.sampleEmail, password: TallyWorld.password)
      return tally
    }

    static func hub() throws -> HubService {
      let clock = ManualClock(instant: true)
      let server = FakeHubServer(clock: clock)
      return try HubService(
        server: .fake, transport: server.transport, environment: .manual(clock: clock))
    }

    static func vault() async throws -> VaultService {
      let clock = ManualClock(instant: true)
      let server = FakeVaultServer(clock: clock)
      let vault = VaultService(
        server: .fake, transport: server.transport, environment: .manual(clock: clock))
      _ = try await vault.account.signIn(username: "alice", password: VaultWorld.standardPassword)
      return vault
    }
  }
#endif
