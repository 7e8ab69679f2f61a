import ShelfClient
import TallyKit
import VaultClient

/// The screens behind the first one of the tab Listen.
enum ShelfPlace: Hashable {
  case libraries
  case home(library: String, title: String)
  case library(String, title: String, filter: ItemFilter?)
  case search(library: String)
  case item(String)
  case seriesList(library: String)
  case authors(library: String)
  case group(GroupListViewModel.Group, library: String)
  case series(String, library: String, title: String)
  case author(String, library: String, title: String)
  case playlists(library: String)
  case playlist(String, title: String)
  case collections(library: String)
  case collection(String, title: String)
  case episodeQueue(library: String)
  case downloads
  case bookmarks
  case history
  case statistics
  case settings
  case logs
}

/// The effect of a tap on a row of Audiobookshelf.
enum ShelfTap: Hashable {
  case open(ShelfPlace)
  case play(PlayableID)

  /// - Parameter library: the library whose rows are shown, for rows that do not name theirs.
  /// - Returns: nil for a row of a kind that the app has no screen for.
  static func of(_ row: ShelfRow, in library: String? = nil) -> ShelfTap? {
    let library = row.libraryId ?? library
    switch row.kind {
    case .bookLibrary, .podcastLibrary: return .open(.home(library: row.id, title: row.title))
    case .book, .podcast: return .open(.item(row.playable?.libraryItemId ?? row.id))
    case .episode: return row.playable.map(ShelfTap.play)
    case .playlist: return .open(.playlist(row.id, title: row.title))
    case .collection: return .open(.collection(row.id, title: row.title))
    case .series: return library.map { .open(.series(row.seriesId ?? row.id, library: $0, title: row.title)) }
    case .author: return library.map { .open(.author(row.id, library: $0, title: row.title)) }
    default:
      guard let library, let filter = row.filter else { return nil }
      return .open(.library(library, title: row.title, filter: filter))
    }
  }
}

/// The screens behind the first one of the tab TV.
enum TallyPlace: Hashable {
  case show(TMDBID)
  /// - Parameter link: a season or an episode to open in the search; nil for an empty search.
  case search(ShowLink?)
  case calendar
  case nextDays
  case subscriptions
  case account
}

/// The screens behind the first one of the tab Feed.
enum HubPlace: Hashable {
  case channels
  case settings
}

/// The screens behind the first one of the tab Films.
enum VaultPlace: Hashable {
  case library
  case title(TitleReference)
  case lists
  case list(ListID, name: String)
  case news
  case jellyfin
  case account
}
