public import MediaCore

/// The sort order of the library.
public enum LibrarySort: String, Sendable, Hashable, Codable, CaseIterable {
  /// By title, A first.
  case alphabetical
  /// By title, Z first.
  case alphabeticalReverse = "alphabetical_reverse"
  /// By the day on which the title was added, oldest first.
  case added
  /// By the day on which the title was added, newest first.
  case addedNewest = "added_newest"
  /// By release date, oldest first.
  case releaseDate = "release_date"
  /// By release date, newest first.
  case releaseDateNewest = "release_date_newest"
  /// Films, then collections, then series. Titles of the same kind are sorted by title, A first. Other clients do not support this order
  /// and sort by title instead.
  case type
  /// Series, then collections, then films. Titles of the same kind are sorted by title, A first.
  case typeReverse = "type_reverse"

  /// Reads a stored order; an unknown text means the order by title.
  package init(stored: String?) { self = stored.flatMap(LibrarySort.init(rawValue:)) ?? .alphabetical }

  /// The chips, which are buttons by which the user sorts the library. Each chip stands for two sort orders, ascending and descending.
  public enum Chip: String, Sendable, Hashable, CaseIterable {
    /// The chips of the screen: by title, by the day on which a title was added, by release date, and by kind.
    case title, dateAdded, dateReleased, type

    /// The label of the chip. The text key is `vault.sort.` followed by the raw value of the chip.
    public func label(_ texts: Texts = .english) -> String {
      switch self {
      case .title: texts("vault.sort.title", english: "Title")
      case .dateAdded: texts("vault.sort.dateAdded", english: "Date Added")
      case .dateReleased: texts("vault.sort.dateReleased", english: "Date Released")
      case .type: texts("vault.sort.type", english: "Type")
      }
    }

    fileprivate var sorts: (up: LibrarySort, down: LibrarySort) {
      switch self {
      case .title: (.alphabetical, .alphabeticalReverse)
      case .dateAdded: (.added, .addedNewest)
      case .dateReleased: (.releaseDate, .releaseDateNewest)
      case .type: (.type, .typeReverse)
      }
    }
  }

  /// The chip that is shown as selected while the library has this sort order.
  public var chip: Chip { Chip.allCases.first { $0.sorts.up == self || $0.sorts.down == self } ?? .title }

  /// Returns the sort order after a tap on a chip. A tap on the selected chip reverses its direction. A tap on another chip sorts by that
  /// chip, ascending.
  public func tapping(_ chip: Chip) -> LibrarySort { self == chip.sorts.up ? chip.sorts.down : chip.sorts.up }

  /// Whether it is the second of its chip's two directions.
  var isDescending: Bool { self == chip.sorts.down }
}
