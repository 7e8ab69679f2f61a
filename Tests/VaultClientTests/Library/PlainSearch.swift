import MediaCore

@testable import VaultClient

/// The library's search without any preparation, for comparing.
enum PlainSearch {
  static func find(_ query: String, in library: Watchlist) -> [LibraryEntry] {
    let entries =
      library.movies.map { LibraryEntry.movie($0, partOf: nil) } + library.series.map { .series($0) }
      + library.collections.map { .collection($0) }
    return entries.filter { entry in
      SearchText.matches(query, in: texts(of: entry).compactMap { $0 })
    }
  }

  private static func texts(of entry: LibraryEntry) -> [String?] {
    switch entry {
    case .movie(let movie, _):
      [movie.title, movie.collectionName, movie.quality?.rawValue, movie.releaseDate?.rawValue, movie.overview]
    case .series(let series): [series.title]
    case .collection(let collection): [collection.title, collection.overview]
    }
  }
}
