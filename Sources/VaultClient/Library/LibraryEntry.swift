package import Foundation
public import MediaCore

/// One row of the library: a film, a collection of films, or a series.
public enum LibraryEntry: Hashable, Sendable, Identifiable {
  /// - `partOf`: the name of the collection of which only this film is present; nil for none, and where the collection
  ///   has no name.
  case movie(Movie, partOf: String?)
  case collection(MovieCollection)
  case series(Series)

  public var reference: TitleReference {
    switch self {
    case .movie(let movie, _): .movie(movie.id)
    case .collection(let collection): .collection(collection.id)
    case .series(let series): .series(series.id)
    }
  }

  /// The id, unique across kinds.
  public var id: TitleReference { reference }

  public var title: String {
    switch self {
    case .movie(let movie, _): movie.title
    case .collection(let collection): collection.title
    case .series(let series): series.title
    }
  }

  public var posterURL: String? {
    switch self {
    case .movie(let movie, _): movie.posterURL
    case .collection(let collection): collection.posterURL
    case .series(let series): series.posterURL
    }
  }

  public var isNew: Bool {
    switch self {
    case .movie(let movie, _): movie.isNew ?? false
    case .collection(let collection): collection.isNew ?? false
    case .series(let series): series.isNew ?? false
    }
  }

  /// The mark of the row; a series without episodes is unwatched.
  public var watched: WatchedState {
    switch self {
    case .movie(let movie, _): movie.watched ? .all : .none
    case .collection(let collection): collection.watchedState
    case .series(let series): series.episodes.isEmpty ? (series.isWatched ? .all : .none) : series.watchedState
    }
  }

  /// The line below the title. Keys `vault.row.collection`, `vault.row.series` (with `.watched` when nothing is left)
  /// and `vault.row.partOf`.
  public func remark(_ texts: Texts = .english) -> String? {
    switch self {
    case .movie(_, let collection):
      return collection.map { texts("vault.row.partOf", english: "Part of %@", $0) }
    case .collection(let collection):
      let left = collection.movies.count { !$0.watched }
      return Self.counted(
        "vault.row.collection", "Collection (%@ movies)", "Collection (%@ movies; %@ unwatched)",
        collection.movies.count, left, texts)
    case .series(let series):
      let left = series.episodes.count { !$0.watched }
      return Self.counted(
        "vault.row.series", "TV Series (%@ episodes)", "TV Series (%@ episodes; %@ unwatched)",
        series.episodes.count, left, texts)
    }
  }

  private static func counted(
    _ key: String, _ done: String, _ open: String, _ count: Int, _ left: Int, _ texts: Texts
  ) -> String {
    left == 0
      ? texts(Texts.Key(rawValue: key + ".watched"), english: done, String(count))
      : texts(Texts.Key(rawValue: key), english: open, String(count), String(left))
  }
}

extension Series {
  public var watchedState: WatchedState { WatchedState(episodes.map(\.watched)) }
}

/// The NEW badge of imports.
package enum NewBadge {
  /// The time for which an import is new.
  package static let lifetime: TimeInterval = 24 * 3600

  /// Whether something that was imported at `date` shows the badge at `now`.
  package static func isShown(importedAt date: Date?, now: Date) -> Bool {
    guard let date else { return false }
    return now.timeIntervalSince(date) < lifetime
  }
}
