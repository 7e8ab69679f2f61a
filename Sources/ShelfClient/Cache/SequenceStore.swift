import Foundation
public import MediaCore

/// The books of series, and the episodes of podcasts, in playing order, as stored on this device. When the player opens an item, the player
/// reads the item's series or podcast from the server, so that the next item can be found without a network.
public struct SequenceStore: Sendable {
  /// Series and podcasts that are kept.
  static let limit = 60
  /// Books of a series, or episodes of a podcast, that are kept at most.
  static let rowLimit = 500

  private let roles: ShelfRoles
  private let maker: RowMaker
  private let clock: @Sendable () -> Date
  /// By the kind and the id of the series or podcast.
  private let cache: AccountCache<[String: ItemSequence]>

  init(client: ServiceClient, roles: ShelfRoles, maker: RowMaker) {
    self.roles = roles
    self.maker = maker
    clock = { client.serverNow() }
    cache = .shared("sequences", empty: [:], in: client.accounts)
  }

  /// Returns the series or the podcast that an item belongs to, as stored on this device; nil if the series or podcast was never read from
  /// the server. If a book is in several series, returns the series that the server sent last.
  /// - Throws: `signedOut`, `storage`.
  public func sequence(of item: PlayableID) async throws(ClientError) -> ItemSequence? {
    try await cache.read { all, _ in
      all.values.filter { sequence in sequence.rows.contains { $0.id == item.description } }
        .max { ($0.asOf, $0.id) < ($1.asOf, $1.id) }
    }
  }

  /// Calls `changed` after each change of a stored sequence, until the returned token is released.
  public func observe(_ changed: @escaping @Sendable () -> Void) -> ObservationToken { cache.observe(changed) }

  /// Reads the series or the podcast that an item belongs to from the server. For an episode, reads its podcast
  /// (`GET /api/items/{podcast}`). For a book, reads the book (`GET /api/items/{book}`) and then the books of its first series.
  /// - Returns: the books or episodes in playing order; nil if the item is a book without a series.
  /// - Throws: `notFound`, `forbidden`; `signedOut` with the detail `accountChanged` if another account has signed in meanwhile.
  @discardableResult
  public func refresh(_ item: PlayableID) async throws(ClientError) -> ItemSequence? {
    try await refresh(item, in: try await roles.items.item(item.libraryItemId))
  }

  /// The same for an item that was just read in its expanded form, which costs an episode no request.
  @discardableResult
  func refresh(_ item: PlayableID, in owner: ShelfItem) async throws(ClientError) -> ItemSequence? {
    let mark = try await cache.readMark()
    let read =
      item.episodeId == nil ? try await series(of: owner) : try await podcast(owner)
    guard let read else { return nil }
    try await cache.merge(read, askedAt: mark) { all, read in
      all["\(read.kind.rawValue)/\(read.id)"] = read
      let old = all.sorted { ($0.value.asOf, $0.key) > ($1.value.asOf, $1.key) }
      for (key, _) in old.dropFirst(Self.limit) { all[key] = nil }
    }
    return read
  }

  private func series(of book: ShelfItem) async throws(ClientError) -> ItemSequence? {
    guard let library = book.libraryId, let series = book.media.book?.metadata.series?.first else { return nil }
    let asOf = clock()
    let query = ItemQuery(sort: .sequence, filter: .series(series.id))
    let page = try await roles.libraries.page(0, of: query, in: library, limit: Self.rowLimit)
    let rows = try await maker.rows(page.items) { (item) async throws(ClientError) in try await maker.row(item) }
    return ItemSequence(kind: .series, id: series.id, title: series.name, rows: rows, asOf: asOf)
  }

  private func podcast(_ podcast: ShelfItem) async throws(ClientError) -> ItemSequence? {
    guard let content = podcast.media.podcast, let episodes = content.episodes, !episodes.isEmpty else { return nil }
    let order = content.inOwnOrder
    // Keep the newest episodes of a long podcast: they are the last ones of a serial.
    let shown = Array(content.metadata.type == .serial ? order.suffix(Self.rowLimit) : order.prefix(Self.rowLimit))
    let rows = try await maker.rows(shown) { (one) async throws(ClientError) in
      try await maker.row(one, of: podcast)
    }
    return ItemSequence(kind: .podcast, id: podcast.id, title: podcast.title, rows: rows, asOf: clock())
  }
}
