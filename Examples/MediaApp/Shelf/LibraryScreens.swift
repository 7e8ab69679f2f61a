import Foundation
import MediaCore
import ShelfClient
import SwiftUI

/// The libraries of the server.
struct LibrariesScreen: View {
  private let shelf: ShelfService
  private let play: (PlayableID) -> Void
  @StateObject private var libraries: ObservableViewModel<LibrariesViewModel>

  init(shelf: ShelfService, play: @escaping (PlayableID) -> Void) {
    self.shelf = shelf
    self.play = play
    _libraries = StateObject(wrappedValue: LibrariesViewModel(shelf: shelf).observable())
  }

  var body: some View {
    ShelfList(
      list: libraries, shelf: shelf, empty: "You have no library on this server. Its administrator can give you one.",
      appear: { libraries.model.appear($0) }, play: play
    ) {
    } menu: { _ in
    }
    .navigationTitle("Libraries")
  }
}

/// A library's start page, with the ways into the library.
struct HomeScreen: View {
  private let shelf: ShelfService
  private let library: String
  private let title: String
  private let play: (PlayableID) -> Void
  @StateObject private var home: ObservableViewModel<HomeViewModel>

  init(shelf: ShelfService, library: String, title: String, play: @escaping (PlayableID) -> Void) {
    self.shelf = shelf
    self.library = library
    self.title = title
    self.play = play
    _home = StateObject(wrappedValue: HomeViewModel(shelf: shelf, library: library).observable())
  }

  var body: some View {
    List {
      TroubleSection(model: home)
      Section {
        NavigationLink("All Titles", value: ShelfPlace.library(library, title: title, filter: nil))
        NavigationLink("Search", value: ShelfPlace.search(library: library))
        NavigationLink("Series", value: ShelfPlace.seriesList(library: library))
        NavigationLink("Authors", value: ShelfPlace.authors(library: library))
        NavigationLink("Genres", value: ShelfPlace.group(.genres, library: library))
        NavigationLink("Narrators", value: ShelfPlace.group(.narrators, library: library))
        NavigationLink("Tags", value: ShelfPlace.group(.tags, library: library))
        NavigationLink("Playlists", value: ShelfPlace.playlists(library: library))
        NavigationLink("Collections", value: ShelfPlace.collections(library: library))
        NavigationLink("Episodes on Their Way to the Server", value: ShelfPlace.episodeQueue(library: library))
      }
      if let text = home.emptyMessage {
        Text(text).foregroundStyle(.secondary)
      } else if home.shelves.value == nil {
        ListPhaseRow(phase: .of(home.shelves), empty: "")
      }
      ForEach(home.shelves.value ?? []) { group in
        Section(group.title) {
          ShelfRows(rows: group.rows, shelf: shelf, library: library, play: play) { row in
            if let id = row.playable {
              Button("Mark as Finished") { home.model.markFinished(id) }
              Button("Restart") { home.model.restart(id) }
              Button("Hide") { home.model.hide(id) }
            }
          }
        }
      }
    }
    .navigationTitle(title)
    .task { home.model.load() }
    .refreshable { await home.model.refreshAndWait() }
  }
}

/// All titles of a library, sorted, page by page.
struct LibraryScreen: View {
  private let shelf: ShelfService
  private let title: String
  private let play: (PlayableID) -> Void
  @StateObject private var library: ObservableViewModel<LibraryViewModel>

  init(
    shelf: ShelfService, library: String, title: String, filter: ItemFilter?, play: @escaping (PlayableID) -> Void
  ) {
    self.shelf = shelf
    self.title = title
    self.play = play
    _library = StateObject(
      wrappedValue: LibraryViewModel(
        shelf: shelf, library: library, query: ItemQuery(sort: .title, filter: filter)
      ).observable())
  }

  var body: some View {
    ShelfList(
      list: library, shelf: shelf, library: library.model.library, empty: "No title matches.",
      appear: { library.model.appear($0) }, play: play
    ) {
      Picker("Sort", selection: library.binding(\.query.sort) { $0.setSort($1) }) {
        Text("Title").tag(ItemSort?.some(.title))
        Text("Author").tag(ItemSort?.some(.authorName))
        Text("Added").tag(ItemSort?.some(.addedAt))
      }
      if library.query.filter != nil { Button("Show All Titles") { library.model.setFilter(nil) } }
    } menu: { row in
      Button("Mark as Finished") { library.model.markFinished([row.id]) }
      Button("Restart") { library.model.restart([row.id]) }
      Button("Download") { library.model.download([row.id]) }
    }
    .navigationTitle(title)
  }
}

/// The titles of a series in its order.
struct SeriesScreen: View {
  private let shelf: ShelfService
  private let library: String
  private let title: String
  private let play: (PlayableID) -> Void
  @StateObject private var series: ObservableViewModel<SeriesViewModel>

  init(
    shelf: ShelfService, series: String, library: String, title: String, play: @escaping (PlayableID) -> Void
  ) {
    self.shelf = shelf
    self.library = library
    self.title = title
    self.play = play
    _series = StateObject(
      wrappedValue: SeriesViewModel(shelf: shelf, series: series, library: library).observable())
  }

  var body: some View {
    ShelfList(
      list: series, shelf: shelf, library: library, empty: "This series has no books.",
      appear: { series.model.appear($0) }, play: play
    ) {
      if let id = series.nextBook?.playable { Button("Continue the Series") { play(id) } }
      Button("Mark All as Finished") { series.model.markAllFinished() }
    } menu: { _ in
    }
    .navigationTitle(title)
  }
}

/// The titles of an author.
struct AuthorScreen: View {
  private let shelf: ShelfService
  private let library: String
  private let title: String
  private let play: (PlayableID) -> Void
  @StateObject private var author: ObservableViewModel<AuthorViewModel>

  init(
    shelf: ShelfService, author: String, library: String, title: String, play: @escaping (PlayableID) -> Void
  ) {
    self.shelf = shelf
    self.library = library
    self.title = title
    self.play = play
    _author = StateObject(
      wrappedValue: AuthorViewModel(shelf: shelf, author: author, library: library).observable())
  }

  var body: some View {
    ShelfList(
      list: author, shelf: shelf, library: library, empty: "No title of this author is here.",
      appear: { author.model.appear($0) }, play: play
    ) {
    } menu: { _ in
    }
    .navigationTitle(title)
  }
}
