import MediaCore

/// A shelf of the home screen (``HomeViewModel``), with its rows ready to show.
public struct HomeShelf: Codable, Hashable, Sendable, Identifiable {
  public var id: ShelfID
  /// The name of the shelf in the user's language. If this version of the SDK does not define the shelf, the server's English name.
  public var title: String
  /// The type of the shelf's entries, such as books or series; nil if the server does not send it.
  public var type: ShelfType?
  /// The rows of the shelf: books, podcasts, episodes, series or authors, by ``ShelfRow/kind``.
  public var rows: [ShelfRow]
  /// The number of all rows that the shelf has on the server, which can be more than ``rows``; nil if the server does not send it. On the
  /// shelves of items in progress, the number includes ebooks.
  public var total: Int?

  /// Creates a shelf without a ``type`` and a ``total``.
  public init(id: ShelfID, title: String, rows: [ShelfRow]) {
    self.id = id
    self.title = title
    self.rows = rows
  }
}

/// The user's choice and order of the shelves of one library. The shelves in ``order`` come first. All other shelves follow, in the
/// sequence of ``ShelfID/standardOrder``.
public struct HomeLayout: Codable, Hashable, Sendable {
  /// The shelves in the order that the user chose. Empty if the user has never moved a shelf.
  public private(set) var order: [ShelfID] = []
  /// The shelves that the user has hidden.
  public private(set) var hidden: Set<ShelfID> = []

  /// Creates a layout of all shelves, in the standard order.
  public init() {}

  /// Shows or hides a shelf.
  public mutating func setShown(_ shelf: ShelfID, _ isShown: Bool) {
    if isShown { hidden.remove(shelf) } else { hidden.insert(shelf) }
  }

  /// Moves a shelf to the index `index` of `shelves`. The hidden shelves are elements of `shelves` as well, so they also have an index. If
  /// the index is outside of `shelves`, the shelf moves to the nearest end.
  /// - Parameter shelves: all shelves of the library in their current order, such as ``HomeViewModel/State/choices``.
  public mutating func move(_ shelf: ShelfID, to index: Int, among shelves: [ShelfID]) {
    var all = ordered(shelves).filter { $0 != shelf }
    all.insert(shelf, at: min(max(0, index), all.count))
    order = all
  }

  /// The shelves in the user's order, with the hidden ones.
  func ordered(_ shelves: [ShelfID]) -> [ShelfID] {
    let known = order + ShelfID.standardOrder.filter { !order.contains($0) }
    let places = Dictionary(known.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    return shelves.enumerated().sorted { one, other in
      (places[one.element] ?? .max, one.offset) < (places[other.element] ?? .max, other.offset)
    }.map(\.element)
  }
}

extension ShelfID {
  /// The standard order of the shelves, which is the order in which the server sends them.
  public static let standardOrder: [ShelfID] = [
    .continueListening, .continueReading, .continueSeries, .newestEpisodes, .recentlyAdded, .recentSeries, .discover,
    .listenAgain, .readAgain, .newestAuthors,
  ]

  /// The shelves that a library of podcasts can have.
  static let ofPodcasts: [ShelfID] = [.continueListening, .newestEpisodes, .recentlyAdded, .listenAgain]

  /// The shelves that a library of books can have.
  static let ofBooks: [ShelfID] = standardOrder.filter { $0 != .newestEpisodes }

  /// The name for the user; nil for a shelf of a later server.
  func title(_ texts: Texts) -> String? {
    switch self {
    case .continueListening: texts("shelf.home.continueListening", english: "Continue Listening")
    case .continueReading: texts("shelf.home.continueReading", english: "Continue Reading")
    case .continueSeries: texts("shelf.home.continueSeries", english: "Continue Series")
    case .newestEpisodes: texts("shelf.home.newestEpisodes", english: "Newest Episodes")
    case .recentlyAdded: texts("shelf.home.recentlyAdded", english: "Recently Added")
    case .recentSeries: texts("shelf.home.recentSeries", english: "Recent Series")
    case .discover: texts("shelf.home.discover", english: "Discover")
    case .listenAgain: texts("shelf.home.listenAgain", english: "Listen Again")
    case .readAgain: texts("shelf.home.readAgain", english: "Read Again")
    case .newestAuthors: texts("shelf.home.newestAuthors", english: "Newest Authors")
    default: nil
    }
  }
}
