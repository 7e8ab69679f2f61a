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
        FakeServices.hub()
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

  /// Fake servers whose time passes by itself, since a preview has no test that moves the clock.
  enum FakeServices {
    private static var clock: ManualClock { ManualClock(passing: .everything) }

    static func shelf() async throws -> ShelfService { try await TestShelf.signedIn(clock: clock).shelf }
    static func tally() async throws -> TallyService { try await TestTally.signedIn(clock: clock).tally }
    static func hub() -> HubService { TestHub(clock: clock).hub }
    static func vault() async throws -> VaultService { try await TestVault.signedIn(clock: clock).vault }
  }
#endif
