import MediaCore

/// A library in the form in which it is filtered, sorted and searched at each touch: made once, and patched where a title changes.
struct LibraryIndex: Sendable {
  private(set) var library: Watchlist
  /// ``Watchlist/entries``: collections, series, films.
  private(set) var entries: [LibraryEntry]
  private var facts: [EntryFacts]
  private var keys: LibraryKeys
  /// The texts that are searched.
  private(set) var texts: LibraryTexts

  init(_ library: Watchlist) {
    self.library = library
    entries = library.entries
    facts = entries.map { EntryFacts($0) }
    keys = LibraryKeys(entries.map { LibraryKeys.Row($0) })
    texts = LibraryTexts(library)
  }

  /// The rows that pass, in order, new titles first.
  func rows(_ filters: LibraryFilters, by sort: LibrarySort) -> [LibraryEntry] {
    var (new, others): ([Int32], [Int32]) = ([], [])
    others.reserveCapacity(entries.count)
    for place in keys.order(by: sort) where filters.passes(facts[Int(place)]) {
      if facts[Int(place)].isNew { new.append(place) } else { others.append(place) }
    }
    return (new + others).map { entries[Int($0)] }
  }

  /// The first rows of ``rows(_:by:)``, found without an order of all of them.
  func firstRows(_ count: Int, _ filters: LibraryFilters, by sort: LibrarySort) -> [LibraryEntry] {
    var (new, others): ([Int], [Int]) = ([], [])
    for place in facts.indices where filters.passes(facts[place]) {
      if facts[place].isNew { new.append(place) } else { others.append(place) }
    }
    let first = keys.first(count, of: new, by: sort)
    return (first + keys.first(count - first.count, of: others, by: sort)).map { entries[Int($0)] }
  }

  /// Makes an order, so that nobody waits for it at a touch.
  func prepare(_ sort: LibrarySort) { _ = keys.order(by: sort) }

  // MARK: Changes

  /// The index of a later state of the library; nil for an equal one. Titles that are equal stay what they are, so that
  /// comparing both costs little.
  func updated(to newer: Watchlist) -> LibraryIndex? {
    guard let collections = Self.changes(library.collections, newer.collections),
      let series = Self.changes(library.series, newer.series), let movies = Self.changes(library.movies, newer.movies)
    else { return LibraryIndex(newer) }
    guard !collections.isEmpty || !series.isEmpty || !movies.isEmpty else { return nil }
    var index = self
    for place in collections { index.library.collections[place] = newer.collections[place] }
    for place in series { index.library.series[place] = newer.series[place] }
    for place in movies { index.library.movies[place] = newer.movies[place] }
    index.patch(
      collections + series.map { $0 + library.collections.count }
        + movies.map { $0 + library.collections.count + library.series.count })
    return index
  }

  /// The places at which two lists of the same titles differ; nil for lists of other titles.
  private static func changes<Title: Equatable & Identifiable>(_ older: [Title], _ newer: [Title]) -> [Int]? {
    guard older.count == newer.count else { return nil }
    var places: [Int] = []
    for place in older.indices where older[place] != newer[place] {
      guard older[place].id == newer[place].id else { return nil }
      places.append(place)
    }
    return places
  }

  private mutating func patch(_ places: [Int]) {
    var rows: [(place: Int, row: LibraryKeys.Row)] = []
    var hasNewTexts = false
    for place in places {
      let entry = library.entry(at: place)
      hasNewTexts = hasNewTexts || texts.library.texts(at: place) != library.texts(at: place)
      entries[place] = entry
      facts[place] = EntryFacts(entry)
      let row = LibraryKeys.Row(entry)
      if row != keys.rows[place] { rows.append((place, row)) }
    }
    if !rows.isEmpty {
      var all = keys.rows
      for (place, row) in rows { all[place] = row }
      keys = LibraryKeys(all)
    }
    if hasNewTexts { texts = LibraryTexts(library) }
  }
}

extension Watchlist {
  /// One of ``entries``, by its place.
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
