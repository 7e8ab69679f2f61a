public import MediaCore

/// Fetches single books, podcasts and episodes.
public protocol ItemAPI: Sendable {
  /// Fetches an item in its expanded form (see ``ShelfItem``), with this account's progress (`GET /api/items/{id}?expanded=1`).
  /// - Parameter episode: for a podcast, the id of the episode whose progress is included; if nil, the server chooses an episode.
  /// - Throws: `notFound`, `forbidden`.
  func item(_ id: String, episode: String?) async throws(ClientError) -> ShelfItem
  /// Fetches an item in its plain form (see ``ShelfItem``), without tracks, sizes and computed names (`GET /api/items/{id}`).
  func plainItem(_ id: String) async throws(ClientError) -> ShelfItem
  /// Fetches several items in their expanded form (see ``ShelfItem``), in an order that the server chooses (`POST /api/items/batch/get`).
  /// Ids without an item are skipped.
  /// - Throws: `forbidden` if the account may not see one of the items, or if `ids` is empty.
  func items(_ ids: [String]) async throws(ClientError) -> [ShelfItem]
  /// Fetches the items in progress of all libraries, newest first (`GET /api/me/items-in-progress`). A podcast is listed once for each of
  /// its episodes in progress; ``ShelfItem/recentEpisode`` is the episode. The items do not contain the account's positions.
  func inProgress(limit: Int) async throws(ClientError) -> [ShelfItem]
  /// Fetches an episode in its plain form, without ``Episode/audioTrack`` and ``Episode/size``
  /// (`GET /api/podcasts/{item}/episode/{episode}`).
  func episode(_ id: PlayableID) async throws(ClientError) -> Episode
}

extension ItemAPI {
  /// Fetches an item in its expanded form (see ``ShelfItem``; `GET /api/items/{id}?expanded=1`). For a podcast, the server chooses the
  /// episode whose progress the response includes.
  public func item(_ id: String) async throws(ClientError) -> ShelfItem { try await item(id, episode: nil) }

  /// The length of a book or an episode in seconds; nil if the server lacks the length or the item.
  func duration(of id: PlayableID) async throws(ClientError) -> Double? {
    do throws(ClientError) {
      let item = try await item(id.libraryItemId, episode: id.episodeId)
      guard let episode = id.episodeId else { return item.duration }
      let found = item.media.podcast?.episodes?.first { $0.id == episode }
      return found?.duration ?? found?.audioFile?.duration
    } catch {
      // Throw a proxy's 403 or 404, because the server may have the length.
      guard [.notFound, .forbidden].contains(error.kind), error.isFinalRefusal else { throw error }
      return nil
    }
  }
}

struct LiveItemAPI: ItemAPI {
  let client: ServiceClient

  func item(_ id: String, episode: String?) async throws(ClientError) -> ShelfItem {
    try await client.json(
      .shelfItemsOne, path: ["api", "items", .id(id)],
      query: ["expanded": 1, "include": "progress,rssfeed,downloads", "episode": episode], ids: [episode],
      traits: .shelfShown.withWholeItems)
  }

  func plainItem(_ id: String) async throws(ClientError) -> ShelfItem {
    try await client.json(.shelfItemsPlain, path: ["api", "items", .id(id)], traits: .cachedRead.withWholeItems)
  }

  func items(_ ids: [String]) async throws(ClientError) -> [ShelfItem] {
    try await client.list(
      .shelfItemsBatch, .post, path: ["api", "items", "batch", "get"], body: ["libraryItemIds": ids], ids: ids,
      traits: .read.withListsOfItems)
  }

  func inProgress(limit: Int) async throws(ClientError) -> [ShelfItem] {
    try await client.list(
      .shelfItemsInProgress, path: ["api", "me", "items-in-progress"], query: ["limit": limit], traits: .read)
  }

  func episode(_ id: PlayableID) async throws(ClientError) -> Episode {
    try await client.json(
      .shelfItemsEpisode, path: ["api", "podcasts", .id(id.libraryItemId), "episode", .id(id.episodeId ?? "")],
      traits: .cachedRead)
  }
}
