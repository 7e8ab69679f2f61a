public import MediaCore

extension ShelfService {
  /// Returns the books of a series in the order of the series, as an asynchronous sequence that requests them page by page. The request is
  /// `GET /api/libraries/{id}/items`, since the server's route for a series sends no books. A book's place in a series is not always a
  /// whole number from 1: `1.5` and `0` occur.
  public func books(ofSeries id: String, in library: String, pageSize: Int = 50) -> PageSequence<ShelfItem> {
    let query = ItemQuery(sort: .sequence, filter: .series(id))
    return PageSequence(limit: pageSize, id: \.id) { (page, limit) async throws(ClientError) in
      try WireID.check([id], operation: .shelfLibrariesItems)
      return try await roles.libraries.page(page, of: query, in: library, limit: limit)
    }
  }

  /// Fetches a series with the account's progress and all its books.
  public func seriesWithBooks(_ id: String, in library: String) async throws(ClientError) -> Series {
    var one = try await roles.series.series(id, in: library)
    one.books = try await books(ofSeries: id, in: library).all()
    return one
  }
}
