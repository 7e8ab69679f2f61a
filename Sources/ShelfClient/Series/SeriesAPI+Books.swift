public import MediaCore

extension ShelfService {
  /// The books of a series in their order: the series route itself has none. Numbers of series can be `1.5` or `0`.
  public func books(ofSeries id: String, in library: String, pageSize: Int = 50) -> PageSequence<LibraryItem> {
    let query = ItemQuery(sort: .sequence, filter: .series(id))
    return PageSequence(limit: pageSize) { (page, limit) async throws(ClientError) in
      try WireID.check([id], operation: "shelf.libraries.items")
      return try await self.libraries.page(page, of: query, in: library, limit: limit)
    }
  }

  /// A series with progress and all its books.
  public func seriesWithBooks(_ id: String, in library: String) async throws(ClientError) -> Series {
    var one = try await series.series(id, in: library)
    one.books = try await books(ofSeries: id, in: library).all()
    return one
  }
}
