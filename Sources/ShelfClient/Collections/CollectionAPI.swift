public import MediaCore

/// Reads and changes collections of books, which all accounts of the server share. Changes need ``UserPermissions/update``.
public protocol CollectionAPI: Sendable {
  /// Fetches the collections of all libraries that the account may see (`GET /api/collections`).
  func all() async throws(ClientError) -> [BookCollection]
  /// Fetches one page of a library's collections (`GET /api/libraries/{id}/collections`).
  func page(_ page: Int, in library: String, limit: Int) async throws(ClientError) -> Page<BookCollection>
  /// Fetches one collection (`GET /api/collections/{id}`).
  /// - Throws: `notFound`.
  func collection(_ id: String) async throws(ClientError) -> BookCollection
  /// Creates a collection of at least one book (`POST /api/collections`).
  /// - Throws: `forbidden`, `invalidRequest` with the server's message.
  func create(_ draft: BookCollectionDraft) async throws(ClientError) -> BookCollection
  /// Changes a collection's name, description or order (`PATCH /api/collections/{id}`).
  @discardableResult
  func update(_ id: String, _ update: BookCollectionUpdate) async throws(ClientError) -> BookCollection
  /// Removes a collection for all accounts (`DELETE /api/collections/{id}`). Needs ``UserPermissions/delete``.
  func remove(_ id: String) async throws(ClientError)
  /// Adds a book to a collection (`POST /api/collections/{id}/book`).
  /// - Throws: `invalidRequest` if the book is in the collection already.
  @discardableResult
  func add(_ book: String, to id: String) async throws(ClientError) -> BookCollection
  /// Adds books to a collection (`POST /api/collections/{id}/batch/add`). Books that are in the collection already are skipped.
  @discardableResult
  func add(_ books: [String], to id: String) async throws(ClientError) -> BookCollection
  /// Removes a book from a collection (`DELETE /api/collections/{id}/book/{book}`).
  @discardableResult
  func remove(_ book: String, from id: String) async throws(ClientError) -> BookCollection
  /// Removes books from a collection (`POST /api/collections/{id}/batch/remove`).
  @discardableResult
  func remove(_ books: [String], from id: String) async throws(ClientError) -> BookCollection
}

extension CollectionAPI {
  /// Returns all collections of a library as an asynchronous sequence, which requests them page by page.
  public func collections(in library: String, pageSize: Int = 10) -> PageSequence<BookCollection> {
    PageSequence(limit: pageSize, id: \.id) { (page, limit) async throws(ClientError) in
      try await self.page(page, in: library, limit: limit)
    }
  }
}

struct LiveCollectionAPI: CollectionAPI {
  let client: ServiceClient

  func all() async throws(ClientError) -> [BookCollection] {
    try await client.list(.shelfCollectionsAll, path: ["api", "collections"], traits: .cachedRead.withListsOfItems)
  }

  func page(_ page: Int, in library: String, limit: Int) async throws(ClientError) -> Page<BookCollection> {
    try await client.page(
      .shelfCollectionsPage, path: ["api", "libraries", .id(library), "collections"],
      query: ["limit": max(1, limit), "page": max(0, page)], traits: .cachedRead.withListsOfItems)
  }

  func collection(_ id: String) async throws(ClientError) -> BookCollection {
    try await client.json(.shelfCollectionsOne, path: path(id), traits: .cachedRead.withListsOfItems)
  }

  func create(_ draft: BookCollectionDraft) async throws(ClientError) -> BookCollection {
    try await client.json(
      .shelfCollectionsCreate, .post, path: ["api", "collections"], body: draft,
      ids: [draft.libraryId] + draft.books, traits: .write.withListsOfItems)
  }

  func update(_ id: String, _ update: BookCollectionUpdate) async throws(ClientError) -> BookCollection {
    try await client.json(
      .shelfCollectionsUpdate, .patch, path: path(id), body: update, ids: update.books ?? [],
      traits: .repeatableWrite.withListsOfItems)
  }

  func remove(_ id: String) async throws(ClientError) {
    try await client.ok(.shelfCollectionsRemove, .delete, path: path(id), traits: .write)
  }

  func add(_ book: String, to id: String) async throws(ClientError) -> BookCollection {
    try await client.json(
      .shelfCollectionsAdd, .post, path: path(id) + ["book"], body: ["id": book], ids: [book],
      traits: .write.withListsOfItems)
  }

  func add(_ books: [String], to id: String) async throws(ClientError) -> BookCollection {
    try await client.json(
      .shelfCollectionsBatchAdd, .post, path: path(id) + ["batch", "add"], body: ["books": books], ids: books,
      traits: .repeatableWrite.withListsOfItems)
  }

  func remove(_ book: String, from id: String) async throws(ClientError) -> BookCollection {
    try await client.json(
      .shelfCollectionsRemoveBook, .delete, path: path(id) + ["book", .id(book)],
      traits: .repeatableWrite.withListsOfItems)
  }

  func remove(_ books: [String], from id: String) async throws(ClientError) -> BookCollection {
    try await client.json(
      .shelfCollectionsBatchRemove, .post, path: path(id) + ["batch", "remove"], body: ["books": books], ids: books,
      traits: .repeatableWrite.withListsOfItems)
  }

  private func path(_ id: String) -> [PathSegment] { ["api", "collections", .id(id)] }
}
