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
