import MediaCore

/// A library prepared for fast filtering, sorting and searching, for an app's own screens. ``VaultLibraryViewModel`` already uses such an
/// index. Create an index once for a library, preferably outside the main actor. With thousands of titles, each call then takes less time
/// than one frame on the screen.
///
/// ```swift
/// let titles = try await vault.store.refreshLibrary().value
/// let index = LibraryIndex(titles)
/// index.prepare()
/// let top = index.firstRows(100, .standard, by: .alphabetical)
/// let found = index.find("north star")
/// ```
public struct LibraryIndex: Sendable {
  private(set) var library: Watchlist
  /// All rows of the library: collections, series, then films. The same rows as ``Watchlist/entries``.
  public private(set) var entries: [LibraryEntry]
  private var facts: [EntryFacts]
  private var keys: LibraryKeys
  /// The texts that are searched.
  private(set) var texts: LibraryTexts

  /// Creates an index. Its sort orders and searched texts are computed at their first use, or earlier by ``prepare()``.
  public init(_ library: Watchlist) {
    self.library = library
    entries = library.entries
    facts = entries.map { EntryFacts($0) }
    keys = LibraryKeys(entries.map { LibraryKeys.Row($0) })
    texts = LibraryTexts(library)
  }

  /// Computes every sort order and the searched texts, so that later calls do not have to compute them. This method can run on another
  /// thread while the index is in use.
  public func prepare() {
    texts.prepare()
    LibrarySort.allCases.forEach(prepare)
  }

  /// Makes one order.
  func prepare(_ sort: LibrarySort) { _ = keys.order(by: sort) }

  /// The rows that pass the filters, sorted, with new titles first. The result equals ``Watchlist/arranged(_:by:)``.
  public func rows(_ filters: LibraryFilters, by sort: LibrarySort) -> [LibraryEntry] {
    places(filters, by: sort).map { entries[Int($0)] }
  }

  /// The places, among ``entries``, of the rows that pass, in order, new titles first.
  func places(_ filters: LibraryFilters, by sort: LibrarySort) -> [Int32] {
    var (new, others): ([Int32], [Int32]) = ([], [])
    others.reserveCapacity(entries.count)
    for place in keys.order(by: sort) where filters.passes(facts[Int(place)]) {
      if facts[Int(place)].isNew { new.append(place) } else { others.append(place) }
    }
    return new + others
  }

  /// Returns only the first rows of ``rows(_:by:)``, for a screen that shows the top of the list before the rest is computed. Examines no
  /// more rows than necessary.
  /// - Parameter count: the number of rows to return. If fewer rows pass the filters, fewer are returned.
  public func firstRows(_ count: Int, _ filters: LibraryFilters, by sort: LibrarySort) -> [LibraryEntry] {
    let count = max(0, count)
    let new = facts.indices.filter { facts[$0].isNew && filters.passes(facts[$0]) }
    var places = keys.first(count, of: new, by: sort)
    if let order = keys.knownOrder(by: sort) {
      let others = order.lazy.filter { place in !facts[Int(place)].isNew && filters.passes(facts[Int(place)]) }
      places += others.prefix(count - places.count)
    } else {
      let others = facts.indices.lazy.filter { !facts[$0].isNew && filters.passes(facts[$0]) }
      places += keys.first(count - places.count, of: others, by: sort)
    }
    return places.map { entries[Int($0)] }
  }

  /// Finds films outside collections, series and collections that contain every word of `query`, as ``LibrarySearch/find(_:in:)`` does.
  public func find(_ query: String) -> [LibraryEntry] { texts.find(query).map(library.found) }

  // MARK: Changes

  /// The difference between the index and a later state of the library.
  enum Change: Sendable {
    /// The titles are equal: an index of the newer ones, or nil when these are copies of those in the index.
    case none(LibraryIndex?)
    /// Titles at these places differ; the orders and the searched texts stay valid.
    case titles([Int])
    /// Any other difference: an index of the newer library.
    case all(LibraryIndex)
  }

  /// Compares the library with a later state of it.
  func change(to newer: Watchlist) -> Change {
    guard let collections = Self.places(library.collections, newer.collections, isCopy: ==),
      let series = Self.places(library.series, newer.series, isCopy: { $0.isCopy(of: $1) }),
      let movies = Self.places(library.movies, newer.movies, isCopy: { $0.isCopy(of: $1) })
    else { return .all(LibraryIndex(newer.separate)) }
    let places =
      collections.changed + series.changed.map { $0 + library.collections.count }
      + movies.changed.map { $0 + library.collections.count + library.series.count }
    let areCopies = collections.areCopies && series.areCopies && movies.areCopies
    if areCopies, !places.isEmpty, places.allSatisfy({ keepsKeys(at: $0, in: newer) }) { return .titles(places) }
    if areCopies, places.isEmpty { return .none(nil) }
    var index = self
    index.library = newer.separate
    index.patch(places)
    if !places.allSatisfy({ library.texts(at: $0) == newer.texts(at: $0) }) { index.texts = LibraryTexts(newer) }
    return places.isEmpty ? .none(index) : .all(index)
  }

  /// Takes over the titles at some places, which ``change(to:)`` has found.
  /// - Returns: whether the same rows pass in the same order.
  mutating func update(_ places: [Int], from newer: Watchlist, _ filters: LibraryFilters) -> Bool {
    library.update(places, from: newer)
    var keepsRows = true
    for place in places {
      let before = facts[place]
      put(library.entry(at: place), at: place)
      let after = facts[place]
      keepsRows = keepsRows && before.isNew == after.isNew && filters.passes(before) == filters.passes(after)
    }
    return keepsRows
  }

  /// The places at which two lists of the same titles differ; nil for lists of other titles.
  private static func places<Title: Equatable & Identifiable>(
    _ older: [Title], _ newer: [Title], isCopy: (Title, Title) -> Bool
  ) -> (changed: [Int], areCopies: Bool)? {
    guard older.count == newer.count else { return nil }
    var (changed, areCopies): ([Int], Bool) = ([], true)
    for place in older.indices where !isCopy(older[place], newer[place]) {
      if older[place] == newer[place] {
        areCopies = false
      } else if older[place].id == newer[place].id {
        changed.append(place)
      } else {
        return nil
      }
    }
    return (changed, areCopies)
  }

  private func keepsKeys(at place: Int, in newer: Watchlist) -> Bool {
    LibraryKeys.Row(newer.entry(at: place)) == keys.rows[place] && library.texts(at: place) == newer.texts(at: place)
  }

  private mutating func put(_ entry: LibraryEntry, at place: Int) {
    entries[place] = entry
    facts[place] = EntryFacts(entry)
  }

  private mutating func patch(_ places: [Int]) {
    var rows: [(place: Int, row: LibraryKeys.Row)] = []
    for place in places {
      let entry = library.entry(at: place)
      put(entry, at: place)
      let row = LibraryKeys.Row(entry)
      if row != keys.rows[place] { rows.append((place, row)) }
    }
    guard !rows.isEmpty else { return }
    var all = keys.rows
    for (place, row) in rows { all[place] = row }
    keys = LibraryKeys(all)
  }
}

extension Watchlist {
  /// An equal library with arrays of its own, so that a title changed in its place copies none of them.
  var separate: Watchlist {
    with(self) { copy in
      copy.collections = collections.map { $0 }
      copy.series = series.map { $0 }
      copy.movies = movies.map { $0 }
    }
  }

  /// Takes over the titles at some places of ``entries`` from another state of the same titles.
  mutating func update(_ places: [Int], from newer: Watchlist) {
    for place in places {
      let (ofSeries, ofMovies) = (place - collections.count, place - collections.count - series.count)
      if ofMovies >= 0 {
        movies[ofMovies] = newer.movies[ofMovies]
      } else if ofSeries >= 0 {
        series[ofSeries] = newer.series[ofSeries]
      } else {
        collections[place] = newer.collections[place]
      }
    }
  }
}

extension Watchlist {
  /// The row at a place of ``entries``.
  fileprivate func entry(at place: Int) -> LibraryEntry {
    if place < collections.count { return .shown(collections[place]) }
    let place = place - collections.count
    return place < series.count ? .series(series[place]) : .movie(movies[place - series.count], partOf: nil)
  }
}

/// The parts of an entry that filters look at.
struct EntryFacts: Sendable {
  let isSeries: Bool
  let isNew: Bool
  let hasUnwatched: Bool
  /// Minutes, of a collection the mean of the known ones; 0 when unknown, as always for series.
  let runtime: Double
  /// The server's average of a series; 0 for other entries.
  let averageRuntime: Double

  init(_ entry: LibraryEntry) {
    isNew = entry.isNew
    switch entry {
    case .movie(let movie, _):
      (isSeries, hasUnwatched) = (false, !movie.watched)
      (runtime, averageRuntime) = (Double(max(0, movie.runtime ?? 0)), 0)
    case .collection(let collection):
      (isSeries, hasUnwatched) = (false, collection.movies.contains { !$0.watched })
      let known = collection.movies.compactMap(\.runtime).filter { $0 > 0 }.map(Double.init)
      (runtime, averageRuntime) = (known.isEmpty ? 0 : known.reduce(0, +) / Double(known.count), 0)
    case .series(let series):
      (isSeries, hasUnwatched) = (true, !series.isWatched || series.episodes.contains { !$0.watched })
      (runtime, averageRuntime) = (0, Double(max(0, series.averageEpisodeRuntime ?? 0)))
    }
  }
}
