public import MediaCore

/// A film, a series or a collection of the user's.
public enum TitleReference: Hashable, Sendable, Codable, CustomStringConvertible {
  case movie(Int)
  case series(Int)
  case collection(Int)

  public var id: Int {
    switch self {
    case .movie(let id), .series(let id), .collection(let id): id
    }
  }

  public var kind: TitleKind {
    switch self {
    case .movie: .movie
    case .series: .series
    case .collection: .collection
    }
  }

  /// `movie/4`
  public var description: String { "\(kind)/\(id)" }
}

/// What a title is, in paths and bodies of the server.
public struct TitleKind: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let movie = TitleKind(rawValue: "movie")
  public static let series = TitleKind(rawValue: "series")
  public static let collection = TitleKind(rawValue: "collection")
  public static let episode = TitleKind(rawValue: "episode")
}
