import Foundation
import MediaCore
import MediaTesting

@testable import VaultClient

/// The library's arrangement and search without any preparation, for comparing: each call looks at every text of every title.
enum PlainArrangement {
  static func rows(_ library: Watchlist, _ filters: LibraryFilters, by sort: LibrarySort) -> [LibraryEntry] {
    let isDown = sort != LibrarySort.allCases.first { $0.chip == sort.chip }
    let sorted = library.entries.filter { passes($0, filters) }.enumerated().map { Keyed(entry: $1, index: $0) }
      .sorted { $0.precedes($1, by: sort.chip, isDown) }
    return (sorted.filter(\.entry.isNew) + sorted.filter { !$0.entry.isNew }).map(\.entry)
  }

  private static func passes(_ entry: LibraryEntry, _ filters: LibraryFilters) -> Bool {
    if case .series = entry { guard filters.series else { return false } } else if !filters.movies { return false }
    let (hasUnwatched, runtime): (Bool, Double)
    switch entry {
    case .movie(let movie, _): (hasUnwatched, runtime) = (!movie.watched, Double(max(0, movie.runtime ?? 0)))
    case .collection(let collection):
      let known = collection.movies.compactMap(\.runtime).filter { $0 > 0 }.map(Double.init)
      hasUnwatched = collection.movies.contains { !$0.watched }
      runtime = known.isEmpty ? 0 : known.reduce(0, +) / Double(known.count)
    case .series(let series):
      hasUnwatched = !series.isWatched || series.episodes.contains { !$0.watched }
      runtime = filters.usesAverageRuntimeOfSeries ? Double(max(0, series.averageEpisodeRuntime ?? 0)) : 0
    }
    return (!filters.unwatched || hasUnwatched) && filters.passesRuntime(runtime)
  }

  private struct Keyed {
    let entry: LibraryEntry
    let index: Int
    let title: String
    let released: Int
    let added: Date?

    init(entry: LibraryEntry, index: Int) {
      self.entry = entry
      self.index = index
      title = entry.title.trimmingCharacters(in: .whitespacesAndNewlines)
        .folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
      released = Self.released(entry)?.daysSince1970 ?? 2_932_896
      if case .movie(let movie, _) = entry { added = movie.addedAt } else { added = nil }
    }

    private static func released(_ entry: LibraryEntry) -> CalendarDay? {
      switch entry {
      case .movie(let movie, _): movie.releaseDate?.day
      case .collection(let collection): collection.movies.compactMap(\.releaseDate?.day).max()
      case .series(let series): series.episodes.compactMap(\.airDate?.day).max()
      }
    }

    private var rank: Int {
      switch entry {
      case .movie: 0
      case .collection: 1
      case .series: 2
      }
    }

    func precedes(_ other: Keyed, by chip: LibrarySort.Chip, _ isDown: Bool) -> Bool {
      func isOrdered<Key: Comparable>(_ mine: Key, _ theirs: Key) -> Bool {
        mine == theirs ? index < other.index : isDown ? mine > theirs : mine < theirs
      }
      switch chip {
      case .title:
        return title.isEmpty == other.title.isEmpty ? isOrdered(title, other.title) : other.title.isEmpty
      case .dateReleased: return isOrdered(released, other.released)
      case .dateAdded:
        if let added, let others = other.added { return isOrdered(added, others) }
        if added != nil || other.added != nil { return added != nil }
        return isOrdered(entry.reference.id, other.entry.reference.id)
      case .type:
        if rank != other.rank { return isDown ? rank > other.rank : rank < other.rank }
        if title.isEmpty != other.title.isEmpty { return other.title.isEmpty }
        return title == other.title ? index < other.index : title < other.title
      }
    }
  }
}

/// Libraries with the titles that are hard to sort and to find, from a seed.
struct LibraryMaker {
  private let random: SeededRandom
  private var nextID = 0

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  private static let words = [
    "the", "The", "Der", "Die", "Das", "A", "Über", "über", "Straße", "STRASSE", "Öl", "Ol", "Käse", "kase", "2", "10",
    "007",
    "1999", "Amélie", "Ame\u{301}lie", "ﬁlm", "Film", "İstanbul", "ısı", "Ещё", "ЕЩЕ", "Ἀθήνα", "海街", "한국", "각", "👩‍👩‍👧",
    "é", "e", "ø",
    "Ǆ", "ŉ", "K\u{212A}", "Å", "A\u{30A}", "\u{301}x", "x\r\ny", "naïve", "x", "ß", "ss", "–", "„Nacht“", "Z", "z",
    "zz",
    "\u{FF21}", "\u{1F600}", "𝔘", "\u{AD}", "\u{200D}", "\0",
  ]
  private static let spaces = [" ", " ", " ", "  ", "\t", "\u{A0}", "\n", "", "-"]

  func below(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }
  private func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }

  private func day(_ text: String) -> LooseDate { LooseDate(rawValue: text) }

  func text(_ most: Int) -> String {
    (0..<below(most + 1)).map { _ in pick(Self.words) + pick(Self.spaces) }.joined()
  }

  private mutating func movie() -> Movie {
    nextID += 1
    return with(Movie(id: below(5) == 0 ? -nextID : nextID)) {
      $0.title = below(6) == 0 ? pick(["", "  ", "Same", "same", "\n"]) : text(3)
      $0.collectionName = below(4) == 0 ? text(2) : nil
      $0.overview = below(2) == 0 ? text(12) : nil
      $0.quality = pick([nil, .hd, .uhd])
      $0.releaseDate = pick([nil, day("1999"), day("2001-05-05"), day("1951-01-0\(1 + below(9))"), day("soon")])
      $0.runtime = pick([nil, 0, 20, 30, 60, 61, 90, 91, -4])
      $0.watched = below(2) == 0
      $0.isNew = pick([nil, nil, false, true])
      $0.addedAt = pick([nil, Date(timeIntervalSinceReferenceDate: Double(below(9)) - 4)])
    }
  }

  mutating func library(_ count: Int) -> Watchlist {
    with(Watchlist()) { library in
      for _ in 0..<count {
        nextID += 1
        switch below(5) {
        case 0:
          library.collections.append(
            with(MovieCollection(id: nextID)) { collection in
              collection.title = text(2)
              collection.overview = below(2) == 0 ? text(5) : nil
              collection.isNew = pick([nil, true])
              collection.movies = (0..<(1 + below(3))).map { _ in movie() }
            })
        case 1:
          library.series.append(
            with(Series(id: nextID)) { series in
              series.title = text(3)
              series.watched = pick([nil, true, false])
              series.isNew = pick([nil, false, true])
              series.averageEpisodeRuntime = pick([nil, 25, 45, 100])
              series.episodes = (0..<below(4)).map { number in
                with(Episode(id: number)) {
                  $0.airDate = pick([nil, day("2001-05-05"), day("1990-10-10")])
                  $0.watched = below(2) == 0
                }
              }
            })
        default: library.movies.append(movie())
        }
      }
    }
  }

  func filters() -> LibraryFilters {
    var filters = LibraryFilters.standard
    for name in LibraryFilters.Switch.allCases where below(3) == 0 { filters[name].toggle() }
    return filters
  }
}
