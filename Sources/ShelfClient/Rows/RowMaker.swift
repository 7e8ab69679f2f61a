import Foundation
import MediaCore

/// Makes rows from the answers of the roles.
struct RowMaker: Sendable {
  let media: any MediaAPI
  let authors: any AuthorAPI

  static let coverWidth = 400

  func row(_ library: Library) -> ShelfRow {
    ShelfRow(
      id: library.id, kind: library.mediaType == .podcast ? .podcastLibrary : .bookLibrary, title: library.name)
  }

  /// The row of a book or a podcast; of its series if the list collapses series.
  func row(_ item: ShelfItem) async throws(ClientError) -> ShelfRow {
    var row = ShelfRow(id: item.id, kind: item.media.podcast == nil ? .book : .podcast, title: item.title)
    row.subtitle = item.authorName ?? ""
    row.libraryId = item.libraryId
    row.addedAt = item.addedAt
    row.isMissing = item.isMissing
    if item.hasCover { row.coverURL = try await cover(of: item) }
    if let series = item.collapsedSeries {
      (row.id, row.kind, row.title, row.count) = (series.id, .series, series.name, series.numBooks)
      return row
    }
    switch item.media {
    case .book(let book):
      row.duration = item.duration
      if let series = book.metadata.series, series.count == 1 {
        (row.sequence, row.seriesId) = (series[0].sequence, series[0].id)
      }
      if item.isPlayable { row.playable = PlayableID(libraryItemId: item.id) }
    case .podcast(let podcast): row.count = podcast.episodes?.count ?? podcast.numEpisodes
    case .other: break
    }
    return row
  }

  /// An episode with the cover of its podcast.
  func row(_ episode: Episode, of podcast: ShelfItem) async throws(ClientError) -> ShelfRow {
    let id = PlayableID(libraryItemId: podcast.id, episodeId: episode.id)
    var row = ShelfRow(id: id.description, kind: .episode, title: episode.title ?? "")
    row.subtitle = podcast.title
    row.libraryId = podcast.libraryId
    if podcast.hasCover { row.coverURL = try await cover(of: podcast) }
    row.duration = episode.duration
    row.publishedAt = episode.publishedAt
    row.addedAt = episode.addedAt
    row.playable = id
    return row
  }

  /// The row of an episode; nil when the server sent it without the podcast's item.
  func row(_ recent: RecentEpisode) async throws(ClientError) -> ShelfRow? {
    guard let item = recent.episode.libraryItemId else { return nil }
    var podcast = ShelfItem(id: item, media: .podcast(recent.podcast ?? Podcast()))
    podcast.libraryId = recent.libraryId
    return try await row(recent.episode, of: podcast)
  }

  /// The episodes of a podcast, the newest first.
  func episodes(of podcast: ShelfItem) async throws(ClientError) -> [ShelfRow] {
    try await rows(podcast.media.podcast?.newestFirst ?? []) { (one) async throws(ClientError) in
      try await row(one, of: podcast)
    }
  }

  /// The rows of items in progress, of shelves and of search results. A podcast becomes the row of the episode for which the server lists
  /// it. The row of a podcast without such an episode has no ``ShelfRow/count``: these answers say 0 for each podcast.
  func entries(of items: [ShelfItem]) async throws(ClientError) -> [ShelfRow] {
    try await rows(items) { (item) async throws(ClientError) in
      if let episode = item.recentEpisode { return try await row(episode, of: item) }
      let row = try await row(item)
      return row.kind == .podcast && row.count == 0 ? with(row) { $0.count = nil } : row
    }
  }

  func row(_ series: Series) async throws(ClientError) -> ShelfRow {
    var row = ShelfRow(id: series.id, kind: .series, title: series.name)
    row.libraryId = series.libraryId
    row.count = series.books?.count
    row.duration = series.totalDuration
    row.addedAt = series.addedAt
    if let first = series.books?.first(where: \.hasCover) { row.coverURL = try await cover(of: first) }
    return row
  }

  func row(_ author: Author) async throws(ClientError) -> ShelfRow {
    var row = ShelfRow(id: author.id, kind: .author, title: author.name)
    row.libraryId = author.libraryId
    row.count = author.numBooks
    row.addedAt = author.addedAt
    if author.imagePath != nil {
      row.coverURL = try await authors.imageURL(of: author.id, width: Self.coverWidth, updatedAt: author.updatedAt)
    }
    return row
  }

  func row(_ playlist: Playlist) async throws(ClientError) -> ShelfRow {
    var row = ShelfRow(id: playlist.id, kind: .playlist, title: playlist.name)
    row.subtitle = playlist.description ?? ""
    row.libraryId = playlist.libraryId
    row.count = playlist.items.count
    row.addedAt = playlist.createdAt
    if let first = playlist.items.lazy.compactMap(\.libraryItem).first(where: \.hasCover) {
      row.coverURL = try await cover(of: first)
    }
    return row
  }

  /// The row of a playlist's entry; nil when the server sent it without its book or podcast.
  func row(_ item: PlaylistItem) async throws(ClientError) -> ShelfRow? {
    guard let owner = item.libraryItem else { return nil }
    if let episode = item.episode { return try await row(episode, of: owner) }
    return try await row(owner)
  }

  func row(_ collection: BookCollection) async throws(ClientError) -> ShelfRow {
    var row = ShelfRow(id: collection.id, kind: .collection, title: collection.name)
    row.subtitle = collection.description ?? ""
    row.libraryId = collection.libraryId
    row.count = collection.books.count
    row.addedAt = collection.createdAt
    if let first = collection.books.first(where: \.hasCover) { row.coverURL = try await cover(of: first) }
    return row
  }

  func rows<Element>(
    _ elements: [Element], _ make: (Element) async throws(ClientError) -> ShelfRow?
  ) async throws(ClientError) -> [ShelfRow] {
    var rows: [ShelfRow] = []
    for element in elements { if let row = try await make(element) { rows.append(row) } }
    return rows
  }

  private func cover(of item: ShelfItem) async throws(ClientError) -> URL {
    try await media.coverURL(of: item.id, width: Self.coverWidth, updatedAt: item.updatedAt)
  }
}
