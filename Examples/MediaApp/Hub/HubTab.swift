import HubClient
import MediaCore
import SwiftUI

/// The feed, and what is reached from it.
struct HubTab: View {
  let hub: HubService
  @EnvironmentObject private var services: Services

  var body: some View {
    NavigationStack(path: $services.navigation.hub) {
      FeedScreen(hub: hub)
        .navigationDestination(for: HubPlace.self) { place in
          switch place {
          case .channels: ChannelsScreen(hub: hub)
          case .settings: HubSettingsScreen(hub: hub)
          }
        }
    }
  }
}
