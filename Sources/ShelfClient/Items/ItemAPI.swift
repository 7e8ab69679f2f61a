public import MediaCore

/// Single books and podcasts.
public protocol ItemAPI: Sendable {
  /// `GET /api/items/{id}?expanded=1`: everything, with this account's progress.
  /// - Parameter episode: whose progress to include for a podcast; without it the server picks any.
  /// - Throws: `notFound`, `forbidden`.
  func item(_ id: String, episode: String?) async throws(ClientError) -> LibraryItem
  /// `GET /api/items/{id}`: the plain form, without tracks, sizes and computed names.
  func plainItem(_ id: String) async throws(ClientError) -> LibraryItem
  /// `POST /api/items/batch/get`: several, expanded; unknown ones are left out, the order is the server's.
  /// - Throws: `forbidden` when one of them is, or when `ids` is empty.
  func items(_ ids: [String]) async throws(ClientError) -> [LibraryItem]
  /// `GET /api/me/items-in-progress`: over all libraries, newest first, a podcast once for each episode
  /// (``LibraryItem/recentEpisode``). Positions are not in it.
  func inProgress(limit: Int) async throws(ClientError) -> [LibraryItem]
  /// `GET /api/podcasts/{item}/episode/{episode}`: the plain form.
  func episode(_ id: PlayableID) async throws(ClientError) -> Episode
}

extension ItemAPI {
  public func item(_ id: String) async throws(ClientError) -> LibraryItem { try await item(id, episode: nil) }
}

struct LiveItemAPI: ItemAPI {
  let client: ServiceClient

  func item(_ id: String, episode: String?) async throws(ClientError) -> LibraryItem {
    try await client.send(try ItemEndpoints.item(id, episode: episode))
  }

  func plainItem(_ id: String) async throws(ClientError) -> LibraryItem {
    try await client.send(ItemEndpoints.plainItem(id))
  }

  func items(_ ids: [String]) async throws(ClientError) -> [LibraryItem] {
    try await client.send(try ItemEndpoints.items(ids))
  }

  func inProgress(limit: Int) async throws(ClientError) -> [LibraryItem] {
    try await client.send(ItemEndpoints.inProgress(limit: limit))
  }

  func episode(_ id: PlayableID) async throws(ClientError) -> Episode {
    try await client.send(ItemEndpoints.episode(id))
  }
}

enum ItemEndpoints {
  static func item(_ id: String, episode: String?) throws(ClientError) -> Endpoint<LibraryItem> {
    try WireID.check([episode], operation: "shelf.items.one")
    return .json(
      "shelf.items.one", path: ["api", "items", .id(id)],
      query: ["expanded": 1, "include": "progress,rssfeed,downloads", "episode": episode], traits: .shelfShown)
  }

  static func plainItem(_ id: String) -> Endpoint<LibraryItem> {
    .json("shelf.items.plain", path: ["api", "items", .id(id)], traits: .cachedRead)
  }

  static func items(_ ids: [String]) throws(ClientError) -> Endpoint<[LibraryItem]> {
    try WireID.check(ids, operation: "shelf.items.batch")
    return Endpoint<NamedList<LibraryItem>>.json(
      "shelf.items.batch", .post, path: ["api", "items", "batch", "get"],
      body: .json(["libraryItemIds": .array(ids.map(JSONValue.string))]), traits: .read
    ).map(\.elements)
  }

  static func inProgress(limit: Int) -> Endpoint<[LibraryItem]> {
    Endpoint<NamedList<LibraryItem>>.json(
      "shelf.items.inProgress", path: ["api", "me", "items-in-progress"], query: ["limit": limit], traits: .read
    ).map(\.elements)
  }

  static func episode(_ id: PlayableID) -> Endpoint<Episode> {
    .json(
      "shelf.items.episode", path: ["api", "podcasts", .id(id.libraryItemId), "episode", .id(id.episodeId ?? "")],
      traits: .cachedRead)
  }
}
