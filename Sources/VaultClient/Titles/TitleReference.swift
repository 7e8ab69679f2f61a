public import MediaCore

/// A reference to one of the user's films, series or collections.
public enum TitleReference: Hashable, Sendable, Codable, CustomStringConvertible {
  /// A film, by its id.
  case movie(Int)
  /// A series, by its id.
  case series(Int)
  /// A collection, by its id at TMDB.
  case collection(Int)

  public var id: Int {
    switch self {
    case .movie(let id), .series(let id), .collection(let id): id
    }
  }

  /// Whether the title is a film, a series or a collection.
  public var kind: TitleKind {
    switch self {
    case .movie: .movie
    case .series: .series
    case .collection: .collection
    }
  }

  /// The reference as text, such as `movie/4`.
  public var description: String { "\(kind)/\(id)" }
}

/// The kind of a title, such as film or series, as used in the paths and bodies of requests.
public struct TitleKind: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A film. The wire value is `movie`.
  public static let movie = TitleKind(rawValue: "movie")
  /// A series. The wire value is `series`.
  public static let series = TitleKind(rawValue: "series")
  /// A collection. The wire value is `collection`.
  public static let collection = TitleKind(rawValue: "collection")
  /// An episode. The wire value is `episode`.
  public static let episode = TitleKind(rawValue: "episode")
}

/// A film, a collection, a series, a season or an episode to mark as watched or unwatched.
///
/// Marking sets the wanted state and does not toggle, so marking the same target twice has no further effect.
///
/// ```swift
/// try await vault.store.setWatched(true, for: .episode(series: 1, season: 2, number: 1))
/// try await vault.store.setWatched(false, for: .season(series: 1, number: 2))
/// ```
public enum WatchTarget: Hashable, Sendable, Codable {
  /// A film, by its id.
  case movie(Int)
  /// All cached films of a collection, by the collection's id at TMDB.
  case collection(Int)
  /// A series with all of its episodes, by the id of the series.
  case series(Int)
  /// A season with all of its episodes. `series` is the id of the series.
  case season(series: Int, number: Int)
  /// One episode. `series` is the id of the series.
  case episode(series: Int, season: Int, number: Int)

  /// Creates the target for marking a whole title.
  public init(_ title: TitleReference) {
    switch title {
    case .movie(let id): self = .movie(id)
    case .collection(let id): self = .collection(id)
    case .series(let id): self = .series(id)
    }
  }
}

/// The combined mark of several films or episodes.
public enum WatchedState: String, Sendable, Hashable, Codable {
  /// None of the films or episodes is watched.
  case unwatched = "none"
  /// Some of the films or episodes are watched, but not all.
  case partly = "some"
  /// All films or episodes are watched.
  case all

  /// Combines marks; an empty sequence counts as unwatched.
  package init(_ marks: some Sequence<Bool>) {
    let marks = Array(marks)
    self = !marks.contains(true) ? .unwatched : marks.contains(false) ? .partly : .all
  }
}
