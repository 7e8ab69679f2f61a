import Foundation
import MediaCore
import ShelfClient
import SwiftUI

/// The newest episodes, what is reached from them, and the player, which lives as long as the tab.
struct ShelfTab: View {
  private let shelf: ShelfService
  @EnvironmentObject private var services: Services
  @StateObject private var player: ObservableViewModel<PlayerViewModel>
  @State private var system: SystemPlayback?
  @Environment(\.scenePhase) private var scenePhase

  /// - Parameter engine: AVPlayer if it is nil; a preview plays silence.
  init(shelf: ShelfService, engine: (any PlaybackEngine)? = nil) {
    self.shelf = shelf
    _player = StateObject(
      wrappedValue: PlayerViewModel(shelf: shelf, engine: engine ?? AVPlayerEngine(shelf: shelf)).observable())
  }

  var body: some View {
    VStack(spacing: 0) {
      NavigationStack(path: $services.navigation.shelf) {
        LatestScreen(shelf: shelf, play: play)
          .navigationDestination(for: ShelfPlace.self) { screen(for: $0) }
      }
      if player.id != nil {
        Button {
          services.navigation.showsPlayer = true
        } label: {
          Label(player.title, systemImage: player.isPlaying ? "pause.fill" : "play.fill").padding()
        }
      }
    }
    .task { if system == nil { system = SystemPlayback(player.model) } }
    .sheet(isPresented: $services.navigation.showsPlayer) { PlayerScreen(player: player, shelf: shelf) }
    .onChange(of: scenePhase) { phase in
      if phase == .background { player.model.saveNow() }
    }
  }

  private func play(_ id: PlayableID) {
    player.model.open(id)
    services.navigation.showsPlayer = true
  }

  private func play(_ bookmark: Bookmark) {
    player.model.open(PlayableID(libraryItemId: bookmark.libraryItemId), at: bookmark.time)
    services.navigation.showsPlayer = true
  }

  private func play(_ id: PlayableID, inPlaylist playlist: String) {
    player.model.open(id, inPlaylist: playlist)
    services.navigation.showsPlayer = true
  }

  @ViewBuilder
  private func screen(for place: ShelfPlace) -> some View {
    switch place {
    case .libraries: LibrariesScreen(shelf: shelf, play: play)
    case .home(let library, let title): HomeScreen(shelf: shelf, library: library, title: title, play: play)
    case .library(let library, let title, let filter):
      LibraryScreen(shelf: shelf, library: library, title: title, filter: filter, play: play)
    case .search(let library): ShelfSearchScreen(shelf: shelf, library: library, play: play)
    case .item(let id): ItemScreen(shelf: shelf, item: id, play: play)
    case .seriesList(let library): SeriesListScreen(shelf: shelf, library: library, play: play)
    case .authors(let library): AuthorsScreen(shelf: shelf, library: library, play: play)
    case .group(let group, let library): GroupScreen(shelf: shelf, group: group, library: library, play: play)
    case .series(let id, let library, let title):
      SeriesScreen(shelf: shelf, series: id, library: library, title: title, play: play)
    case .author(let id, let library, let title):
      AuthorScreen(shelf: shelf, author: id, library: library, title: title, play: play)
    case .playlists(let library): PlaylistsScreen(shelf: shelf, library: library, play: play)
    case .playlist(let id, let title):
      PlaylistScreen(shelf: shelf, playlist: id, title: title) { play($0, inPlaylist: id) }
    case .collections(let library): CollectionsScreen(shelf: shelf, library: library, play: play)
    case .collection(let id, let title): CollectionScreen(shelf: shelf, collection: id, title: title, play: play)
    case .episodeQueue(let library): EpisodeQueueScreen(shelf: shelf, library: library)
    case .downloads: DownloadsScreen(shelf: shelf, play: play)
    case .bookmarks: BookmarksScreen(shelf: shelf, play: play)
    case .history: HistoryScreen(shelf: shelf, play: play)
    case .statistics: StatisticsScreen(shelf: shelf)
    case .settings: ShelfSettingsScreen(shelf: shelf)
    case .logs: LogsScreen(shelf: shelf)
    }
  }
}
