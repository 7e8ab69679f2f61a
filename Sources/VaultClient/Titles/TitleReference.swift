public import MediaCore

/// A reference to one of the user's films, series or collections.
public enum TitleReference: Hashable, Sendable, Codable, CustomStringConvertible {
  /// A film, by its id.
  case movie(Int)
  /// A series, by its id.
  case series(Int)
  /// A collection, by its number at TMDB.
  case collection(Int)

  public var id: Int {
    switch self {
    case .movie(let id), .series(let id), .collection(let id): id
    }
  }

  /// The kind of the title, without its number.
  public var kind: TitleKind {
    switch self {
    case .movie: .movie
    case .series: .series
    case .collection: .collection
    }
  }

  /// The reference as text: `movie/4`.
  public var description: String { "\(kind)/\(id)" }
}

/// The kind of a title, as it is written in paths and bodies.
public struct TitleKind: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// On the wire `movie`.
  public static let movie = TitleKind(rawValue: "movie")
  /// On the wire `series`.
  public static let series = TitleKind(rawValue: "series")
  /// On the wire `collection`.
  public static let collection = TitleKind(rawValue: "collection")
  /// On the wire `episode`.
  public static let episode = TitleKind(rawValue: "episode")
}

/// A film, a collection, a series, a season or an episode that can be marked as watched.
///
/// A mark is the wanted state and never a toggle, so marking twice changes nothing.
///
/// ```swift
/// try await vault.store.setWatched(true, for: .episode(series: 1, season: 2, number: 1))
/// try await vault.store.setWatched(false, for: .season(series: 1, number: 2))
/// ```
public enum WatchTarget: Hashable, Sendable, Codable {
  /// A film.
  case movie(Int)
  /// All cached films of a collection.
  case collection(Int)
  /// A series, with all of its episodes.
  case series(Int)
  /// A season, with all of its episodes.
  case season(series: Int, number: Int)
  /// One episode.
  case episode(series: Int, season: Int, number: Int)

  /// Creates the target that marks a whole title.
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
  /// Whether nothing, a part or all of it was watched.
  case none, some, all

  /// Combines marks; an empty sequence counts as unwatched.
  package init(_ marks: some Sequence<Bool>) {
    let marks = Array(marks)
    self = !marks.contains(true) ? .none : marks.contains(false) ? .some : .all
  }
}
