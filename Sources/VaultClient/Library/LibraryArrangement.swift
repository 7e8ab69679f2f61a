extension Watchlist {
  /// Returns the library as screens show it: grouped into rows, filtered, and sorted. New titles come first.
  public func arranged(_ filters: LibraryFilters = .standard, by sort: LibrarySort = .alphabetical) -> [LibraryEntry] {
    LibraryIndex(self).rows(filters, by: sort)
  }

  /// All rows of the library, unfiltered. A collection of which the library has only one film is shown as that film.
  public var entries: [LibraryEntry] {
    collections.map { .shown($0) } + series.map { .series($0) } + movies.map { .movie($0, partOf: nil) }
  }

  /// Joins several lists: each title once, films of the same collection together.
  package init(union lists: [Watchlist]) {
    self.init()
    var movieIDs: Set<Int> = []
    var seriesIDs: Set<Int> = []
    for list in lists {
      for one in list.series where seriesIDs.insert(one.id).inserted { series.append(one) }
      for movie in list.movies where movieIDs.insert(movie.id).inserted { movies.append(movie) }
      for collection in list.collections {
        let fresh = collection.movies.filter { movieIDs.insert($0.id).inserted }
        if let index = collections.firstIndex(where: { $0.id == collection.id }) {
          collections[index].movies += fresh
        } else if !fresh.isEmpty {
          var collection = collection
          collection.movies = fresh
          collections.append(collection)
        }
      }
    }
  }
}

/// Searches the titles of the library. The search makes no request and is fast enough to run on every keystroke.
public enum LibrarySearch {
  /// Finds films, series and collections that contain every word of `query`. The searched texts are title, collection, quality, release
  /// date and overview. Case, accents, width and apostrophes are ignored. Films inside collections are not searched. Returns no rows for an
  /// empty query.
  public static func find(_ query: String, in library: Watchlist) -> [LibraryEntry] {
    LibraryTexts(library).find(query).map(library.found)
  }
}

extension LibraryEntry {
  /// The row of a collection.
  static func shown(_ collection: MovieCollection) -> LibraryEntry {
    // Show a collection of one film as that film. A collection in a list may have no name: the film then belongs to no collection.
    collection.movies.count == 1
      ? .movie(collection.movies[0], partOf: collection.title.isEmpty ? nil : collection.title)
      : .collection(collection)
  }
}

/// One season of a series with its episodes.
public struct SeasonGroup: Hashable, Sendable, Identifiable {
  /// The number of the season; 0 for specials.
  public var number: Int
  /// The episodes, ordered by number.
  public var episodes: [Episode]
  /// The season's own poster, or the poster of the series if the season has none.
  public var posterURL: String?

  public var id: Int { number }
  /// The number of watched episodes.
  public var watchedCount: Int { episodes.count(where: \.watched) }
  /// Whether none, some or all of the episodes are watched.
  public var state: WatchedState { WatchedState(episodes.map(\.watched)) }
  /// The fraction of the season's episodes that are watched, from 0 to 1.
  public var fraction: Double { episodes.isEmpty ? 0 : Double(watchedCount) / Double(episodes.count) }
}

extension Series {
  /// The seasons of the series in ascending order. Specials are season 0 and come first.
  /// - Parameter unwatchedOnly: whether seasons without an unwatched episode are left out.
  public func seasons(unwatchedOnly: Bool = false) -> [SeasonGroup] {
    Dictionary(grouping: episodes, by: \.season).map { number, episodes in
      SeasonGroup(
        number: number, episodes: episodes.sorted { ($0.number, $0.id) < ($1.number, $1.id) },
        posterURL: seasonPosters[number] ?? posterURL)
    }
    .filter { !unwatchedOnly || $0.state != .all }
    .sorted { $0.number < $1.number }
  }
}
