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

  /// Each tab in front of a fake server in memory, signed in: no network, and the same picture each time.
  struct TabPreviews: PreviewProvider {
    static var previews: some View {
      Prepared {
        try await FakeServices.shelf()
      } content: { shelf in
        ShelfTab(shelf: shelf, engine: SimulatedPlaybackEngine(clock: SystemClock()))
      }
      Prepared {
        try await FakeServices.tally()
      } content: {
        TallyTab(tally: $0)
      }
      Prepared {
        FakeServices.hub()
      } content: {
        HubTab(hub: $0)
      }
      Prepared {
        try await FakeServices.vault()
      } content: {
        VaultTab(vault: $0)
      }
      SignInPreviews()
    }
  }

  /// Screens behind a link, and the sign-in forms.
  struct ScreenPreviews: PreviewProvider {
    static var previews: some View {
      Prepared {
        try await FakeServices.tally()
      } content: { tally in
        NavigationStack { CalendarScreen(tally: tally) }
      }
      Prepared {
        FakeServices.hub()
      } content: { hub in
        NavigationStack { ChannelsScreen(hub: hub) }
      }
      Prepared {
        try await FakeServices.vault()
      } content: { vault in
        NavigationStack { VaultLibraryScreen(vault: vault) }
      }
    }
  }

  struct SignInPreviews: View {
    @StateObject private var services = Services()

    var body: some View {
      ForEach(AppTab.allCases) { tab in NavigationStack { SignInScreen(tab: tab) } }
        .environmentObject(services)
    }
  }

  /// Shows a screen once its service is ready.
  struct Prepared<Service: Sendable, Content: View>: View {
    let prepare: @MainActor () async throws -> Service
    @ViewBuilder let content: (Service) -> Content
    @StateObject private var services = Services()
    @State private var service: Service?
    @State private var trouble: String?

    var body: some View {
      Group {
        if let service {
          content(service)
        } else if let trouble {
          Text(trouble)
        } else {
          ProgressView()
        }
      }
      .environmentObject(services)
      .task {
        do { service = try await prepare() } catch { trouble = "\(error)" }
      }
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
