public import MediaCore

/// In which order unwatched titles come. The server takes unknown words for no order.
public struct UnwatchedSort: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let added = UnwatchedSort(rawValue: "added")
  public static let releaseDate = UnwatchedSort(rawValue: "release_date")
  public static let watched = UnwatchedSort(rawValue: "watched")
}
