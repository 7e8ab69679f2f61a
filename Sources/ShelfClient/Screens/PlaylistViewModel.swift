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

  /// Removes a book or an episode from the playlist. Removing the last entry deletes the playlist. ``ItemListViewModel/undoRemoval()`` can
  /// restore both for ten seconds.
  public func remove(_ entry: PlayableID) {
    removeUndoably { [store, id] () async throws(ClientError) in try await store.removeUndoably([entry], from: id) }
  }
}

/// The screen of the account's own playlists in a library, each with the number of its entries. The user can change playlists without a
/// network.
@MainActor
public final class PlaylistListViewModel: RowListViewModel<PlainRowListState> {
  private let library: String

  /// Creates the screen. The screen sends its first request when `load()` is called.
  public init(shelf: ShelfService, library: String, pageSize: Int = 10) {
    self.library = library
    super.init(
      PlainRowListState(), shelf.lists.playlists(in: library, pageSize: Self.pageSize(pageSize)), shelf: shelf)
    paging.attach(self, reset: { $0.screen.takeUndo(\.undoable) })
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

  /// Adds books and episodes at the end of a playlist of the list. Those that are already in the playlist keep their positions.
  public func add(_ entries: [PlayableID], to id: ShelfRow.ID) {
    change { [store = shelf.playlistStore] () async throws(ClientError) in try await store.add(entries, to: id) }
  }

  /// Deletes a playlist. ``undoRemoval()`` can restore it for ten seconds.
  public func remove(_ id: ShelfRow.ID) {
    removeUndoably { [shelf, library] () async throws(ClientError) in
      try await shelf.deleteUndoably(shelf.lists.entries(ofPlaylist: id), id, in: library, from: shelf.playlistStore)
    }
  }

  /// Restores the playlist of ``PlainRowListState/undoable``: unchanged if the server has not removed it yet, otherwise as a new playlist
  /// with the same name and entries.
  public func undoRemoval() { undoRemoval(in: shelf.playlistStore) }
}

extension ShelfService {
  /// Reads a list and deletes it, for the account that is signed in when the call begins.
  func deleteUndoably(
    _ list: RowList, _ id: String, in library: String? = nil, from store: ItemListStore
  ) async throws(ClientError) -> (removal: ListRemoval, submission: Submission) {
    let owner = try await client.accounts.account()
    let reference = try await store.stableReference(id)
    let isFresh = await readForUndo(list)
    return try await store.deleteUndoably(id, in: library, isComplete: isFresh, as: reference, of: owner)
  }

  /// Reads the entries of a list that is about to be deleted, so that the deletion can be undone. Gives up after two seconds: until the answer
  /// is there, the deletion is not on disk.
  /// - Returns: whether the entries on this device are those of the server now. If false, the deletion can be undone until it is sent.
  private func readForUndo(_ list: RowList) async -> Bool {
    let read = try? await client.environment.clock.attempt(.shelfListsId, within: .seconds(2)) {
      [rowStore] () async throws(ClientError) in try await rowStore.refresh(0, of: list)
    }
    return read.flatMap(\.self)?.page != nil
  }
}
