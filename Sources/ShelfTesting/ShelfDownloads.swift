import MediaTesting

/// Searches a podcast's feed for episodes, and downloads episodes to the server. The fake server never finishes a running download.
extension ShelfState {
  /// The episodes that a podcast's feed has and the server does not, newest first.
  private func feedEpisodes(of item: ShelfItemRow) -> [JSONValue] {
    item.metadata["feedUrl"]?.string.flatMap { world.announced[$0] } ?? []
  }

  /// Finds the episodes whose titles contain the requested text. The real server compares titles by their edit distance instead.
  func searchFeed(_ call: ShelfCall, _ item: ShelfItemRow) -> HTTPResponse {
    let wanted = (call.query["title"] ?? "").lowercased()
    let found = feedEpisodes(of: item).filter { $0["title"]?.string?.lowercased().contains(wanted) ?? false }
    return .shelfJSON(["episodes": .array(found.map { ["episode": $0] })])
  }

  mutating func downloadNewEpisodes(_ call: ShelfCall, _ item: ShelfItemRow) -> HTTPResponse {
    guard call.user.isAdmin else { return .shelfForbidden }
    let known = Set(item.episodes.map(\.title))
    let new = feedEpisodes(of: item).filter { !known.contains($0["title"]?.string ?? "") && !isQueued($0, of: item) }
    let chosen = Array(new.prefix(call.positive("limit", 3)))
    for episode in chosen { download(episode, of: item) }
    return .shelfJSON(["episodes": .array(chosen)])
  }

  mutating func downloadEpisodes(_ call: ShelfCall, _ item: ShelfItemRow) -> HTTPResponse {
    guard call.user.isAdmin else { return .shelfForbidden }
    for episode in call.body.array ?? [] where !isQueued(episode, of: item) { download(episode, of: item) }
    return .shelfOK
  }

  private func isQueued(_ episode: JSONValue, of item: ShelfItemRow) -> Bool {
    world.episodeDownloads.contains {
      $0["libraryItemId"]?.string == item.id && $0["url"] == episode["enclosure"]?["url"]
    }
  }

  /// Starts the download of an episode, or queues the download if another one is running.
  private mutating func download(_ episode: JSONValue, of item: ShelfItemRow) {
    let isFirst = world.episodeDownloads.isEmpty
    let added = world.addDownload(
      episode, of: item, id: random.uuid(), at: now, startedAt: isFirst ? now : nil)
    emitToAll(isFirst ? "episode_download_started" : "episode_download_queued", added)
  }
}

extension ShelfWorld {
  /// Adds an episode of a podcast to the server's download queue. The first episode in the queue is the running download.
  public mutating func queueDownload(_ title: String, of podcast: String) {
    guard let item = item(podcast) else { return }
    let id = newID("download")
    addDownload(
      ["title": .string(title), "enclosure": ["url": "https://cdn.example.org/episode.mp3"]], of: item, id: id)
  }

  /// Adds the download of a feed's episode to the end of the queue.
  /// - Parameter startedAt: the time at which the download started; nil if the download has not started, or if its start is not recorded.
  @discardableResult
  mutating func addDownload(
    _ episode: JSONValue, of item: ShelfItemRow, id: String, at now: Int64? = nil, startedAt: Int64? = nil
  ) -> JSONValue {
    func text(_ key: String) -> JSONValue { episode[key]?.ifTruthy ?? .null }
    let download: JSONValue = [
      "id": .string(id), "episodeDisplayTitle": text("title"), "url": episode["enclosure"]?["url"] ?? "",
      "libraryItemId": .string(item.id), "libraryId": .string(item.libraryID), "isFinished": false, "failed": false,
      "appendRandomId": false, "startedAt": startedAt.map { .integer($0) } ?? .null,
      "createdAt": now.map { .integer($0) } ?? .number(milliseconds(daysAgo: 0)), "finishedAt": .null,
      "podcastTitle": .string(item.title), "podcastExplicit": .bool(item.isExplicit), "season": text("season"),
      "episode": text("episode"), "episodeType": episode["episodeType"]?.ifTruthy ?? "full",
      "publishedAt": text("publishedAt"), "guid": text("guid"),
    ]
    episodeDownloads.append(download)
    return download
  }

  func queue(of library: String) -> JSONValue {
    let all = episodeDownloads.filter { $0["libraryId"]?.string == library }
    guard let running = all.first else { return ["queue": []] }
    return ["currentDownload": running, "queue": .array(Array(all.dropFirst()))]
  }

  /// The downloads of a podcast: the one that is running, and those that wait in the queue.
  func downloads(of podcast: String) -> (running: JSONValue?, waiting: [JSONValue]) {
    func isOwn(_ download: JSONValue) -> Bool { download["libraryItemId"]?.string == podcast }
    return (episodeDownloads.first.flatMap { isOwn($0) ? $0 : nil }, episodeDownloads.dropFirst().filter(isOwn))
  }

  /// Drops the waiting downloads of a podcast; the running one goes on.
  mutating func clearQueue(of podcast: String) {
    episodeDownloads =
      Array(episodeDownloads.prefix(1))
      + episodeDownloads.dropFirst().filter { $0["libraryItemId"]?.string != podcast }
  }
}
