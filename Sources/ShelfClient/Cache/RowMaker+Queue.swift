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
}
