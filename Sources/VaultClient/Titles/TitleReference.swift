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

/// The kind of a title, as it is written in paths and bodies.
public struct TitleKind: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let movie = TitleKind(rawValue: "movie")
  public static let series = TitleKind(rawValue: "series")
  public static let collection = TitleKind(rawValue: "collection")
  public static let episode = TitleKind(rawValue: "episode")
}

/// A thing that can be marked as watched.
public enum WatchTarget: Hashable, Sendable, Codable {
  case movie(Int)
  /// All cached films of a collection.
  case collection(Int)
  case series(Int)
  case season(series: Int, number: Int)
  case episode(series: Int, season: Int, number: Int)

  public init(_ title: TitleReference) {
    switch title {
    case .movie(let id): self = .movie(id)
    case .collection(let id): self = .collection(id)
    case .series(let id): self = .series(id)
    }
  }
}

/// The combined mark of several titles.
public enum WatchedState: String, Sendable, Hashable, Codable {
  case none, some, all

  /// An empty sequence counts as unwatched.
  package init(_ marks: some Sequence<Bool>) {
    let marks = Array(marks)
    self = !marks.contains(true) ? .none : marks.contains(false) ? .some : .all
  }
}
