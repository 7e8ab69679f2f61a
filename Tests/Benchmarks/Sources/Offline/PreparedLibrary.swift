import MediaCore
import VaultClient

/// A library that is ready to be filtered, sorted and searched.
struct PreparedLibrary {
  #if LIBRARY_INDEX
    private let index: LibraryIndex

    init(_ library: Watchlist) {
      index = LibraryIndex(library)
      index.prepare()
    }

    func rows(_ filters: LibraryFilters, by sort: LibrarySort) -> [LibraryEntry] { index.rows(filters, by: sort) }

    func firstRows(_ count: Int, _ filters: LibraryFilters, by sort: LibrarySort) -> [LibraryEntry] {
      index.firstRows(count, filters, by: sort)
    }

    func find(_ query: String) -> [LibraryEntry] { index.find(query) }
  #else
    // Nothing can be prepared: each call starts from the titles.
    private let library: Watchlist

    init(_ library: Watchlist) { self.library = library }

    func rows(_ filters: LibraryFilters, by sort: LibrarySort) -> [LibraryEntry] { library.arranged(filters, by: sort) }

    func firstRows(_ count: Int, _ filters: LibraryFilters, by sort: LibrarySort) -> [LibraryEntry] {
      Array(rows(filters, by: sort).prefix(count))
    }

    func find(_ query: String) -> [LibraryEntry] { LibrarySearch.find(query, in: library) }
  #endif
}
