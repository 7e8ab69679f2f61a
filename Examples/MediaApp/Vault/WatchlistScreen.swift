import MediaCore
import SwiftUI
import VaultClient

/// The films and series that are still to be watched. Marks work without a network and are sent later.
struct WatchlistScreen: View {
  private let vault: VaultService
  private let pictures: PictureLoader
  @EnvironmentObject private var services: Services
  @StateObject private var watchlist: ObservableViewModel<VaultWatchlistViewModel>

  init(vault: VaultService) {
    self.vault = vault
    pictures = PictureLoader(client: vault.client)
    _watchlist = StateObject(wrappedValue: VaultWatchlistViewModel(vault: vault).observable())
  }

  var body: some View {
    List {
      TroubleSection(model: watchlist)
      if watchlist.pendingCount > 0 {
        Text("\(watchlist.pendingCount) changes wait for the server.").foregroundStyle(.secondary)
      }
      if let tip = watchlist.tip { TipSection(tip: tip) { watchlist.model.tapTip($0) } }
      if watchlist.unwatchedCount == 0 {
        ListPhaseRow(phase: .of(watchlist.watchlist) { _ in true }, empty: "Nothing is left to watch.")
        NavigationLink("Find a Title", value: VaultPlace.library)
      }
      Section("Films") {
        ForEach(watchlist.unwatched.movies) { movie in
          row(movie.title, movie.posterURL, movie.runtime.map { "\($0) min" } ?? "", .movie(movie.id))
        }
      }
      Section("Series") {
        ForEach(watchlist.unwatched.series) { series in
          row(series.title, series.posterURL, "\(series.episodes.count) episodes left", .series(series.id))
        }
      }
    }
    .navigationTitle("Watchlist")
    .toolbar {
      NavigationLink("Library", value: VaultPlace.library)
      NavigationLink("Lists", value: VaultPlace.lists)
      NavigationLink("News", value: VaultPlace.news)
      NavigationLink("Account", value: VaultPlace.account)
    }
    .task { watchlist.model.load() }
    .refreshable { await watchlist.model.refreshAndWait() }
    // "Show Me" of the tip: the filters are on the library's screen.
    .onChange(of: watchlist.filterHighlight != nil) { isHighlighted in
      guard isHighlighted else { return }
      watchlist.model.closeFilters()
      services.navigation.vault.append(.library)
    }
  }

  private func row(_ title: String, _ poster: String?, _ detail: String, _ reference: TitleReference) -> some View {
    NavigationLink(value: VaultPlace.title(reference)) {
      HStack {
        PictureRow(title: title, detail: detail) {
          PictureView(poster: poster, of: vault, from: pictures) { Color.gray.opacity(0.2) }
        }
        Spacer()
        Button {
          watchlist.model.setWatched(true, for: WatchTarget(reference))
        } label: {
          Image(systemName: "checkmark.circle")
        }
        .buttonStyle(.bordered)
        .accessibilityLabel("Watched")
      }
    }
    .contextMenu {
      Button("Remove", role: .destructive) { watchlist.model.remove(reference) }
    }
  }
}
