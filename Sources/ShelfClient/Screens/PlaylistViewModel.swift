import MediaCore

/// One playlist: its books and episodes in their order, with changes that need no network.
@MainActor
public final class PlaylistViewModel: ItemListViewModel {
  /// - Parameters:
  ///   - id: the id of the playlist, on the server or a local one.
  ///   - name: the name from the list of playlists, shown until the playlist has loaded.
  public init(shelf: ShelfService, playlist id: String, name: String = "") {
    super.init(shelf: shelf, id, name: name, shelf.lists.entries(ofPlaylist: id), shelf.playlistStore)
  }

  /// Adds entries at the end; entries that are in the playlist already stay where they are.
  public func add(_ entries: [PlayableID]) {
    change { [store, id] () async throws(ClientError) in try await store.add(entries, to: id) }
  }

  /// Removes an entry; removing the last one removes the playlist.
  public func remove(_ entry: PlayableID) {
    change { [store, id] () async throws(ClientError) in try await store.remove([entry], from: id) }
  }
}
