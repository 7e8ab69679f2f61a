import MediaCore

/// One playlist: its books and episodes in their order, with changes that need no network.
@MainActor
public final class PlaylistViewModel: ItemListViewModel {
  /// - Parameters:
  ///   - id: the playlist's, on the server or here.
  ///   - name: as the list of playlists has it.
  public init(shelf: ShelfService, playlist id: String, name: String = "") {
    super.init(shelf: shelf, id, name: name, shelf.lists.entries(ofPlaylist: id), shelf.playlistStore)
  }

  /// Adds at the end; those that are in it already stay where they are.
  public func add(_ entries: [PlayableID]) {
    change { [store, id] () async throws(ClientError) in try await store.add(entries, to: id) }
  }

  /// Takes an entry out; the playlist goes with its last one.
  public func remove(_ entry: PlayableID) {
    change { [store, id] () async throws(ClientError) in try await store.remove([entry], from: id) }
  }
}
