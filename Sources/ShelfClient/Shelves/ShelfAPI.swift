public import MediaCore

/// The request for the shelves of a library's home screen.
public protocol ShelfAPI: Sendable {
  /// Fetches the shelves of a library's home screen, such as items to continue, new items, and items to listen to again
  /// (`GET /api/libraries/{id}/personalized`). The server leaves out empty shelves. The server caches its response for up to half an hour,
  /// or until the account's progress changes.
  /// - Parameter limit: the highest number of entries on each shelf. With a small limit, ebooks can be missing from the shelf
  ///   ``ShelfID/continueReading``, since the server applies the limit to ebooks and audiobooks in progress together.
  func shelves(of library: String, limit: Int) async throws(ClientError) -> Answer<[Shelf]>
}

extension ShelfAPI {
  /// Fetches the shelves of a library's home screen, with at most ten entries on each.
  public func shelves(of library: String) async throws(ClientError) -> [Shelf] {
    try await shelves(of: library, limit: 10).value
  }
}

struct LiveShelfAPI: ShelfAPI {
  let client: ServiceClient

  func shelves(of library: String, limit: Int) async throws(ClientError) -> Answer<[Shelf]> {
    try await client.answer(
      Endpoint(
        .shelfShelvesOfLibrary, path: ["api", "libraries", .id(library), "personalized"],
        query: ["limit": max(1, limit), "include": "rssfeed,numepisodesincomplete"], traits: .shelfShown
      ) { response, decoding in
        try decoding.json(LossyList<Shelf>.self, from: response).elements
      })
  }
}
