import SwiftUI

/// One app for four servers of a household: podcasts, TV shows, YouTube channels and films.
@main
struct MediaApp: App {
  @StateObject private var services = Services()

  var body: some Scene {
    WindowGroup {
      RootView().environmentObject(services)
    }
  }
}

/// A tab for each service: its sign-in until a user is signed in, then its screens.
struct RootView: View {
  @EnvironmentObject private var services: Services

  var body: some View {
    TabView {
      NavigationStack {
        if let shelf = services.shelf { LatestScreen(shelf: shelf) } else { ShelfSignInScreen() }
      }
      .tabItem { Label("Listen", systemImage: "headphones") }
      NavigationStack {
        if let tally = services.tally { ShowSearchScreen(tally: tally) } else { TallySignInScreen() }
      }
      .tabItem { Label("TV", systemImage: "tv") }
      NavigationStack {
        if let hub = services.hub { FeedScreen(hub: hub) } else { HubAddressScreen() }
      }
      .tabItem { Label("Feed", systemImage: "play.rectangle") }
      NavigationStack {
        if let vault = services.vault { WatchlistScreen(vault: vault) } else { VaultSignInScreen() }
      }
      .tabItem { Label("Films", systemImage: "film") }
    }
    .task { await services.restore() }
  }
}
