import Foundation
public import MediaCore

/// The screen of the bookmarks of one book, or of all books. The user can add, rename and remove bookmarks without a network.
@MainActor
public final class BookmarksViewModel: ViewModel {
  /// The screen's state.
  public struct State: ScreenState {
    /// The bookmarks of one book, sorted by time. If the screen shows several books, the bookmarks of each book are together.
    public var bookmarks: LoadState<[Bookmark]> = .idle
    /// The bookmark that the user removed last, which ``BookmarksViewModel/undoRemoval()`` restores. This value becomes nil ten seconds
    /// after the removal.
    public var undoable: Bookmark?
    public var isRefreshing = false
    public var error: ClientError?
    public var notice: String?
  }

  public var publisher: StatePublisher<State> { screen.publisher }
  private let item: String?
  private let store: BookmarkStore
  private let clock: any TimeSource
  private let screen: StoreScreen<State>
  /// The removal of the bookmark in ``State/undoable``.
  private var removal: BookmarkRemoval?

  /// Creates the screen.
  /// - Parameter item: the id of the book's library item. If nil, the screen shows the bookmarks of all books. Episodes have no bookmarks.
  public init(shelf: ShelfService, item: String? = nil) {
    self.item = item
    (store, clock) = (shelf.bookmarkStore, shelf.client.environment.clock)
    screen = StoreScreen(State(), accounts: shelf.client.accounts)
    screen.attach(self, observing: [store.observe]) { model in
      await model.render()
    } fetch: { (model) async throws(ClientError) in
      try await model.store.refresh()
    } reset: { model in
      model.screen.state.bookmarks = .idle
      model.screen.takeUndo(\.undoable)
    }
  }

  /// Adds a bookmark. If the book already has a bookmark at this time, that bookmark gets the new title instead.
  /// - Parameters:
  ///   - time: the position in the book, in seconds.
  ///   - item: the id of the book's library item. If nil, the book of this screen is used. If the screen shows all books, `item` is
  ///     required: without it, the call does nothing.
  public func add(_ title: String, at time: Double, in item: String? = nil) {
    guard let item = item ?? self.item else { return }
    screen.act { [store] () async throws(ClientError) in [try await store.create(title, at: time, in: item)] }
  }

  /// Changes the title of a bookmark. The screen shows the new title at once. The change is sent when the server can be reached.
  public func rename(_ bookmark: Bookmark, to title: String) {
    screen.act { [store] () async throws(ClientError) in [try await store.rename(bookmark, to: title)] }
  }

  /// Removes a bookmark on this device at once, and on the server as soon as the server can be reached.
  public func remove(_ bookmark: Bookmark) {
    // The caller's bookmark may have an older title: offer the shown one for undoing.
    let shown = state.bookmarks.value?.first { $0.id == bookmark.id } ?? bookmark
    screen.act { [weak self, screen, store, clock, era = screen.era] () async throws(ClientError) in
      let (removal, submission) = try await store.removeUndoably(shown)
      // A second removal of the bookmark brings nothing back: keep the offer of the first one.
      if removal.waiting?.action == .remove { return [submission] }
      screen.offerUndo(shown, in: \.undoable, since: era, clock)
      self?.removal = removal
      return [submission]
    }
  }

  /// Restores the bookmark in ``State/undoable``, on this device at once, and on the server as soon as the server can be reached. If another
  /// device has given the bookmark another title since, or has removed it as well, that change stays.
  public func undoRemoval() {
    guard let bookmark = screen.takeUndo(\.undoable), let removal = self.removal, removal.bookmark == bookmark else {
      return
    }
    self.removal = nil
    screen.act { [store] () async throws(ClientError) in try await store.restore(removal).map { [$0] } ?? [] }
  }

  private func render() async {
    do throws(ClientError) {
      let kept = try await store.bookmarks(of: item)
      screen.state.bookmarks = screen.loadState(kept?.list, asOf: kept?.asOf)
    } catch {
      screen.state.bookmarks = screen.loadState(keeping: state.bookmarks)
    }
  }
}
