public import MediaCore

/// The requests for the account's own playlists, which no other account sees. Removing the last item from a playlist deletes the playlist.
public protocol PlaylistAPI: Sendable {
  /// Fetches the account's playlists of all libraries (`GET /api/playlists`).
  func all() async throws(ClientError) -> [Playlist]
  /// Fetches one page of a library's playlists (`GET /api/libraries/{id}/playlists`).
  func page(_ page: Int, in library: String, limit: Int) async throws(ClientError) -> Page<Playlist>
  /// Fetches one playlist (`GET /api/playlists/{id}`).
  /// - Throws: `notFound`; `forbidden` if the playlist belongs to another account.
  func playlist(_ id: String) async throws(ClientError) -> Playlist
  /// Creates a playlist (`POST /api/playlists`).
  func create(_ draft: PlaylistDraft) async throws(ClientError) -> Playlist
  /// Creates a playlist with the name and the books of a collection (`POST /api/playlists/collection/{collection}`).
  func create(fromCollection collection: String) async throws(ClientError) -> Playlist
  /// Changes a playlist's name, description or order (`PATCH /api/playlists/{id}`).
  /// - Throws: `invalidRequest` if ``PlaylistUpdate/items`` does not contain exactly the items of the playlist.
  @discardableResult
  func update(_ id: String, _ update: PlaylistUpdate) async throws(ClientError) -> Playlist
  /// Removes a playlist (`DELETE /api/playlists/{id}`).
  func remove(_ id: String) async throws(ClientError)
  /// Adds a book or an episode to a playlist (`POST /api/playlists/{id}/item`).
  /// - Throws: `invalidRequest` if the item is already in the playlist or belongs to another library.
  @discardableResult
  func add(_ item: PlayableID, to id: String) async throws(ClientError) -> Playlist
  /// Adds items to a playlist (`POST /api/playlists/{id}/batch/add`). Items that are already in the playlist are skipped.
  @discardableResult
  func add(_ items: [PlayableID], to id: String) async throws(ClientError) -> Playlist
  /// Removes an item from a playlist (`DELETE /api/playlists/{id}/item/{item}/{episode?}`).
  /// - Returns: the playlist without the item. If the item was the last one, the returned playlist has no items, and the server has deleted
  ///   the playlist.
  @discardableResult
  func remove(_ item: PlayableID, from id: String) async throws(ClientError) -> Playlist
  /// Removes items from a playlist (`POST /api/playlists/{id}/batch/remove`).
  @discardableResult
  func remove(_ items: [PlayableID], from id: String) async throws(ClientError) -> Playlist
}

extension PlaylistAPI {
  /// Returns all playlists of a library as an asynchronous sequence, which requests them page by page.
  public func playlists(in library: String, pageSize: Int = 10) -> PageSequence<Playlist> {
    PageSequence(limit: pageSize, id: \.id) { (page, limit) async throws(ClientError) in
      try await self.page(page, in: library, limit: limit)
    }
  }
}

struct LivePlaylistAPI: PlaylistAPI {
  let client: ServiceClient

  func all() async throws(ClientError) -> [Playlist] {
    try await client.list(.shelfPlaylistsAll, path: ["api", "playlists"], traits: .cachedRead.withListsOfItems)
  }

  func page(_ page: Int, in library: String, limit: Int) async throws(ClientError) -> Page<Playlist> {
    try await client.page(
      .shelfPlaylistsPage, path: ["api", "libraries", .id(library), "playlists"],
      query: ["limit": max(1, limit), "page": max(0, page)], traits: .cachedRead.withListsOfItems)
  }

  func playlist(_ id: String) async throws(ClientError) -> Playlist {
    try await client.json(.shelfPlaylistsOne, path: path(id), traits: .cachedRead.withListsOfItems)
  }

  func create(_ draft: PlaylistDraft) async throws(ClientError) -> Playlist {
    try await client.json(
      .shelfPlaylistsCreate, .post, path: ["api", "playlists"], body: draft,
      ids: [draft.libraryId] + draft.items.flatMap(\.id.ids), traits: .write.withListsOfItems)
  }

  func create(fromCollection collection: String) async throws(ClientError) -> Playlist {
    try await client.json(
      .shelfPlaylistsFromCollection, .post, path: ["api", "playlists", "collection", .id(collection)],
      traits: .write.withListsOfItems
    )
  }

  func update(_ id: String, _ update: PlaylistUpdate) async throws(ClientError) -> Playlist {
    try await client.json(
      .shelfPlaylistsUpdate, .patch, path: path(id), body: update, ids: (update.items ?? []).flatMap(\.id.ids),
      traits: .repeatableWrite.withListsOfItems)
  }

  func remove(_ id: String) async throws(ClientError) {
    try await client.ok(.shelfPlaylistsRemove, .delete, path: path(id), traits: .write)
  }

  func add(_ item: PlayableID, to id: String) async throws(ClientError) -> Playlist {
    try await client.json(
      .shelfPlaylistsAdd, .post, path: path(id) + ["item"], body: PlaylistEntry(item), ids: item.ids,
      traits: .write.withListsOfItems)
  }

  func add(_ items: [PlayableID], to id: String) async throws(ClientError) -> Playlist {
    try await client.json(
      .shelfPlaylistsBatchAdd, .post, path: path(id) + ["batch", "add"],
      body: ["items": items.map(PlaylistEntry.init)],
      ids: items.flatMap(\.ids), traits: .write.withListsOfItems)
  }

  func remove(_ item: PlayableID, from id: String) async throws(ClientError) -> Playlist {
    try await client.json(
      .shelfPlaylistsRemoveItem, .delete, path: path(id) + ["item"] + item.pathSegments, traits: .write.withListsOfItems
    )
  }

  func remove(_ items: [PlayableID], from id: String) async throws(ClientError) -> Playlist {
    try await client.json(
      .shelfPlaylistsBatchRemove, .post, path: path(id) + ["batch", "remove"],
      body: ["items": items.map(PlaylistEntry.init)], ids: items.flatMap(\.ids), traits: .write.withListsOfItems)
  }

  private func path(_ id: String) -> [PathSegment] { ["api", "playlists", .id(id)] }
}
