public import MediaCore

/// The requests for podcast feeds, and for the episodes that the server downloads from these feeds. A podcast is identified by the id of
/// its *library item*. If the id belongs to a book, the server responds with an error. Most calls are for administrators.
public protocol PodcastAPI: Sendable {
  /// Fetches the running and the waiting downloads of episodes from feeds to the server, for one library
  /// (`GET /api/libraries/{id}/episode-downloads`).
  func downloadQueue(of library: String) async throws(ClientError) -> DownloadQueue
  /// Fetches one podcast's episodes that wait to be downloaded to the server (`GET /api/podcasts/{item}/downloads`).
  func downloads(of item: String) async throws(ClientError) -> [Download]
  /// Fetches the episodes of a podcast's feed whose titles are similar to `title` (`GET /api/podcasts/{item}/search-episode`). The result
  /// also contains episodes that the server has not downloaded.
  func feedEpisodes(titled title: String, of item: String) async throws(ClientError) -> [FeedEpisode]
  /// Makes the server read the feed at an address, and returns the content of the feed (`POST /api/podcasts/feed`). For administrators.
  func feed(at url: String) async throws(ClientError) -> PodcastFeed
  /// Adds a podcast to a library, for all accounts (`POST /api/podcasts`). For administrators. The call downloads no episodes: the server
  /// downloads episodes after a call of ``download(_:of:)``, or by the podcast's own schedule. A failed call is not repeated, since the
  /// podcast may have been added although the response was lost.
  /// - Throws: `forbidden`; `invalidRequest` with the server's message, for example if the folder already contains a podcast; `notFound` if
  ///   the library or the folder does not exist.
  @discardableResult
  func add(_ draft: PodcastDraft) async throws(ClientError) -> ShelfItem
  /// Makes the server look for new episodes in the podcast's feed and download them (`GET /api/podcasts/{item}/checknew`). This GET request
  /// changes data on the server, so a failed call is not repeated. For administrators.
  /// - Parameter limit: the highest number of episodes to download.
  @discardableResult
  func checkForNewEpisodes(of item: String, limit: Int) async throws(ClientError) -> [FeedEpisode]
  /// Makes the server download episodes of the podcast's feed (`POST /api/podcasts/{item}/download-episodes`). For administrators.
  func download(_ episodes: [FeedEpisode], of item: String) async throws(ClientError)
  /// Removes an episode from the server **for all accounts** (`DELETE /api/podcasts/{item}/episode/{episode}`). To remove an episode only
  /// from this device's list of newest episodes, use ``QueueStore/remove(_:)``.
  /// - Parameter includingFile: whether the server also deletes the episode's audio file.
  /// - Returns: the podcast without the episode.
  /// - Throws: `forbidden` if the account does not have the permission to delete.
  @discardableResult
  func deleteEpisode(_ id: PlayableID, includingFile: Bool) async throws(ClientError) -> ShelfItem
}

struct LivePodcastAPI: PodcastAPI {
  let client: ServiceClient

  func downloadQueue(of library: String) async throws(ClientError) -> DownloadQueue {
    var query: QueryParameters = [:]
    query.bypassCache(client.environment.random)
    return try await client.json(
      .shelfPodcastsDownloadQueue, path: ["api", "libraries", .id(library), "episode-downloads"], query: query,
      traits: .read)
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
      .shelfPodcastsFeed, .post, path: ["api", "podcasts", "feed"], body: ["rssFeed": url],
      traits: .read.withListsOfItems)
    return answer.podcast
  }

  func add(_ draft: PodcastDraft) async throws(ClientError) -> ShelfItem {
    guard !draft.path.isEmpty else { throw ClientError(.invalidRequest, operation: .shelfPodcastsAdd) }
    return try await client.json(
      .shelfPodcastsAdd, .post, path: ["api", "podcasts"], body: draft, ids: [draft.libraryId, draft.folderId],
      traits: .write.withWholeItems)
  }

  func checkForNewEpisodes(of item: String, limit: Int) async throws(ClientError) -> [FeedEpisode] {
    try await client.list(
      .shelfPodcastsCheckNew, path: path(item) + ["checknew"], query: ["limit": limit], traits: .write)
  }

  func download(_ episodes: [FeedEpisode], of item: String) async throws(ClientError) {
    // The server refuses an empty list.
    if episodes.isEmpty { return try WireID.check([item], operation: .shelfPodcastsDownload) }
    let body = try RequestBody.encoding(episodes, coder: .shelf, operation: .shelfPodcastsDownload)
    try await client.send(
      .done(.shelfPodcastsDownload, .post, path: path(item) + ["download-episodes"], body: body, traits: .write))
  }

  func deleteEpisode(_ id: PlayableID, includingFile: Bool) async throws(ClientError) -> ShelfItem {
    try await client.json(
      .shelfPodcastsDeleteEpisode, .delete, path: path(id.libraryItemId) + ["episode", .id(id.episodeId ?? "")],
      query: ["hard": includingFile ? 1 : nil], traits: .write.withWholeItems)
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
