import MediaCore

/// A series that a search found, with its books as plain items without authors and series. Required: `series`.
public struct SeriesMatch: Codable, Hashable, Sendable, Identifiable {
  public var series: Series
  public var books: [LibraryItem]

  public var id: String { series.id }

  public init(series: Series, books: [LibraryItem] = []) {
    self.series = series
    self.books = books
  }
}

extension SeriesMatch {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    series = try members.require(.series)
    books = members.list(.books)
  }
}
