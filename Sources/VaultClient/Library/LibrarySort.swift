import Foundation
public import MediaCore

/// The order of the library.
public enum LibrarySort: String, Sendable, Hashable, Codable, CaseIterable {
  /// By title, A first.
  case alphabetical
  /// By title, Z first.
  case alphabeticalReverse = "alphabetical_reverse"
  /// By the day it was added, oldest first.
  case added
  /// By the day it was added, newest first.
  case addedNewest = "added_newest"
  /// By the release, oldest first.
  case releaseDate = "release_date"
  /// By the release, newest first.
  case releaseDateNewest = "release_date_newest"

  /// Unknown texts mean the order by title.
  package init(stored: String?) { self = stored.flatMap(LibrarySort.init(rawValue:)) ?? .alphabetical }

  /// The three chips: each stands for two directions.
  public enum Chip: String, Sendable, Hashable, CaseIterable {
    /// The chips of the screen: each stands for two orders.
    case title, dateAdded, dateReleased

    /// The label of the chip. Keys are `vault.sort.` and the name.
    public func label(_ texts: Texts = .english) -> String {
      switch self {
      case .title: texts("vault.sort.title", english: "Title")
      case .dateAdded: texts("vault.sort.dateAdded", english: "Date Added")
      case .dateReleased: texts("vault.sort.dateReleased", english: "Date Released")
      }
    }

    fileprivate var sorts: (up: LibrarySort, down: LibrarySort) {
      switch self {
      case .title: (.alphabetical, .alphabeticalReverse)
      case .dateAdded: (.added, .addedNewest)
      case .dateReleased: (.releaseDate, .releaseDateNewest)
      }
    }
  }

  /// The chip that is lit.
  public var chip: Chip { Chip.allCases.first { $0.sorts.up == self || $0.sorts.down == self } ?? .title }

  /// The order after a tap on a chip: another chip starts ascending, the active one reverses its direction.
  public func tapping(_ chip: Chip) -> LibrarySort { self == chip.sorts.up ? chip.sorts.down : chip.sorts.up }

  /// `entries` in this order; the sort is stable, and new titles come first.
  package func sorted(_ entries: [LibraryEntry]) -> [LibraryEntry] {
    let chip = chip
    let isDown = self == chip.sorts.down
    let sorted = entries.enumerated().map { Keyed(entry: $1, index: $0) }.sorted { $0.precedes($1, by: chip, isDown) }
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

    /// In both directions, empty titles come last, and entries without a date follow the dated ones, by their ids.
    func precedes(_ other: Keyed, by chip: Chip, _ isDown: Bool) -> Bool {
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
      }
    }
  }
}
