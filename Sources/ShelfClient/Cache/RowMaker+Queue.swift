import MediaCore

extension RowMaker {
  func row(_ entry: QueueEntry) -> ShelfRow {
    var row = ShelfRow(
      id: entry.id.description, kind: entry.id.episodeId == nil ? .book : .episode, title: entry.title)
    row.subtitle = entry.author
    row.coverURL = entry.coverURL
    row.duration = entry.duration
    row.publishedAt = entry.publishedAt
    row.playable = entry.id
    return row
  }

  /// The episodes of a podcast as candidates for the rule that adds new ones to the queue.
  func newEpisodes(of podcast: ShelfItem) async throws(ClientError) -> [ListedNewEpisode] {
    var listed: [ListedNewEpisode] = []
    for episode in podcast.media.podcast?.episodes ?? [] {
      guard let entry = QueueEntry(try await row(episode, of: podcast)) else { continue }
      if let new = ListedNewEpisode(entry, episode) { listed.append(new) }
    }
    return listed
  }
}
