public import MediaCore

/// Feeds of podcasts, and the episodes that the server downloads from them. A podcast is identified by its *library item*; for an item
/// that is no podcast, the server fails. Most calls are for administrators.
public protocol PodcastAPI: Sendable {
  /// Fetches the server's running and waiting downloads of a library's episodes (`GET /api/libraries/{id}/episode-downloads`).
  func downloadQueue(of library: String) async throws(ClientError) -> DownloadQueue
  /// Fetches the waiting downloads of one podcast (`GET /api/podcasts/{item}/downloads`).
  func downloads(of item: String) async throws(ClientError) -> [Download]
  /// Fetches episodes of a podcast's feed with a similar title, whether or not they are on the server
  /// (`GET /api/podcasts/{item}/search-episode`).
  func feedEpisodes(titled title: String, of item: String) async throws(ClientError) -> [FeedEpisode]
  /// Reads a feed (`POST /api/podcasts/feed`). For administrators.
  func feed(at url: String) async throws(ClientError) -> PodcastFeed
  /// Adds a podcast to a library, for everybody (`POST /api/podcasts`). For administrators. Its episodes are downloaded by
  /// ``download(_:of:)`` or on the podcast's own schedule. A failed call is not repeated: after a lost answer it is unknown whether the
  /// podcast was added.
  /// - Throws: `forbidden`; `invalidRequest` with the server's words, as for a folder that holds a podcast already; `notFound` for a
  ///   library or folder that does not exist.
  @discardableResult
  func add(_ draft: PodcastDraft) async throws(ClientError) -> ShelfItem
  /// Queues new episodes for download on the server (`GET /api/podcasts/{item}/checknew`). A GET that writes, so it is not repeated. For
  /// administrators.
  /// - Parameter limit: the highest number of episodes to download.
  @discardableResult
  func checkForNewEpisodes(of item: String, limit: Int) async throws(ClientError) -> [FeedEpisode]
  /// Queues episodes of the feed for download on the server (`POST /api/podcasts/{item}/download-episodes`). For administrators.
  func download(_ episodes: [FeedEpisode], of item: String) async throws(ClientError)
  /// Removes an episode **for everybody** (`DELETE /api/podcasts/{item}/episode/{episode}`). To remove it from this device's queue only,
  /// use ``QueueStore/remove(_:)``.
  /// - Parameter includingFile: whether the audio file is also deleted.
  /// - Returns: the podcast without the episode.
  /// - Throws: `forbidden` without the permission to delete.
  @discardableResult
  func deleteEpisode(_ id: PlayableID, includingFile: Bool) async throws(ClientError) -> ShelfItem
}

struct LivePodcastAPI: PodcastAPI {
  let client: ServiceClient

  func downloadQueue(of library: String) async throws(ClientError) -> DownloadQueue {
    // Make the address unique: the server keeps answers of a library for half an hour, and its queue changes without clearing them.
    try await client.json(
      .shelfPodcastsDownloadQueue, path: ["api", "libraries", .id(library), "episode-downloads"],
      query: ["_": client.environment.random.uuid()], traits: .read)
  }

  func downloads(of item: String) async throws(ClientError) -> [Download] {
    try await client.list(.shelfPodcastsDownloads, path: path(item) + ["downloads"], traits: .read)
  }

  func feedEpisodes(titled title: String, of item: String) async throws(ClientError) -> [FeedEpisode] {
    let matches: [FeedMatch] = try await client.list(
      .shelfPodcastsSearchFeed, path: path(item) + ["search-episode"], query: ["title": title], traits: .read)
    return matches.map(\.episode)
  }

  func feed(at url: String) async throws(ClientError) -> PodcastFeed {
    let answer: FeedAnswer = try await client.json(
      .shelfPodcastsFeed, .post, path: ["api", "podcasts", "feed"], body: ["rssFeed": url], traits: .read)
    return answer.podcast
  }

  func add(_ draft: PodcastDraft) async throws(ClientError) -> ShelfItem {
    guard !draft.path.isEmpty else { throw ClientError(.invalidRequest, operation: .shelfPodcastsAdd) }
    return try await client.json(
      .shelfPodcastsAdd, .post, path: ["api", "podcasts"], body: draft, ids: [draft.libraryId, draft.folderId],
      traits: .write)
  }

  func checkForNewEpisodes(of item: String, limit: Int) async throws(ClientError) -> [FeedEpisode] {
    try await client.list(
      .shelfPodcastsCheckNew, path: path(item) + ["checknew"], query: ["limit": limit], traits: .write)
  }

  func download(_ episodes: [FeedEpisode], of item: String) async throws(ClientError) {
    let body = try RequestBody.encoding(episodes, coder: .shelf, operation: .shelfPodcastsDownload)
    try await client.send(
      .done(.shelfPodcastsDownload, .post, path: path(item) + ["download-episodes"], body: body, traits: .write))
  }

  func deleteEpisode(_ id: PlayableID, includingFile: Bool) async throws(ClientError) -> ShelfItem {
    try await client.json(
      .shelfPodcastsDeleteEpisode, .delete, path: path(id.libraryItemId) + ["episode", .id(id.episodeId ?? "")],
      query: ["hard": includingFile ? 1 : nil], traits: .write)
  }

  private func path(_ item: String) -> [PathSegment] { ["api", "podcasts", .id(item)] }
}

/// A match in a feed.
private struct FeedMatch: Decodable, Sendable {
  let episode: FeedEpisode
}

private struct FeedAnswer: Decodable, Sendable {
  let podcast: PodcastFeed
}
