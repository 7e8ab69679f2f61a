import MediaCore
import SwiftUI
import VaultClient

/// The watchlist, and what is reached from it.
struct VaultTab: View {
  let vault: VaultService
  @EnvironmentObject private var services: Services

  var body: some View {
    NavigationStack(path: $services.navigation.vault) {
      WatchlistScreen(vault: vault)
        .navigationDestination(for: VaultPlace.self) { place in
          switch place {
          case .library: VaultLibraryScreen(vault: vault)
          case .title(let title): TitleScreen(vault: vault, title: title)
          case .lists: ListsScreen(vault: vault)
          case .list(let list, let name): ListScreen(vault: vault, list: list, name: name)
          case .news: NewsScreen(vault: vault)
          case .jellyfin: JellyfinScreen(vault: vault)
          case .account: VaultAccountScreen(vault: vault)
          }
        }
    }
  }
}

/// The tip after the first mark: watched titles are still there.
struct TipSection: View {
  let tip: WatchedTip.Content
  let tap: (WatchedTip.Action) -> Void

  var body: some View {
    Section("\(tip.icon) \(tip.title)") {
      Text(tip.message)
      Button(tip.gotIt) { tap(.gotIt) }
      Button(tip.showMe) { tap(.showMe) }
    }
  }
}
