import MediaCore

/// The account's own playlists of a library, each with the number of its entries, with changes that need no network.
@MainActor
public final class PlaylistListViewModel: RowListViewModel<PlainRowListState> {
  private let library: String

  /// Requests nothing before `load()`.
  public init(shelf: ShelfService, library: String, pageSize: Int = 50) {
    self.library = library
    super.init(
      PlainRowListState(), shelf.lists.playlists(in: library, pageSize: Self.pageSize(pageSize)), shelf: shelf)
    paging.attach(self)
  }

  /// Creates a playlist.
  public func create(_ name: String, entries: [PlayableID] = []) {
    change { [store = shelf.playlistStore, library] () async throws(ClientError) in
      try await store.create(name, in: library, entries: entries).submission
    }
  }

  /// Deletes a playlist.
  public func remove(_ id: ShelfRow.ID) {
    change { [store = shelf.playlistStore] () async throws(ClientError) in try await store.delete(id) }
  }
}
