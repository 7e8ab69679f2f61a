import Foundation
public import MediaCore

/// The order of the library.
public enum LibrarySort: String, Sendable, Hashable, Codable, CaseIterable {
  case alphabetical
  case alphabeticalReverse = "alphabetical_reverse"
  case added
  case addedNewest = "added_newest"
  case releaseDate = "release_date"
  case releaseDateNewest = "release_date_newest"

  /// Unknown texts mean the order by title.
  package init(stored: String?) { self = stored.flatMap(LibrarySort.init(rawValue:)) ?? .alphabetical }

  /// The three chips: each stands for two directions.
  public enum Chip: String, Sendable, Hashable, CaseIterable {
    case title, dateAdded, dateReleased

    /// The label of the chip. Keys are `vault.sort.` and the name.
    public func label(_ texts: Texts = .english) -> String {
      let english =
        switch self {
        case .title: "Title"
        case .dateAdded: "Date Added"
        case .dateReleased: "Date Released"
        }
      return texts(Texts.Key(rawValue: "vault.sort.\(rawValue)"), english: english)
    }

    fileprivate var sorts: (up: LibrarySort, down: LibrarySort) {
      switch self {
      case .title: (.alphabetical, .alphabeticalReverse)
      case .dateAdded: (.added, .addedNewest)
      case .dateReleased: (.releaseDate, .releaseDateNewest)
      }
    }
  }

  public var chip: Chip {
    switch self {
    case .alphabetical, .alphabeticalReverse: .title
    case .added, .addedNewest: .dateAdded
    case .releaseDate, .releaseDateNewest: .dateReleased
    }
  }

  /// The order after a tap on a chip: another chip starts ascending, the active one reverses its direction.
  public func tapping(_ chip: Chip) -> LibrarySort { self == chip.sorts.up ? chip.sorts.down : chip.sorts.up }

  /// `entries` in this order; the sort is stable, and new titles come first.
  package func sorted(_ entries: [LibraryEntry]) -> [LibraryEntry] {
    let keyed = entries.enumerated().map { Keyed(entry: $1, index: $0) }
    let sorted: [Keyed] =
      switch self {
      case .alphabetical: keyed.sorted { $0.isBefore($1, byTitle: false) }
      case .alphabeticalReverse: keyed.sorted { $0.isBefore($1, byTitle: true) }
      case .added: keyed.sorted { $0.wasAdded(before: $1) }
      case .addedNewest: keyed.sorted { $0.wasAdded(after: $1) }
      case .releaseDate: keyed.sorted { ($0.released, $0.index) < ($1.released, $1.index) }
      case .releaseDateNewest:
        keyed.sorted { $0.released == $1.released ? $0.index < $1.index : $0.released > $1.released }
      }
    return (sorted.filter(\.entry.isNew) + sorted.filter { !$0.entry.isNew }).map(\.entry)
  }

  /// An entry with its sort keys, computed once.
  private struct Keyed {
    let entry: LibraryEntry
    let index: Int
    let title: String
    /// Days since 1970; the last possible day for an entry without a date.
    let released: Int
    let added: Date?

    init(entry: LibraryEntry, index: Int) {
      self.entry = entry
      self.index = index
      title = entry.title.trimmingCharacters(in: .whitespacesAndNewlines)
        .folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
      released = Self.released(entry)?.daysSince1970 ?? Self.never
      if case .movie(let movie, _) = entry { added = movie.addedAt } else { added = nil }
    }

    /// The 31st of December 9999.
    private static let never = 2_932_896

    private static func released(_ entry: LibraryEntry) -> CalendarDay? {
      switch entry {
      case .movie(let movie, _): movie.releaseDate?.day
      case .collection(let collection): collection.movies.compactMap(\.releaseDate?.day).max()
      case .series(let series): series.episodes.compactMap(\.airDate?.day).max()
      }
    }

    /// Orders by title; empty titles come last in both directions.
    func isBefore(_ other: Keyed, byTitle reversed: Bool) -> Bool {
      if title.isEmpty != other.title.isEmpty { return other.title.isEmpty }
      if title == other.title { return index < other.index }
      return reversed ? title > other.title : title < other.title
    }

    /// Orders dated entries before undated ones, and these by their ids.
    func wasAdded(before other: Keyed) -> Bool {
      switch (added, other.added) {
      case (let a?, let b?): a == b ? index < other.index : a < b
      case (_?, nil): true
      case (nil, _?): false
      case (nil, nil): (entry.reference.id, index) < (other.entry.reference.id, other.index)
      }
    }

    func wasAdded(after other: Keyed) -> Bool {
      switch (added, other.added) {
      case (let a?, let b?): a == b ? index < other.index : a > b
      case (_?, nil): true
      case (nil, _?): false
      case (nil, nil):
        entry.reference.id == other.entry.reference.id
          ? index < other.index : entry.reference.id > other.entry.reference.id
      }
    }
  }
}
