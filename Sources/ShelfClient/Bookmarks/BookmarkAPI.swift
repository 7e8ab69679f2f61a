public import MediaCore

/// Reads and changes bookmarks in books. A bookmark has no id: the book and the exact time identify it.
public protocol BookmarkAPI: Sendable {
  /// Fetches the bookmarks of one book, or of all books if `item` is nil (`GET /api/me/bookmarks/{item?}`). If the server lacks this route,
  /// reads the bookmarks from `GET /api/me`.
  /// - Throws: `notFound`, `forbidden`.
  func bookmarks(of item: String?) async throws(ClientError) -> [Bookmark]
  /// Creates a bookmark (`POST /api/me/item/{item}/bookmark`). If the book already has a bookmark at exactly `time`, the existing bookmark
  /// gets the new title.
  /// - Parameters:
  ///   - time: the position in the book, in seconds.
  ///   - title: a text that is not empty.
  /// - Throws: `invalidRequest` with the server's message, `notFound`, `forbidden`.
  @discardableResult
  func create(_ title: String, at time: Double, in item: String) async throws(ClientError) -> Bookmark
  /// Gives a bookmark another title (`PATCH /api/me/item/{item}/bookmark`).
  /// - Parameter time: exactly the bookmark's ``Bookmark/time``.
  /// - Throws: `notFound` when there is no bookmark at exactly that time.
  @discardableResult
  func retitle(_ title: String, at time: Double, in item: String) async throws(ClientError) -> Bookmark
  /// Removes a bookmark (`DELETE /api/me/item/{item}/bookmark/{time}`).
  /// - Parameter time: exactly the bookmark's ``Bookmark/time``.
  /// - Throws: `notFound` when there is no bookmark at exactly that time.
  func remove(at time: Double, in item: String) async throws(ClientError)
}

extension BookmarkAPI {
  /// Fetches the bookmarks of all books.
  public func all() async throws(ClientError) -> [Bookmark] { try await bookmarks(of: nil) }

  /// Removes a bookmark (`DELETE /api/me/item/{item}/bookmark/{time}`).
  /// - Throws: `notFound` if the bookmark does not exist any more.
  public func remove(_ bookmark: Bookmark) async throws(ClientError) {
    try await remove(at: bookmark.time, in: bookmark.libraryItemId)
  }
}

struct LiveBookmarkAPI: BookmarkAPI {
  let client: ServiceClient

  func bookmarks(of item: String?) async throws(ClientError) -> [Bookmark] {
    do throws(ClientError) {
      return try await client.list(
        item == nil ? .shelfBookmarksAll : .shelfBookmarksOfItem,
        path: ["api", "me", "bookmarks"] + (item.map { [.id($0)] } ?? []), traits: .read)
    } catch {
      // A 404 without a message means that the server lacks this route: read the account's bookmarks instead.
      guard error.kind == .notFound, error.serverMessage == nil else { throw error }
      return try await client.send(AccountEndpoints.me()).bookmarks.filter { item == nil || $0.libraryItemId == item }
    }
  }

  func create(_ title: String, at time: Double, in item: String) async throws(ClientError) -> Bookmark {
    try await write(.shelfBookmarksCreate, .post, title, at: time, in: item)
  }

  func retitle(_ title: String, at time: Double, in item: String) async throws(ClientError) -> Bookmark {
    try await write(.shelfBookmarksRetitle, .patch, title, at: time, in: item)
  }

  func remove(at time: Double, in item: String) async throws(ClientError) {
    guard time.isFinite else { throw ClientError(.invalidRequest, operation: .shelfBookmarksRemove) }
    try await client.ok(.shelfBookmarksRemove, .delete, path: path(item) + [.text(time.plainText)], traits: .write)
  }

  private func write(
    _ operation: OperationID, _ method: HTTPMethod, _ title: String, at time: Double, in item: String
  ) async throws(ClientError) -> Bookmark {
    guard time.isMediaTime else { throw ClientError(.invalidRequest, operation: operation, detail: "mediaTime") }
    let body: JSONValue = ["time": .number(time), "title": .string(title)]
    return try await client.json(operation, method, path: path(item), body: body, traits: .repeatableWrite)
  }

  private func path(_ item: String) -> [PathSegment] { ["api", "me", "item", .id(item), "bookmark"] }
}
