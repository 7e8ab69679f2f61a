import MediaCore
import MediaTesting
import ShelfTesting

@testable import ShelfClient

/// The screens that show what the server said. Downloads are this device's alone, and the history is kept nowhere: neither has
/// a server's answer to keep over a failed load. What is in progress differs by account in these worlds; InProgressViewModelTests has it.
extension ScreenCase {
  static func shelfScreens(_ shelf: ShelfService, item: PlayableID) -> [ScreenCase] {
    let books = ServiceCase.shelfWorld.libraryIDs[0]
    return [
      latest(shelf), home(shelf, books), statistics(shelf), book(shelf, item), episodes(shelf),
      severalServers(shelf),
      rows("libraries") { LibrariesViewModel(shelf: shelf) },
      rows("library") { LibraryViewModel(shelf: shelf, library: books, pageSize: 10) },
      rows("series") { SeriesListViewModel(shelf: shelf, library: books) },
      rows("authors") { AuthorListViewModel(shelf: shelf, library: books) },
      rows("narrators") { GroupListViewModel(shelf: shelf, group: .narrators, library: books) },
      rows("genres") { GroupListViewModel(shelf: shelf, group: .genres, library: books) },
    ]
  }

  private static func latest(_ shelf: ShelfService) -> ScreenCase {
    ScreenCase(name: "latest", changes: true) {
      let latest = LatestViewModel(shelf: shelf)
      return ScreenHandle(
        load: { latest.load() }, refreshAndWait: { await latest.refreshAndWait() },
        settled: { await latest.settled() },
        rows: { (latest.state.entries.value ?? []).map(\.title).joined(separator: "\n") },
        asOf: { latest.state.entries.asOf }, error: { latest.state.error }, notice: { latest.state.notice },
        act: { if let first = latest.state.entries.value?.first { latest.markFinished(first.id) } })
    }
  }

  private static func home(_ shelf: ShelfService, _ books: String) -> ScreenCase {
    ScreenCase(name: "home", changes: true) {
      let home = HomeViewModel(shelf: shelf, library: books)
      return ScreenHandle(
        load: { home.load() }, refreshAndWait: { await home.refreshAndWait() }, settled: { await home.settled() },
        rows: {
          // The shelves of what the account listens to: only the first account has listened to something here.
          let own: [ShelfID] = [.continueListening, .continueSeries, .discover]
          return (home.state.shelves.value ?? []).filter { !own.contains($0.id) }
            .map { "\($0.title): \($0.rows.map(\.title).sorted())" }.joined(separator: "\n")
        },
        asOf: { home.state.shelves.asOf }, error: { home.state.error }, notice: { home.state.notice },
        act: {
          let new = home.state.shelves.value?.first { $0.id == .recentlyAdded }
          if let id = new?.rows.first?.playable { home.markFinished(id) }
        })
    }
  }

  private static func severalServers(_ shelf: ShelfService) -> ScreenCase {
    ScreenCase(name: "severalServers", changes: false) {
      let store = SavedServerStore(service: "shelf", environment: .manual())
      let services = ((try? store.add(shelf.client.address)).map { [($0, shelf)] } ?? [])
      let list = ServerRowsViewModel(.latest, of: services)
      return ScreenHandle(
        load: { list.load() }, refreshAndWait: { await list.refreshAndWait() }, settled: { await list.settled() },
        rows: { (list.state.rows.value ?? []).map(\.row.title).joined(separator: "\n") },
        asOf: { list.state.rows.asOf }, error: { list.state.error }, notice: { list.state.notice })
    }
  }

  private static func book(_ shelf: ShelfService, _ id: PlayableID) -> ScreenCase {
    ScreenCase(name: "item") {
      let book = ItemViewModel(shelf: shelf, item: id.libraryItemId)
      return ScreenHandle(
        load: { book.load() }, refreshAndWait: { await book.refreshAndWait() }, settled: { await book.settled() },
        rows: {
          guard let item = book.state.item.value else { return "" }
          let isFinished = book.state.progress[id.description]?.isFinished ?? false
          return "\(item.title) \(book.state.chapters.count) \(isFinished)"
        },
        asOf: { book.state.item.asOf }, error: { book.state.error }, notice: { book.state.notice },
        act: { book.markFinished(id) })
    }
  }

  private static func episodes(_ shelf: ShelfService) -> ScreenCase {
    let podcast = ServiceCase.shelfWorld.itemID(titled: "Night Signals") ?? ""
    return ScreenCase(name: "episodes", changes: false) {
      let model = EpisodeListViewModel(shelf: shelf, podcast: podcast)
      return ScreenHandle(
        load: { model.load() }, refreshAndWait: { await model.refreshAndWait() }, settled: { await model.settled() },
        rows: { (model.state.rows.value ?? []).map(\.title).joined(separator: "\n") },
        asOf: { model.state.rows.asOf }, error: { model.state.error }, notice: { model.state.notice })
    }
  }

  private static func statistics(_ shelf: ShelfService) -> ScreenCase {
    ScreenCase(name: "statistics", changes: false) {
      let model = ListeningStatsViewModel(shelf: shelf)
      return ScreenHandle(
        load: { model.load() }, refreshAndWait: { await model.refreshAndWait() }, settled: { await model.settled() },
        rows: { model.state.stats.value.map { "\($0.totalTime ?? 0) s" } ?? "" }, asOf: { model.state.stats.asOf },
        error: { model.state.error }, notice: { model.state.notice })
    }
  }

  private static func rows<Model: ViewModel>(_ name: String, _ make: @escaping @MainActor @Sendable () -> Model)
    -> ScreenCase where Model.State: RowListState
  {
    ScreenCase(name: name, changes: false) {
      let model = make()
      return ScreenHandle(
        load: { model.load() }, refreshAndWait: { await model.refreshAndWait() }, settled: { await model.settled() },
        rows: { (model.state.rows.value ?? []).map(\.title).joined(separator: "\n") },
        asOf: { model.state.rows.asOf }, error: { model.state.error }, notice: { model.state.notice })
    }
  }
}
