import Foundation
import HubClient
import MediaCore
import ShelfClient
import SwiftUI
import TallyKit
import VaultClient

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

/// A tab for each service, and the sign-in of any of them as a sheet.
struct RootView: View {
  @EnvironmentObject private var services: Services

  var body: some View {
    TabView(selection: $services.navigation.tab) {
      ForEach(AppTab.allCases) { tab in
        ServiceTab(tab: tab)
          .tabItem { Label(tab.title, systemImage: tab.systemImage) }
          .tag(tab)
      }
    }
    .task { await services.restore() }
    .onOpenURL { services.navigation.open($0) }
    .sheet(item: $services.navigation.signInSheet) { tab in
      NavigationStack {
        SignInScreen(tab: tab)
          .toolbar { Button("Close") { services.navigation.signInSheet = nil } }
      }
    }
  }
}

/// The sign-in of a service, or its screens. `id` makes the screens anew for another service, since a `@StateObject` keeps its first one.
struct ServiceTab: View {
  let tab: AppTab
  @EnvironmentObject private var services: Services

  var body: some View {
    switch services.access(tab) {
    case .restoring: ProgressView()
    case .signIn: NavigationStack { SignInScreen(tab: tab) }
    case .content(let needsSignIn):
      VStack(spacing: 0) {
        if needsSignIn {
          Button("Your sign-in has expired. Sign In Again") { services.navigation.signInSheet = tab }.padding()
        }
        screens
      }
    }
  }

  @ViewBuilder private var screens: some View {
    switch tab {
    case .shelf: if let shelf = services.shelf { ShelfTab(shelf: shelf).id(ObjectIdentifier(shelf.client)) }
    case .tally: if let tally = services.tally { TallyTab(tally: tally).id(ObjectIdentifier(tally.client)) }
    case .hub: if let hub = services.hub { HubTab(hub: hub).id(ObjectIdentifier(hub.client)) }
    case .vault: if let vault = services.vault { VaultTab(vault: vault).id(ObjectIdentifier(vault.client)) }
    }
  }
}

struct SignInScreen: View {
  let tab: AppTab

  var body: some View {
    switch tab {
    case .shelf: ShelfSignInScreen()
    case .tally: TallySignInScreen()
    case .hub: HubAddressScreen()
    case .vault: VaultSignInScreen()
    }
  }
}
