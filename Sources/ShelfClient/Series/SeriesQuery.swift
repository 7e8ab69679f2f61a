public import MediaCore

/// Which series to list, and in which order.
public struct SeriesQuery: Sendable, Hashable {
  public var sort: SeriesSort?
  public var descending: Bool
  /// By genre, tag, author, progress, narrator, publisher or language.
  public var filter: ItemFilter?

  public init(sort: SeriesSort? = nil, descending: Bool = false, filter: ItemFilter? = nil) {
    self.sort = sort
    self.descending = descending
    self.filter = filter
  }
}

/// The order of series.
public struct SeriesSort: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let name = SeriesSort(rawValue: "name")
  public static let numBooks = SeriesSort(rawValue: "numBooks")
  public static let addedAt = SeriesSort(rawValue: "addedAt")
  /// Adds ``Series/totalDuration``.
  public static let totalDuration = SeriesSort(rawValue: "totalDuration")
  public static let lastBookAdded = SeriesSort(rawValue: "lastBookAdded")
  public static let lastBookUpdated = SeriesSort(rawValue: "lastBookUpdated")
  public static let random = SeriesSort(rawValue: "random")
}
