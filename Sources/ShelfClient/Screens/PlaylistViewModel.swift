import MediaCore

/// The screen of one playlist, with its books and episodes in the order of the playlist. The user can change the playlist without a
/// network.
@MainActor
public final class PlaylistViewModel: ItemListViewModel {
  /// Creates the screen of a playlist.
  /// - Parameters:
  ///   - id: the id of the playlist on the server, or the local id of a playlist that was created on this device and is not on the server
  ///     yet.
  ///   - name: the name to show until the playlist has loaded, such as the name from the list of playlists.
  public init(shelf: ShelfService, playlist id: String, name: String = "") {
    super.init(shelf: shelf, .playlist, id, name: name, shelf.lists.entries(ofPlaylist: id), shelf.playlistStore)
  }

  /// Adds books and episodes at the end of the playlist. Entries that are already in the playlist keep their positions.
  public func add(_ entries: [PlayableID]) {
    change { [store, id] () async throws(ClientError) in try await store.add(entries, to: id) }
  }

  /// Removes a book or an episode from the playlist. Removing the last entry deletes the playlist.
  public func remove(_ entry: PlayableID) {
    change { [store, id] () async throws(ClientError) in try await store.remove([entry], from: id) }
  }
}

/// The screen of the account's own playlists in a library, each with the number of its entries. The user can change playlists without a
/// network.
@MainActor
public final class PlaylistListViewModel: RowListViewModel<PlainRowListState> {
  private let library: String

  /// Creates the screen. The screen sends its first request when `load()` is called.
  public init(shelf: ShelfService, library: String, pageSize: Int = 50) {
    self.library = library
    super.init(
      PlainRowListState(), shelf.lists.playlists(in: library, pageSize: Self.pageSize(pageSize)), shelf: shelf)
    paging.attach(self)
    shelf.live.refresh(screen, of: self) {
      $1.concerns(listsOf: .playlist, in: library, showing: $0.state.rows.value)
    }
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
