import MediaCore
import SwiftUI
import VaultClient

/// The films and series that are still to be watched. Marks work without a network and are sent later.
struct WatchlistScreen: View {
  private let vault: VaultService
  private let pictures: PictureLoader
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
    .task { watchlist.model.load() }
    .refreshable { await watchlist.model.refreshAndWait() }
  }

  private func row(_ title: String, _ poster: String?, _ detail: String, _ target: WatchTarget) -> some View {
    HStack {
      PictureRow(title: title, detail: detail) {
        PictureView(poster: poster, of: vault, from: pictures) { Color.gray.opacity(0.2) }
      }
      Spacer()
      Button {
        watchlist.model.setWatched(true, for: target)
      } label: {
        Image(systemName: "checkmark.circle")
      }
      .accessibilityLabel("Watched")
    }
  }
}
