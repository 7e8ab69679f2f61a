import Foundation
import MediaCore

/// The lists that an account has browsed, as rows. A screen shows them before the server answers, or without a network.
///
/// First pages are in a separate, small file: a list of ten thousand shows its beginning as fast as a short one. The files are bounded
/// (see the limits below), belong to one account, and are erased by its sign-out. Playlists and collections also have separate files,
/// with this device's open changes on top.
struct RowStore: Sendable {
  /// Lists whose first page is kept, and rows in first pages.
  static let keptLists = 40
  static let keptFirstRows = 3_000
  /// Rows in further pages, some 350 bytes each on disk.
  static let keptFurtherRows = 12_000
  /// Rows of one page at most.
  static let largestPage = 100

  private let browsed: Caches
  private let changeable: Caches
  private let ids: LocalIDs<String>

  private struct Caches: Sendable {
    let first: AccountCache<KeptRows>
    let further: AccountCache<KeptRows>
  }

  init(client: ServiceClient, queue: MutationQueue, ids: LocalIDs<String>) {
    let storage = client.accounts
    browsed = Caches(
      first: .shared("rows-first", empty: KeptRows(), in: storage),
      further: .shared("rows-further", empty: KeptRows(), in: storage))
    changeable = Caches(
      first: .shared(
        "lists-first", empty: KeptRows(), in: storage, queue: queue,
        overlays: ListMutations.overlays { $2.settle($0, as: $1, isFirst: true) }),
      further: .shared(
        "lists-further", empty: KeptRows(), in: storage, queue: queue,
        overlays: ListMutations.overlays { $2.settle($0, as: $1, isFirst: false) }))
    self.ids = ids
  }

  /// Ids of the items in first pages of lists. The closure does not keep the cache alive.
  var keptItems: @Sendable () async -> [String] {
    { [weak first = browsed.first] in
      let pages = ((try? await first?.value())?.pages ?? [:]).sorted { $0.key < $1.key }
      return pages.flatMap(\.value.rows).compactMap(\.artworkItem)
    }
  }

  private func caches(of list: RowList) -> Caches { list.family == nil ? browsed : changeable }

  /// Calls `changed` after each change of what is kept, until the token is released.
  func observe(_ changed: @escaping @Sendable () -> Void) -> ObservationToken {
    let tokens = [browsed, changeable].flatMap { [$0.first.observe(changed), $0.further.observe(changed)] }
    return ObservationToken { _ = tokens }
  }

  /// The account whose lists are kept.
  func account() async throws(ClientError) -> String { try await browsed.first.readMark().account }

  /// The first page of a list; nil if it is not kept.
  /// - Throws: `signedOut`, `storage`.
  func beginning(of list: RowList) async throws(ClientError) -> KeptList? {
    guard let family = list.family else {
      let kept = try await browsed.first.read { rows, _ in (rows.page(0, of: list.key), rows.lists[list.key]?.asOf) }
      return kept.0.map { KeptList(pages: [$0], asOf: kept.1) }
    }
    let ids = try await ids.all()
    return try await changeable.first.read { rows, open in
      let changes = OpenListChanges(open, ids: ids)
      let kept = rows.page(0, of: list.key) ?? rows.page(0, of: family.key)
      return changes.applied(to: kept, 0, of: family, in: rows).map {
        KeptList(pages: [$0], asOf: rows.lists[list.key]?.asOf ?? changes.creation(of: family)?.at)
      }
    }
  }

  /// All pages that are kept of a list; nil if its first one is not.
  /// - Throws: `signedOut`, `storage`.
  func kept(_ list: RowList) async throws(ClientError) -> KeptList? {
    guard var kept = try await beginning(of: list) else { return nil }
    guard kept.hasMore(list) else { return kept }
    let ids = list.family == nil ? [:] : try await ids.all()
    kept.pages += try await caches(of: list).further.read { rows, open in
      let changes = OpenListChanges(open, ids: ids)
      var pages: [RowPage] = []
      while let page = rows.page(pages.count + 1, of: list.key) {
        pages.append(list.family.flatMap { changes.applied(to: page, pages.count + 1, of: $0, in: rows) } ?? page)
      }
      return pages
    }
    // The list may have become shorter since these pages were loaded: drop the pages behind its end.
    if let total = kept.pages[0].total {
      kept.pages.removeLast(max(0, kept.pages.count - max(1, (total + list.limit - 1) / list.limit)))
    }
    return kept
  }

  /// Requests a page, with the mark of the one that is kept: an unchanged page is not sent again.
  /// - Parameter shown: the ids of the rows before the page, for a random order.
  /// - Returns: the page as it is now.
  /// - Throws: `signedOut` with the detail `accountChanged` when another account is signed in by now.
  @discardableResult
  func refresh(
    _ page: Int, of list: RowList, after shown: [ShelfRow] = []
  ) async throws(ClientError) -> Reading {
    let total = list.shuffled == nil ? nil : try await beginning(of: list)?.total
    let first = caches(of: list).first
    let cache = page == 0 ? first : caches(of: list).further
    let known = try await cache.read { rows, _ in rows.page(page, of: list.key) }
    var current = known
    let view = try await cache.refresh { () async throws(ClientError) in
      guard page > 0, let sample = list.shuffled else { return try await list.fetch(page, known?.tag) }
      return try await list.nextPage(after: Set(shown.map(\.id)), total: total, sample)
    } merge: { rows, answer in
      current = answer ?? known
      rows.put(current, at: page, of: list.key, asOf: nil)
      if page == 0, answer != nil, let family = list.family { rows.removePages(of: family.key, from: 0) }
      rows.trim(lists: Self.keptLists, rows: page == 0 ? Self.keptFirstRows : Self.keptFurtherRows)
    }
    let reading = Reading(
      page: current, isMoved: current?.rows.map(\.id) != known?.rows.map(\.id), account: view.account,
      asOf: view.refreshedAt)
    guard page == 0 else { return reading }
    // A new first page begins a new random order: drop the old order's other pages.
    if list.shuffled != nil {
      let mark = try await caches(of: list).further.readMark()
      try await caches(of: list).further.merge((), askedAt: mark) { rows, _ in rows.removePages(of: list.key, from: 1) }
    }
    // If the server could not be reached, `view` has an older answer: store that answer's date instead of the current time.
    let mark = try await first.readMark()
    try await first.merge(view.refreshedAt, askedAt: mark) { rows, date in
      if rows.page(0, of: list.key) != nil { rows.put(nil, at: 0, of: list.key, asOf: date) }
    }
    return reading
  }

  /// A page that was requested.
  struct Reading: Sendable {
    let page: RowPage?
    /// Whether its rows or their order differ from the kept page.
    let isMoved: Bool
    /// The account to which the server sent the page. `asOf` is the time of that answer.
    let account: String
    let asOf: Date?
  }

  // MARK: Rows outside of lists

  private static let foundKey = RowList.key(["found"])
  private static let keptFound = 200

  func markForFound() async throws(ClientError) -> AccountCache<KeptRows>.ReadMark {
    try await browsed.first.readMark()
  }

  /// Keeps rows that no list has, such as search results, so that a playlist made of them offline shows their titles.
  /// - Parameter mark: from ``markForFound()`` before the request: if the account has changed since, the rows are dropped.
  func note(_ found: [ShelfRow], askedAt mark: AccountCache<KeptRows>.ReadMark) async {
    guard !found.isEmpty else { return }
    try? await browsed.first.merge(found, askedAt: mark) { rows, found in
      let ids = Set(found.map(\.id))
      let before = (rows.page(0, of: Self.foundKey)?.rows ?? []).filter { !ids.contains($0.id) }
      rows.put(RowPage(rows: Array((found + before).prefix(Self.keptFound))), at: 0, of: Self.foundKey, asOf: nil)
      rows.trim(lists: Self.keptLists, rows: Self.keptFirstRows)
    }
  }

  // MARK: Playlists and collections

  /// The row of a book or an episode, from whichever list has it.
  func row(_ id: PlayableID) async throws(ClientError) -> ShelfRow? {
    for cache in [browsed.first, changeable.first, browsed.further, changeable.further] {
      let found = try await cache.read { rows, _ in
        rows.pages.values.lazy.flatMap(\.rows).first {
          $0.id == id.description && [.book, .episode].contains($0.kind)
        }
      }
      if let found { return found }
    }
    return nil
  }

  /// The books and episodes of all lists that are kept, each once, sorted by title.
  func playableRows() async throws(ClientError) -> [ShelfRow] {
    var rows: [PlayableID: ShelfRow] = [:]
    for cache in [browsed.first, changeable.first, browsed.further, changeable.further] {
      let found = try await cache.read { rows, _ in rows.pages.values.flatMap(\.rows).filter { $0.playable != nil } }
      for row in found { if let id = row.playable, rows[id] == nil { rows[id] = row } }
    }
    return rows.values.sorted { ($0.title, $0.id) < ($1.title, $1.id) }
  }

  /// A list as the server last sent it, for the merge of a change; nil for a list that was never opened.
  func known(_ list: ItemListReference) async throws(ClientError) -> RemoteItemList? {
    let server = try await ids.all()[list.id] ?? list.id
    return try await changeable.first.read { rows, _ in
      let pages = [list.id, server].flatMap { rows.pages(of: .entries(ItemListReference(kind: list.kind, id: $0))) }
      guard let page = pages.first(where: { $0.isGone != true }), let title = page.title else { return nil }
      return with(RemoteItemList(id: server, name: title)) {
        $0.description = page.subtitle
        $0.entries = page.rows.compactMap { PlayableID($0.id) }
      }
    }
  }
}
