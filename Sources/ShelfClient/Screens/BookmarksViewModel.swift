import Foundation
public import MediaCore

/// The bookmarks of a book, or of all books. Changes need the server.
@MainActor
public final class BookmarksViewModel: ViewModel {
  public struct State: ScreenState {
    /// By their place in the book; of several books, book by book.
    public var bookmarks: LoadState<[Bookmark]> = .idle
    public var isRefreshing = false
    public var error: ClientError?
    public var notice: String?
  }

  public var publisher: StatePublisher<State> { screen.publisher }
  private let shelf: ShelfService
  private let item: String?
  private let store: BookmarkStore
  private let screen: StoreScreen<State>

  /// - Parameter item: the book's library item; nil for all. Episodes have no bookmarks.
  public init(shelf: ShelfService, item: String? = nil) {
    self.shelf = shelf
    self.item = item
    store = BookmarkStore(shelf)
    screen = StoreScreen(State(), accounts: shelf.client.accounts)
    screen.attach(self, observing: [store.observe]) { model in
      await model.render()
    } fetch: { (model) async throws(ClientError) in
      try await model.store.refresh()
    }
  }

  /// Marks a place; one that is marked already gets the title.
  /// - Parameter time: seconds.
  public func add(_ title: String, at time: Double, in item: String? = nil) {
    guard let item = item ?? self.item else { return }
    change { (bookmarks) async throws(ClientError) in try await bookmarks.create(title, at: time, in: item) }
  }

  public func rename(_ bookmark: Bookmark, to title: String) {
    change { (bookmarks) async throws(ClientError) in
      try await bookmarks.retitle(title, at: bookmark.time, in: bookmark.libraryItemId)
    }
  }

  public func remove(_ bookmark: Bookmark) {
    change { (bookmarks) async throws(ClientError) in
      do throws(ClientError) { try await bookmarks.remove(bookmark) } catch {
        // Gone is gone, by whichever attempt or device.
        guard error.kind == .notFound, error.serverMessage != nil else { throw error }
      }
    }
  }

  private func change(_ body: @escaping @Sendable (any BookmarkAPI) async throws(ClientError) -> Void) {
    screen.act { [self] () async throws(ClientError) in
      try await body(shelf.bookmarks)
      try await store.refresh()
      return []
    }
  }

  private func render() async {
    let kept = (try? await store.bookmarks(of: item)) ?? nil
    screen.state.bookmarks = screen.loadState(kept?.list, asOf: kept?.asOf)
  }
}
