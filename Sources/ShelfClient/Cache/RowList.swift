import Foundation
import MediaCore

/// One list of rows, page by page: where it is kept, and how its pages are requested.
struct RowList: Sendable {
  /// - Parameters:
  ///   - page: from 0.
  ///   - tag: of the page that is kept.
  /// - Returns: nil if the server's page is still the one with that tag.
  typealias Fetch = @Sendable (_ page: Int, _ tag: String?) async throws(ClientError) -> RowPage?

  typealias Sample = @Sendable (_ limit: Int) async throws(ClientError) -> RowPage

  /// Different for each library, query and page size.
  let key: String
  /// Rows per page.
  let limit: Int
  /// Whether further pages can be requested.
  var isPaged = true
  /// Set for a random order, whose pages do not continue one another: requests the first so many rows of a new order.
  var shuffled: Sample?
  /// Set for playlists, collections and their entries: changes of these are shown before the server has them.
  var family: RowFamily?
  let fetch: Fetch

  init(_ parts: String..., limit: Int, isPaged: Bool = true, fetch: @escaping Fetch) {
    key = Self.key(parts + [String(limit)])
    self.limit = max(1, limit)
    self.isPaged = isPaged
    self.fetch = fetch
  }

  init(_ family: RowFamily, limit: Int, isPaged: Bool = true, fetch: @escaping Fetch) {
    key = family.key + Self.key([String(limit)])
    self.limit = max(1, limit)
    self.isPaged = isPaged
    self.family = family
    self.fetch = fetch
  }

  /// Puts each part's length in front of it, so that no two lists have the same key.
  static func key(_ parts: [String]) -> String { parts.map { "\($0.utf8.count):\($0)" }.joined() }
}

extension RowList {
  /// The next page of a random order: rows that are not shown yet, a whole page of them unless fewer are left.
  /// - Parameters:
  ///   - shown: the ids of the rows before it.
  ///   - total: the number of all rows; nil if it is not known.
  func nextPage(after shown: Set<String>, total: Int?, _ sample: Sample) async throws(ClientError) -> RowPage {
    let total = total ?? 0
    let left = max(1, total - shown.count)
    // Request enough random rows to probably get a page of new ones. If too few are new, request all rows.
    let likely = min(max(total, limit), limit + (limit * max(total, limit) + left - 1) / left)
    var page = try await sample(likely)
    func fresh() -> [ShelfRow] { page.rows.filter { !shown.contains($0.id) } }
    let isAll = page.total.map { likely >= $0 } ?? false
    if !isAll, fresh().count < min(limit, left) { page = try await sample(max(page.total ?? total, likely)) }
    page.rows = Array(fresh().prefix(limit))
    page.tag = nil
    return page
  }
}

/// The lists of rows about one thing, whatever their page size: the playlists or collections of a library, or the entries of
/// one of them.
enum RowFamily: Hashable, Sendable {
  case lists(ItemListKind, library: String)
  case entries(ItemListReference)

  /// The prefix of the keys of its lists. Rows of a list that the server has not sent yet are kept under this prefix as the key.
  var key: String {
    switch self {
    case .lists(let kind, let library): RowList.key(["\(kind.rawValue)s", library])
    case .entries(let list): RowList.key([list.kind.rawValue, list.id])
    }
  }
}

/// The rows of one page as the server sent them.
struct RowPage: Codable, Equatable, Sendable {
  var rows: [ShelfRow]
  /// The number of all rows; nil if the server does not say.
  var total: Int?
  /// The server's mark of this version of the page.
  var tag: String?
  /// The name of the playlist or collection whose entries these are.
  var title: String?
  /// The description of that playlist or collection.
  var subtitle: String?
  /// Whether that playlist or collection is removed.
  var isGone: Bool?
  /// The number of rows that changes of this account have added since the server sent the page; negative for removed ones.
  var added: Int?
}

/// The pages that are kept of one list, from the first one on without a gap.
struct KeptList: Sendable {
  var pages: [RowPage] = []
  /// When the server last confirmed the first page.
  var asOf: Date?

  /// The number of all rows, with those that were added or removed here; nil while it is not known.
  var total: Int? { pages.first?.total.map { total in max(0, pages.reduce(total) { $0 + ($1.added ?? 0) }) } }

  /// Whether the server has more than these pages.
  func hasMore(_ list: RowList) -> Bool {
    guard list.isPaged, let last = pages.last else { return false }
    // Decide by the total: a page with an unreadable row is shorter than `limit`, although more pages follow. An empty page is always the
    // last.
    let sent = last.rows.count - (last.added ?? 0)
    return sent <= 0 ? false : pages[0].total.map { pages.count * list.limit < $0 } ?? (sent >= list.limit)
  }
}
