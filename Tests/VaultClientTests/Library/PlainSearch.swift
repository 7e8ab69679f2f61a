@testable import VaultClient

/// The library's search without any preparation, for comparing. This file has no Foundation, whose `contains` compares otherwise.
enum PlainSearch {
  static func find(_ query: String, in library: Watchlist) -> [LibraryEntry] {
    let words = query.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    guard !words.isEmpty else { return [] }
    let entries =
      library.movies.map { LibraryEntry.movie($0, partOf: nil) } + library.series.map { .series($0) }
      + library.collections.map { .collection($0) }
    return entries.filter { entry in
      let texts = texts(of: entry).compactMap { $0?.lowercased() }
      return words.allSatisfy { word in texts.contains { $0.contains(word) } }
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
