public import MediaCore

/// The shelves of a library's home screen.
public protocol ShelfAPI: Sendable {
  /// Fetches the shelves of items to continue, new items, and items to hear again, without empty shelves
  /// (`GET /api/libraries/{id}/personalized`). The server caches its answer for up to half an hour, or until progress changes.
  /// - Parameter limit: the highest number of things on each shelf. With a small limit, ebooks of ``ShelfID/continueReading`` can be
  ///   missing, since the server counts them together with audiobooks in progress.
  func shelves(of library: String, limit: Int) async throws(ClientError) -> Answer<[Shelf]>
}

extension ShelfAPI {
  /// Fetches the shelves of a library's home screen, with at most ten things on each.
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
