import MediaTesting

/// Searches a podcast's feed for episodes, and downloads episodes to the server. The fake server never finishes a running download.
extension ShelfState {
  /// The address of a podcast's feed; nil for a podcast without one.
  private func feed(of item: ShelfItemRow) -> String? {
    item.metadata["feedUrl"]?.string.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Finds the episodes whose titles contain the requested text. The real server compares titles by their edit distance instead.
  func searchFeed(_ call: ShelfCall, _ item: ShelfItemRow) -> HTTPResponse {
    guard let feed = feed(of: item) else { return .shelfSentence("Podcast does not have an RSS feed URL") }
    guard let wanted = call.query["title"]?.lowercased(), !wanted.isEmpty else { return .shelfStatus(500) }
    let found = (world.announced[feed] ?? []).filter { $0["title"]?.string?.lowercased().contains(wanted) ?? false }
    return .shelfJSON(["episodes": .array(found.map { ["episode": $0] })])
  }

  /// Downloads the newest episodes that the feed has got since the last check and the server does not have. A limit of 0 is none.
  mutating func downloadNewEpisodes(_ call: ShelfCall, _ item: ShelfItemRow) -> HTTPResponse {
    guard call.user.isAdmin else { return .shelfForbidden }
    guard let feed = feed(of: item) else { return .shelfSentence("Podcast has no rss feed url") }
    let known = Set(item.episodes.map(\.title))
    var media = item.expanded["media"] ?? [:]
    let lastCheck = media["lastEpisodeCheck"]?.double ?? 0
    let new = (world.announced[feed] ?? []).filter { episode in
      (episode["publishedAt"]?.double ?? 0) > lastCheck && !known.contains(episode["title"]?.string ?? "")
    }
    let sent = call.query["limit"].map { JSONValue.scriptNumber($0) } ?? .nan
    let limit = sent.isNaN ? 3 : sent
    let chosen = limit > 0 ? Array(new.prefix(Int(min(limit, 1e9)))) : new
    for episode in chosen { download(episode, of: item) }
    media["lastEpisodeCheck"] = .integer(now)
    let json = item.expanded.with("media", media).with("updatedAt", .integer(now))
    if let checked = ShelfItemRow(expanded: json) {
      world.put(checked)
      worldChanged()
      emit("item_updated", item: checked)
    }
    return .shelfJSON(["episodes": .array(chosen)])
  }

  mutating func downloadEpisodes(_ call: ShelfCall, _ item: ShelfItemRow) -> HTTPResponse {
    guard call.user.isAdmin else { return .shelfForbidden }
    guard let episodes = call.body.array, !episodes.isEmpty else { return .shelfStatus(400) }
    for episode in episodes { download(episode, of: item) }
    return .shelfOK
  }

  /// Drops the waiting downloads of a podcast. The event comes only if any download waits, of whatever podcast.
  mutating func clearQueue(_ call: ShelfCall, _ item: ShelfItemRow) -> HTTPResponse {
    guard call.user.isAdmin else { return .shelfForbidden }
    if world.episodeDownloads.count > 1 {
      world.clearQueue(of: item.id)
      emitToAll("episode_download_queue_cleared", .string(item.id))
    }
    return .shelfOK
  }

  private func isQueued(_ episode: JSONValue, of item: ShelfItemRow) -> Bool {
    world.episodeDownloads.dropFirst().contains {
      $0["libraryItemId"]?.string == item.id && $0["url"] == episode["enclosure"]?["url"]
    }
  }

  /// Starts the download of an episode, or queues the download if another one is running. Ignores an episode that waits already; the
  /// episode whose download is running can be queued once more, because the server looks only at those that wait.
  private mutating func download(_ episode: JSONValue, of item: ShelfItemRow) {
    if isQueued(episode, of: item) { return }
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

  /// The downloads of a library. The running download is left out if it belongs to another library.
  func queue(of library: String) -> JSONValue {
    func isOwn(_ download: JSONValue) -> Bool { download["libraryId"]?.string == library }
    var queue: JSONValue = ["queue": .array(episodeDownloads.dropFirst().filter(isOwn))]
    if let running = episodeDownloads.first, isOwn(running) { queue["currentDownload"] = running }
    return queue
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
