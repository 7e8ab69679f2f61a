public import Foundation
public import MediaCore

/// Fetches authors and narrators of books.
public protocol AuthorAPI: Sendable {
  /// Fetches all authors of a library, in no particular order (`GET /api/libraries/{id}/authors`).
  func all(in library: String) async throws(ClientError) -> [Author]
  /// Fetches one page of a library's authors (`GET /api/libraries/{id}/authors?limit=…&page=…`).
  func page(
    _ page: Int, in library: String, limit: Int, sort: AuthorSort?, descending: Bool
  ) async throws(ClientError) -> Page<Author>
  /// Fetches an author with books and series (`GET /api/authors/{id}?include=items,series`).
  /// - Throws: `notFound`.
  func author(_ id: String) async throws(ClientError) -> Author
  /// Returns the address of the author's picture (`GET /api/authors/{id}/image`). Loading the picture needs no token. Only an author with
  /// ``Author/imagePath`` has a picture. Pass ``Author/updatedAt``, so that a changed picture has another address.
  func imageURL(of id: String, width: Int?, updatedAt: Date?) async throws(ClientError) -> URL
  /// Fetches an author's picture as JPEG (`GET /api/authors/{id}/image`).
  func image(of id: String, width: Int?) async throws(ClientError) -> Data
  /// Fetches all narrators of a library (`GET /api/libraries/{id}/narrators`).
  func narrators(in library: String) async throws(ClientError) -> [Narrator]
}

extension AuthorAPI {
  /// Returns all authors of a library in the order `sort`, as an asynchronous sequence that requests the authors page by page.
  public func authors(
    in library: String, sort: AuthorSort? = .name, descending: Bool = false, pageSize: Int = 50
  ) -> PageSequence<Author> {
    PageSequence(limit: pageSize, id: \.id) { (page, limit) async throws(ClientError) in
      try await self.page(page, in: library, limit: limit, sort: sort, descending: descending)
    }
  }
}

/// An order in which the server can sort authors.
public struct AuthorSort: Vocabulary, CaseIterable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// By name; on the wire `name`.
  public static let name = AuthorSort(rawValue: "name")
  /// By name, the last name first; on the wire `lastFirst`.
  public static let lastFirst = AuthorSort(rawValue: "lastFirst")
  /// By the date of addition to the library; on the wire `addedAt`.
  public static let addedAt = AuthorSort(rawValue: "addedAt")
  /// By the date of the last change; on the wire `updatedAt`.
  public static let updatedAt = AuthorSort(rawValue: "updatedAt")
  /// By number of books; on the wire `numBooks`.
  public static let numBooks = AuthorSort(rawValue: "numBooks")

  /// All orders that this SDK defines, in the order for a menu.
  public static let allCases: [AuthorSort] = [.name, .lastFirst, .addedAt, .updatedAt, .numBooks]
}

struct LiveAuthorAPI: AuthorAPI {
  let client: ServiceClient

  func all(in library: String) async throws(ClientError) -> [Author] {
    try await client.list(
      .shelfAuthorsAll, path: ["api", "libraries", .id(library), "authors"], traits: .shelfShown)
  }

  /// The server pages only when it gets both the limit and the page.
  func page(
    _ page: Int, in library: String, limit: Int, sort: AuthorSort?, descending: Bool
  ) async throws(ClientError) -> Page<Author> {
    try await client.page(
      .shelfAuthorsPage, path: ["api", "libraries", .id(library), "authors"],
      query: ["limit": max(1, limit), "page": max(0, page), "sort": sort, "desc": descending ? 1 : nil],
      traits: .shelfShown)
  }

  func author(_ id: String) async throws(ClientError) -> Author {
    try await client.json(
      .shelfAuthorsOne, path: ["api", "authors", .id(id)], query: ["include": "items,series"], traits: .cachedRead)
  }

  func imageURL(of id: String, width: Int?, updatedAt: Date?) async throws(ClientError) -> URL {
    try await client.url(picture(id, width, updatedAt))
  }

  func image(of id: String, width: Int?) async throws(ClientError) -> Data { try await client.send(picture(id, width)) }

  private func picture(_ id: String, _ width: Int?, _ updatedAt: Date? = nil) -> Endpoint<Data> {
    .artwork(Artwork(.author(id), updatedAt: updatedAt, width: width))
  }

  func narrators(in library: String) async throws(ClientError) -> [Narrator] {
    try await client.list(
      .shelfAuthorsNarrators, path: ["api", "libraries", .id(library), "narrators"], traits: .cachedRead)
  }
}
