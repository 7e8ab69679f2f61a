import MediaCore

/// How far an account is in a series.
public struct SeriesProgress: Codable, Hashable, Sendable {
  /// All its books.
  public var libraryItemIds: [String]
  /// Those that are finished.
  public var libraryItemIdsFinished: [String]
  /// Whether all are.
  public var isFinished: Bool

  public init(
    libraryItemIds: [String] = [], libraryItemIdsFinished: [String] = [], isFinished: Bool = false
  ) {
    self.libraryItemIds = libraryItemIds
    self.libraryItemIdsFinished = libraryItemIdsFinished
    self.isFinished = isFinished
  }
}

extension SeriesProgress {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    libraryItemIds = members.list(.libraryItemIds)
    libraryItemIdsFinished = members.list(.libraryItemIdsFinished)
    isFinished = members[.isFinished] ?? false
  }
}
