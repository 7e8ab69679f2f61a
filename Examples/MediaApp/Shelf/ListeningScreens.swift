import Foundation
import MediaCore
import ShelfClient
import SwiftUI

/// The listening sessions, newest first.
struct HistoryScreen: View {
  private let play: (PlayableID) -> Void
  @StateObject private var history: ObservableViewModel<HistoryViewModel>

  init(shelf: ShelfService, play: @escaping (PlayableID) -> Void) {
    self.play = play
    _history = StateObject(wrappedValue: HistoryViewModel(shelf: shelf).observable())
  }

  var body: some View {
    List {
      TroubleSection(model: history)
      ListPhaseRow(phase: .of(history.sessions), empty: "You have listened to nothing yet.")
      ForEach(history.sessions.value ?? []) { session in
        Button {
          if let id = session.playableID { play(id) }
        } label: {
          VStack(alignment: .leading) {
            Text(session.displayTitle ?? "")
            Text("\(Int(session.timeListening ?? 0) / 60) min").foregroundStyle(.secondary)
          }
        }
        .disabled(session.playableID == nil)
      }
      if history.hasMore { Button("More") { history.model.loadMore() }.disabled(history.isLoadingMore) }
    }
    .navigationTitle("History")
    .task { history.model.load() }
    .refreshable { await history.model.refreshAndWait() }
  }
}

/// The user's bookmarks.
struct BookmarksScreen: View {
  private let play: (Bookmark) -> Void
  @StateObject private var bookmarks: ObservableViewModel<BookmarksViewModel>

  init(shelf: ShelfService, play: @escaping (Bookmark) -> Void) {
    self.play = play
    _bookmarks = StateObject(wrappedValue: BookmarksViewModel(shelf: shelf).observable())
  }

  var body: some View {
    List {
      TroubleSection(model: bookmarks)
      ListPhaseRow(phase: .of(bookmarks.bookmarks), empty: "You have no bookmark. The player adds one.")
      if bookmarks.undoable != nil { Button("Undo Removal") { bookmarks.model.undoRemoval() } }
      ForEach(bookmarks.bookmarks.value ?? []) { bookmark in
        Button(bookmark.title) { play(bookmark) }
          .contextMenu {
            Button("Remove", role: .destructive) { bookmarks.model.remove(bookmark) }
          }
      }
    }
    .navigationTitle("Bookmarks")
    .task { bookmarks.model.load() }
    .refreshable { await bookmarks.model.refreshAndWait() }
  }
}

/// The user's listening time.
struct StatisticsScreen: View {
  @StateObject private var statistics: ObservableViewModel<ListeningStatsViewModel>

  init(shelf: ShelfService) {
    _statistics = StateObject(wrappedValue: ListeningStatsViewModel(shelf: shelf).observable())
  }

  var body: some View {
    List {
      TroubleSection(model: statistics)
      ListPhaseRow(
        phase: .of(statistics.stats) { ($0.totalTime ?? 0) == 0 }, empty: "You have listened to nothing yet.")
      if let stats = statistics.stats.value {
        Text("Today: \(Int(stats.today ?? 0) / 60) min")
        Text("In all: \(Int(stats.totalTime ?? 0) / 3600) h")
      }
    }
    .navigationTitle("Statistics")
    .task { statistics.model.load() }
    .refreshable { await statistics.model.refreshAndWait() }
  }
}

/// Search in a library.
struct ShelfSearchScreen: View {
  private let shelf: ShelfService
  private let library: String
  private let play: (PlayableID) -> Void
  @StateObject private var search: ObservableViewModel<ShelfSearchViewModel>

  init(shelf: ShelfService, library: String, play: @escaping (PlayableID) -> Void) {
    self.shelf = shelf
    self.library = library
    self.play = play
    _search = StateObject(wrappedValue: ShelfSearchViewModel(shelf: shelf, library: library).observable())
  }

  var body: some View {
    List {
      TroubleSection(model: search)
      if !search.query.isEmpty {
        ListPhaseRow(phase: .of(search.results) { $0.isEmpty }, empty: "Nothing matches.")
      }
      if let found = search.results.value {
        titles("Books", found.books)
        titles("Podcasts", found.podcasts)
        ForEach(found.series) { match in
          NavigationLink(
            match.series.name, value: ShelfPlace.series(match.id, library: library, title: match.series.name))
        }
        ForEach(found.authors) { author in
          NavigationLink(author.name, value: ShelfPlace.author(author.id, library: library, title: author.name))
        }
      }
    }
    .searchable(text: search.binding(\.query), prompt: "Titles, series, authors")
    .onSubmit(of: .search) { search.model.submit() }
    .navigationTitle("Search")
  }

  private func titles(_ title: String, _ items: [ShelfItem]) -> some View {
    Section(title) {
      ForEach(items) { item in
        NavigationLink(value: ShelfPlace.item(item.id)) {
          PictureRow(title: item.title, detail: item.authorName ?? "") {
            PictureView(item.artwork(width: 200), in: shelf.covers) { Color.gray.opacity(0.2) }
          }
        }
      }
    }
  }
}
