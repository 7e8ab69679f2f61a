public import MediaCore

/// The account's own playlists. Nobody else sees them. Taking out the last item removes the playlist.
public protocol PlaylistAPI: Sendable {
  /// `GET /api/playlists`
  func all() async throws(ClientError) -> [Playlist]
  /// `GET /api/libraries/{id}/playlists`: one page.
  func page(_ page: Int, in library: String, limit: Int) async throws(ClientError) -> Page<Playlist>
  /// `GET /api/playlists/{id}`
  /// - Throws: `notFound`, `forbidden` for somebody else's.
  func playlist(_ id: String) async throws(ClientError) -> Playlist
  /// `POST /api/playlists`
  func create(_ draft: PlaylistDraft) async throws(ClientError) -> Playlist
  /// `POST /api/playlists/collection/{collection}`: with the name and the books of a collection.
  func create(fromCollection collection: String) async throws(ClientError) -> Playlist
  /// `PATCH /api/playlists/{id}`
  /// - Throws: `invalidRequest` when ``PlaylistUpdate/items`` are not all of them.
  @discardableResult
  func update(_ id: String, _ update: PlaylistUpdate) async throws(ClientError) -> Playlist
  /// `DELETE /api/playlists/{id}`
  func remove(_ id: String) async throws(ClientError)
  /// `POST /api/playlists/{id}/item`
  /// - Throws: `invalidRequest` when it is in it already or belongs to another library.
  @discardableResult
  func add(_ item: PlayableID, to id: String) async throws(ClientError) -> Playlist
  /// `POST /api/playlists/{id}/batch/add`: those that are in it already are passed over.
  @discardableResult
  func add(_ items: [PlayableID], to id: String) async throws(ClientError) -> Playlist
  /// `DELETE /api/playlists/{id}/item/{item}/{episode?}`
  /// - Returns: what is left; without items when that was the last one, and the playlist is gone.
  @discardableResult
  func remove(_ item: PlayableID, from id: String) async throws(ClientError) -> Playlist
  /// `POST /api/playlists/{id}/batch/remove`
  @discardableResult
  func remove(_ items: [PlayableID], from id: String) async throws(ClientError) -> Playlist
}

extension PlaylistAPI {
  /// All playlists of a library, page by page.
  public func playlists(in library: String, pageSize: Int = 50) -> PageSequence<Playlist> {
    PageSequence(limit: pageSize) { (page, limit) async throws(ClientError) in
      try await self.page(page, in: library, limit: limit)
    }
  }
}

extension PlaylistEntry {
  public init(_ id: PlayableID) { self.init(libraryItemId: id.libraryItemId, episodeId: id.episodeId) }
}

struct LivePlaylistAPI: PlaylistAPI {
  let client: ServiceClient

  func all() async throws(ClientError) -> [Playlist] { try await client.send(PlaylistEndpoints.all()) }

  func page(_ page: Int, in library: String, limit: Int) async throws(ClientError) -> Page<Playlist> {
    Page(try await client.send(PlaylistEndpoints.page(page, in: library, limit: limit)))
  }

  func playlist(_ id: String) async throws(ClientError) -> Playlist {
    try await client.send(PlaylistEndpoints.one(id))
  }

  func create(_ draft: PlaylistDraft) async throws(ClientError) -> Playlist {
    try await client.send(try PlaylistEndpoints.create(draft))
  }

  func create(fromCollection collection: String) async throws(ClientError) -> Playlist {
    try await client.send(PlaylistEndpoints.create(fromCollection: collection))
  }

  func update(_ id: String, _ update: PlaylistUpdate) async throws(ClientError) -> Playlist {
    try await client.send(try PlaylistEndpoints.update(id, update))
  }

  func remove(_ id: String) async throws(ClientError) { try await client.send(PlaylistEndpoints.remove(id)) }

  func add(_ item: PlayableID, to id: String) async throws(ClientError) -> Playlist {
    try await client.send(try PlaylistEndpoints.add(item, to: id))
  }

  func add(_ items: [PlayableID], to id: String) async throws(ClientError) -> Playlist {
    try await client.send(try PlaylistEndpoints.change("add", items, of: id))
  }

  func remove(_ item: PlayableID, from id: String) async throws(ClientError) -> Playlist {
    try await client.send(PlaylistEndpoints.remove(item, from: id))
  }

  func remove(_ items: [PlayableID], from id: String) async throws(ClientError) -> Playlist {
    try await client.send(try PlaylistEndpoints.change("remove", items, of: id))
  }
}

enum PlaylistEndpoints {
  static func all() -> Endpoint<[Playlist]> {
    Endpoint<NamedList<Playlist>>.json("shelf.playlists.all", path: ["api", "playlists"], traits: .cachedRead)
      .map(\.elements)
  }

  static func page(_ page: Int, in library: String, limit: Int) -> Endpoint<ResultsPage<Playlist>> {
    .json(
      "shelf.playlists.page", path: ["api", "libraries", .id(library), "playlists"],
      query: ["limit": max(1, limit), "page": max(0, page)], traits: .cachedRead)
  }

  static func one(_ id: String) -> Endpoint<Playlist> {
    .json("shelf.playlists.one", path: path(id), traits: .cachedRead)
  }

  static func create(_ draft: PlaylistDraft) throws(ClientError) -> Endpoint<Playlist> {
    try WireID.check([draft.libraryId] + draft.items.flatMap(ids), operation: "shelf.playlists.create")
    return .json(
      "shelf.playlists.create", .post, path: ["api", "playlists"],
      body: try .encoding(draft, coder: .shelf, operation: "shelf.playlists.create"), traits: .write)
  }

  static func create(fromCollection collection: String) -> Endpoint<Playlist> {
    .json(
      "shelf.playlists.fromCollection", .post, path: ["api", "playlists", "collection", .id(collection)],
      traits: .write)
  }

  static func update(_ id: String, _ update: PlaylistUpdate) throws(ClientError) -> Endpoint<Playlist> {
    try WireID.check((update.items ?? []).flatMap(ids), operation: "shelf.playlists.update")
    return .json(
      "shelf.playlists.update", .patch, path: path(id),
      body: try .encoding(update, coder: .shelf, operation: "shelf.playlists.update"), traits: .repeatableWrite)
  }

  static func remove(_ id: String) -> Endpoint<Void> {
    .ok("shelf.playlists.remove", .delete, path: path(id), traits: .write)
  }

  static func add(_ item: PlayableID, to id: String) throws(ClientError) -> Endpoint<Playlist> {
    try WireID.check(ids(PlaylistEntry(item)), operation: "shelf.playlists.add")
    return .json(
      "shelf.playlists.add", .post, path: path(id) + ["item"],
      body: try .encoding(PlaylistEntry(item), coder: .shelf, operation: "shelf.playlists.add"), traits: .write)
  }

  static func remove(_ item: PlayableID, from id: String) -> Endpoint<Playlist> {
    .json(
      "shelf.playlists.removeItem", .delete,
      path: path(id) + ["item", .id(item.libraryItemId)] + (item.episodeId.map { [.id($0)] } ?? []), traits: .write)
  }

  static func change(
    _ verb: StaticString, _ items: [PlayableID], of id: String
  ) throws(ClientError) -> Endpoint<Playlist> {
    let entries = items.map { PlaylistEntry($0) }
    try WireID.check(entries.flatMap(ids), operation: "shelf.playlists.batch.\(verb)")
    return .json(
      "shelf.playlists.batch.\(verb)", .post, path: path(id) + ["batch", .literal(verb)],
      body: try .encoding(["items": entries], coder: .shelf, operation: "shelf.playlists.batch.\(verb)"),
      traits: .write)
  }

  private static func ids(_ entry: PlaylistEntry) -> [String?] { [entry.libraryItemId, entry.episodeId] }

  private static func path(_ id: String) -> [PathSegment] { ["api", "playlists", .id(id)] }
}
