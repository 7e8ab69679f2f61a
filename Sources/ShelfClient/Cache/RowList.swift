import Foundation
import MediaCore

/// One list of rows, page by page: where it is kept, and how its pages are requested.
struct RowList: Sendable {
  /// - Parameters:
  ///   - page: from 0.
  ///   - tag: of the page that is kept.
  /// - Returns: nil when the server's page is still the one with that tag.
  typealias Fetch = @Sendable (_ page: Int, _ tag: String?) async throws(ClientError) -> RowPage?

  /// Different for each library, query and page size.
  let key: String
  /// Rows per page.
  let limit: Int
  /// Whether further pages can be requested; those of a random order do not continue one another.
  var isPaged = true
  let fetch: Fetch

  init(_ parts: String..., limit: Int, isPaged: Bool = true, fetch: @escaping Fetch) {
    // Lengths in front: no two lists can have the same key.
    key = (parts + [String(limit)]).map { "\($0.utf8.count):\($0)" }.joined()
    self.limit = max(1, limit)
    self.isPaged = isPaged
    self.fetch = fetch
  }
}

/// The rows of one page as the server sent them.
struct RowPage: Codable, Equatable, Sendable {
  var rows: [ShelfRow]
  /// The number of all rows; nil when the server does not say.
  var total: Int?
  /// The server's mark of this version of the page.
  var tag: String?
}

/// The pages that are kept of one list, from the first one on without a gap.
struct KeptList: Sendable {
  var pages: [RowPage] = []
  /// When the server last confirmed the first page.
  var asOf: Date?

  /// Whether the server has more than these pages.
  func hasMore(_ list: RowList) -> Bool {
    guard list.isPaged, let last = pages.last else { return false }
    // An element that could not be read shortens a page; the total decides where there is one, unless a page is empty.
    return last.rows.isEmpty
      ? false : pages[0].total.map { pages.count * list.limit < $0 } ?? (last.rows.count >= list.limit)
  }
}
