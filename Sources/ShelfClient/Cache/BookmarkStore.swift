import Foundation
import MediaCore

/// The bookmarks of the account as the server last listed them, by book and in the order of their places.
struct BookmarkStore: Sendable {
  private let role: any BookmarkAPI
  private let cache: AccountCache<[String: [Bookmark]]>

  init(_ shelf: ShelfService) {
    role = shelf.bookmarks
    cache = .shared("bookmarks", empty: [:], in: shelf.client.accounts)
  }

  /// - Parameter item: nil for all books.
  /// - Returns: nil while the server was never asked.
  func bookmarks(of item: String?) async throws(ClientError) -> (list: [Bookmark], asOf: Date)? {
    let view = try await cache.view()
    guard let date = view.refreshedAt else { return nil }
    if let item { return (view.value[item] ?? [], date) }
    return (view.value.sorted { $0.key < $1.key }.flatMap(\.value), date)
  }

  func observe(_ changed: @escaping @Sendable () -> Void) -> ObservationToken { cache.observe(changed) }

  /// All of the account come in one answer, so that each screen's refresh serves the others.
  func refresh() async throws(ClientError) {
    try await cache.refresh { () async throws(ClientError) in
      try await role.all()
    } merge: { kept, answer in
      kept = Dictionary(grouping: answer, by: \.libraryItemId).mapValues { $0.sorted { $0.time < $1.time } }
    }
  }
}
