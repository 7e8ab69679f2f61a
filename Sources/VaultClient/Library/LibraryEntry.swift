public import Foundation
public import MediaCore

/// One row of the library: a film, a collection of films, or a series.
///
/// ```swift
/// let library = VaultLibraryViewModel(vault: vault)
/// for entry in library.state.entries {
///   print(entry.title, entry.remark() ?? "", entry.watched)
/// }
/// ```
public enum LibraryEntry: Hashable, Sendable, Identifiable {
  /// A film.
  /// - `partOf`: the name of the film's collection if the library has no other film of that collection; nil if the film has no collection
  ///   or the collection has no name.
  case movie(Movie, partOf: String?)
  /// A collection with its films.
  indirect case collection(MovieCollection)
  /// A series with its episodes.
  case series(Series)

  /// The kind and the id of the row's title.
  public var reference: TitleReference {
    switch self {
    case .movie(let movie, _): .movie(movie.id)
    case .collection(let collection): .collection(collection.id)
    case .series(let series): .series(series.id)
    }
  }

  /// The id of the row, unique across films, collections and series.
  public var id: TitleReference { reference }

  /// The title of the film, the series or the collection.
  public var title: String {
    switch self {
    case .movie(let movie, _): movie.title
    case .collection(let collection): collection.title
    case .series(let series): series.title
    }
  }

  /// The address of the poster: a web address, or a path on the server. ``MediaAPI/url(of:)`` returns an address that can be loaded.
  public var posterURL: String? {
    switch self {
    case .movie(let movie, _): movie.posterURL
    case .collection(let collection): collection.posterURL
    case .series(let series): series.posterURL
    }
  }

  /// Whether the server has reported the title as new and the user has not opened the title since then.
  public var isNew: Bool {
    switch self {
    case .movie(let movie, _): movie.isNew ?? false
    case .collection(let collection): collection.isNew ?? false
    case .series(let series): series.isNew ?? false
    }
  }

  /// Whether none, some or all films or episodes of the row are watched. A series without episodes is watched only if the series itself is
  /// marked.
  public var watched: WatchedState {
    switch self {
    case .movie(let movie, _): movie.watched ? .all : .unwatched
    case .collection(let collection): collection.watchedState
    case .series(let series): series.episodes.isEmpty ? (series.isWatched ? .all : .unwatched) : series.watchedState
    }
  }

  /// Whether the row shows the NEW badge, which a title has for 24 hours after its import.
  /// - Parameter now: the time for which the badge is computed.
  public func isNewlyImported(at now: Date) -> Bool {
    switch self {
    case .movie(let movie, _): NewBadge.isShown(importedAt: movie.importedAt, now: now)
    case .collection(let collection):
      collection.movies.contains { NewBadge.isShown(importedAt: $0.importedAt, now: now) }
    case .series(let series): NewBadge.isShown(importedAt: series.importedAt, now: now)
    }
  }

  /// The line below the row's title. For a collection or a series: the number of films or episodes, and how many of them are unwatched. For
  /// a film with a `partOf` collection: the name of that collection. Nil for other films. Text keys: `vault.row.collection` and
  /// `vault.row.series`, both with the suffix `.watched` if all are watched, and `vault.row.partOf`.
  public func remark(_ texts: Texts = .english) -> String? {
    switch self {
    case .movie(_, let collection):
      return collection.map { texts("vault.row.partOf", english: "Part of %@", $0) }
    case .collection(let collection):
      let (all, unwatched) = Self.counts(collection.movies.map(\.watched))
      return unwatched == "0"
        ? texts("vault.row.collection.watched", english: "Collection (%@ movies)", all)
        : texts("vault.row.collection", english: "Collection (%@ movies; %@ unwatched)", all, unwatched)
    case .series(let series):
      let (all, unwatched) = Self.counts(series.episodes.map(\.watched))
      return unwatched == "0"
        ? texts("vault.row.series.watched", english: "TV Series (%@ episodes)", all)
        : texts("vault.row.series", english: "TV Series (%@ episodes; %@ unwatched)", all, unwatched)
    }
  }

  /// The question to ask the user before a partly watched collection or series is marked as a whole. Text key: `vault.confirm.title`.
  public func confirmationTitle(_ texts: Texts = .english) -> String {
    let marks = self.marks
    return texts(
      "vault.confirm.title", english: "“%@” is partly watched: %@ of %@.", title, String(marks.count { $0 }),
      String(marks.count))
  }

  /// Returns the label of one of the two buttons that answer ``confirmationTitle(_:)``. Text keys: `vault.confirm.watched` and
  /// `vault.confirm.unwatched`.
  /// - Parameter watched: the answer that the button passes to ``VaultLibraryViewModel/confirm(watched:)``.
  public func confirmationText(watched: Bool, _ texts: Texts = .english) -> String {
    let count = String(marks.count)
    return watched
      ? texts("vault.confirm.watched", english: "Mark all %@ as watched", count)
      : texts("vault.confirm.unwatched", english: "Mark all %@ as unwatched", count)
  }

  /// The marks of the films or episodes.
  private var marks: [Bool] {
    switch self {
    case .movie(let movie, _): [movie.watched]
    case .collection(let collection): collection.movies.map(\.watched)
    case .series(let series): series.episodes.map(\.watched)
    }
  }

  private static func counts(_ marks: [Bool]) -> (all: String, unwatched: String) {
    (String(marks.count), String(marks.count { !$0 }))
  }
}

/// The NEW badge of imports.
package enum NewBadge {
  /// Whether something that was imported at `date` shows the badge at `now`: for a day.
  package static func isShown(importedAt date: Date?, now: Date) -> Bool {
    date.map { now.timeIntervalSince($0) < 24 * 3600 } ?? false
  }
}
