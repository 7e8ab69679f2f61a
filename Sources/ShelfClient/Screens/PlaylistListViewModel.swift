public import MediaCore

/// The account's own playlists of a library, from the device first.
@MainActor
public final class PlaylistListViewModel: ViewModel {
  public struct State: RowListState {
    /// Each with the number of entries.
    public var rows: LoadState<[ShelfRow]> = .idle
    public var total: Int?
    public var hasMore = false
    public var isLoadingMore = false
    public var isRefreshing = false
    public var error: ClientError?
    public var notice: String?
  }

  public var publisher: StatePublisher<State> { screen.publisher }
  private let shelf: ShelfService
  private let library: String
  private let screen: StoreScreen<State>
  private let paging: RowPaging<State>

  public init(shelf: ShelfService, library: String, pageSize: Int = 50) {
    self.shelf = shelf
    self.library = library
    screen = StoreScreen(State(), accounts: shelf.client.accounts)
    let size = min(max(pageSize, 1), RowStore.largestPage)
    paging = RowPaging(shelf.lists.playlists(in: library, pageSize: size), screen: screen, store: shelf.rowStore)
    paging.attach(self)
  }

  /// To be called when a row comes into view.
  public func appear(_ id: ShelfRow.ID) { paging.appear(id) }

  /// Requests the next page, for a button in the place of scrolling.
  public func loadMore() { paging.loadMore() }

  /// Makes one and shows it. Needs the server.
  public func create(_ name: String, entries: [PlayableID] = []) {
    change { [library] (playlists) async throws(ClientError) in
      _ = try await playlists.create(
        PlaylistDraft(libraryId: library, name: name, items: entries.map(PlaylistEntry.init)))
    }
  }

  /// Removes one. Needs the server.
  public func remove(_ id: ShelfRow.ID) {
    change { (playlists) async throws(ClientError) in try await playlists.remove(id) }
  }

  private func change(_ body: @escaping @Sendable (any PlaylistAPI) async throws(ClientError) -> Void) {
    screen.act { [shelf, paging] () async throws(ClientError) in
      try await body(shelf.roles.playlists)
      try await paging.fetch()
      return []
    }
  }
}
