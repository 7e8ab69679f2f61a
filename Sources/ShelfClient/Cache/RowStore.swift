import Foundation
import MediaCore

/// The lists that an account has browsed, as rows: what a screen shows before the server answers, and without one.
///
/// First pages are in a file of their own, which is small: a list of ten thousand shows its beginning as fast as a short one.
/// Both files are bounded (see the limits below), belong to one account, and are erased by its sign-out.
struct RowStore: Sendable {
  /// Lists whose first page is kept, and rows in first pages.
  static let keptLists = 40
  static let keptFirstRows = 3_000
  /// Rows in further pages, some 350 bytes each on disk.
  static let keptFurtherRows = 12_000
  /// Rows of one page at most.
  static let largestPage = 100

  private let first: AccountCache<KeptRows>
  private let further: AccountCache<KeptRows>

  init(client: ServiceClient) {
    first = .shared("rows-first", empty: KeptRows(), in: client.accounts)
    further = .shared("rows-further", empty: KeptRows(), in: client.accounts)
  }

  /// Calls `changed` after each change of what is kept, until the token is released.
  func observe(_ changed: @escaping @Sendable () -> Void) -> ObservationToken {
    let tokens = [first.observe(changed), further.observe(changed)]
    return ObservationToken { _ = tokens }
  }

  /// The first page of a list; nil when it is not kept.
  /// - Throws: `signedOut`, `storage`.
  func beginning(of list: RowList) async throws(ClientError) -> KeptList? {
    let kept = try await first.read { rows, _ in (rows.page(0, of: list.key), rows.lists[list.key]?.asOf) }
    return kept.0.map { KeptList(pages: [$0], asOf: kept.1) }
  }

  /// All pages that are kept of a list; nil when its first one is not.
  /// - Throws: `signedOut`, `storage`.
  func kept(_ list: RowList) async throws(ClientError) -> KeptList? {
    guard var kept = try await beginning(of: list) else { return nil }
    guard kept.hasMore(list) else { return kept }
    kept.pages += try await further.read { rows, _ in
      var pages: [RowPage] = []
      while let page = rows.page(pages.count + 1, of: list.key) { pages.append(page) }
      return pages
    }
    // The total may have become smaller since the last pages came.
    if let total = kept.pages[0].total {
      kept.pages.removeLast(max(0, kept.pages.count - max(1, (total + list.limit - 1) / list.limit)))
    }
    return kept
  }

  /// Requests a page, with the mark of the one that is kept: an unchanged page is not sent again.
  /// - Returns: the page as it is now.
  /// - Throws: `signedOut` with the detail `accountChanged` when somebody else is signed in by now.
  @discardableResult
  func refresh(_ page: Int, of list: RowList) async throws(ClientError) -> RowPage? {
    let cache = page == 0 ? first : further
    let known = try await cache.read { rows, _ in rows.page(page, of: list.key) }
    var current = known
    let view = try await cache.refresh { () async throws(ClientError) in
      try await list.fetch(page, known?.tag)
    } merge: { rows, answer in
      current = answer ?? known
      rows.put(current, at: page, of: list.key, asOf: nil)
      rows.trim(lists: Self.keptLists, rows: page == 0 ? Self.keptFirstRows : Self.keptFurtherRows)
    }
    guard page == 0 else { return current }
    // By now it is certain how old the answer is.
    let mark = try await first.readMark()
    try await first.merge(view.refreshedAt, askedAt: mark) { rows, date in
      if rows.page(0, of: list.key) != nil { rows.put(nil, at: 0, of: list.key, asOf: date) }
    }
    return current
  }
}
