import MediaCore

/// The results of a search (`GET /api/libraries/{id}/search`), by category. A search in a library of books finds books, series, authors and
/// narrators. A search in a library of podcasts finds podcasts and episodes. Both find tags and genres.
public struct SearchResults: Codable, Hashable, Sendable {
  /// The books that were found, in the expanded form of ``ShelfItem``.
  public var books: [ShelfItem] = []
  /// The podcasts that were found, in the expanded form of ``ShelfItem``, but without their episodes: the list of episodes is empty.
  public var podcasts: [ShelfItem] = []
  /// The episodes that were found. Each element is the episode's podcast, with the episode in ``ShelfItem/recentEpisode``.
  public var episodes: [ShelfItem] = []
  /// The series whose name contains the search text, with their books.
  public var series: [SeriesMatch] = []
  /// The authors whose name contains the search text.
  public var authors: [Author] = []
  /// The narrators whose name contains the search text.
  public var narrators: [Narrator] = []
  /// The tags whose name contains the search text.
  public var tags: [SearchTerm] = []
  /// The genres whose name contains the search text.
  public var genres: [SearchTerm] = []

  public init() {}

  /// Whether the search found nothing in any category.
  public var isEmpty: Bool { self == SearchResults() }

  private enum CodingKeys: String, CodingKey {
    case books = "book"
    case podcasts = "podcast"
    case episodes, series, authors, narrators, tags, genres
  }

  private struct ItemMatch: Codable {
    let libraryItem: ShelfItem
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    func items(_ key: CodingKeys) -> [ShelfItem] { (members.list(key) as [ItemMatch]).map(\.libraryItem) }
    books = items(.books)
    podcasts = items(.podcasts)
    episodes = items(.episodes)
    series = members.list(.series)
    authors = members.list(.authors)
    narrators = members.list(.narrators)
    tags = members.list(.tags)
    genres = members.list(.genres)
  }

  /// Encodes only the categories that are not empty.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    func write<Element: Encodable>(_ elements: [Element], _ key: CodingKeys) throws {
      if !elements.isEmpty { try container.encode(elements, forKey: key) }
    }
    try write(books.map { ItemMatch(libraryItem: $0) }, .books)
    try write(podcasts.map { ItemMatch(libraryItem: $0) }, .podcasts)
    try write(episodes.map { ItemMatch(libraryItem: $0) }, .episodes)
    try write(series, .series)
    try write(authors, .authors)
    try write(narrators, .narrators)
    try write(tags, .tags)
    try write(genres, .genres)
  }
}

/// A tag or a genre that a search found. Decoding requires `name`.
public struct SearchTerm: Codable, Hashable, Sendable, Identifiable {
  /// The name of the tag or the genre.
  public var name: String
  /// The number of items with this tag or genre.
  public var numItems: Int?

  public var id: String { name }

  /// Creates a value from its required members. Optional members are nil, and lists are empty.
  public init(name: String) { self.name = name }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    name = try members.requireID(.name)
    numItems = members[.numItems]
  }
}

/// A series that a search found, with its books. The metadata of these books has no authors and no series. Decoding requires `series`.
public struct SeriesMatch: Codable, Hashable, Sendable, Identifiable {
  /// The series that was found.
  public var series: Series
  /// The books in the order of the series.
  public var books: [ShelfItem] = []

  public var id: String { series.id }

  /// Creates a value from its required members. Optional members are nil, and lists are empty.
  public init(series: Series) { self.series = series }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    series = try members.require(.series)
    books = members.list(.books)
  }
}
