public import MediaCore

/// The shelves of a library's home screen.
public protocol ShelfAPI: Sendable {
  /// `GET /api/libraries/{id}/personalized`: what goes on, what is new, what was liked. Empty shelves do not come. The server
  /// keeps its answer up to half an hour, or until progress changes.
  /// - Parameter limit: the most on each shelf. With a small one the ebooks of ``ShelfID/continueReading`` can be missing: the
  ///   server counts them together with what is listened to.
  func shelves(of library: String, limit: Int) async throws(ClientError) -> Answer<[Shelf]>
}

extension ShelfAPI {
  /// At most ten on each shelf.
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
