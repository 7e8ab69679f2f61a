extension Watchlist {
  /// The library as it is shown: grouped, filtered, sorted, new titles first.
  public func arranged(_ filters: LibraryFilters = .standard, by sort: LibrarySort = .alphabetical) -> [LibraryEntry] {
    sort.sorted(entries.filter(filters.passes))
  }

  /// Every row: a collection of which only one film is present is shown as that film.
  public var entries: [LibraryEntry] {
    collections.map { collection in
      // A list can hold films of a collection without a name.
      collection.movies.count == 1
        ? .movie(collection.movies[0], partOf: collection.title.isEmpty ? nil : collection.title)
        : .collection(collection)
    } + series.map { .series($0) } + movies.map { .movie($0, partOf: nil) }
  }

  /// Several lists as one: each title once, films of the same collection together.
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
