public import MediaCore

/// A shelf of the home screen (`GET /api/libraries/{id}/personalized`). The server leaves out empty shelves. Decoding requires `id`.
public struct Shelf: Codable, Hashable, Sendable, Identifiable {
  public var id: ShelfID
  /// The name of the shelf in English.
  public var label: String?
  /// The key of the shelf's name in the translations of the server's web client.
  public var labelStringKey: String?
  /// The type of the shelf's entries, such as books or series. A newer server can send a type without a constant in ``ShelfType``.
  public var type: ShelfType?
  /// The items, series or authors on the shelf.
  public var content: ShelfContent
  /// The number of all entries that belong to the shelf. Entries that the server left out because of the limit are included in this number.
  /// On the shelves of items in progress, this number includes ebooks.
  public var total: Int?

  /// Creates a value from its required members. Optional members are nil, and lists are empty.
  public init(id: ShelfID, content: ShelfContent) {
    self.id = id
    self.content = content
  }

  enum CodingKeys: String, CodingKey {
    case id, label, labelStringKey, type, total
    case content = "entities"
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = try members.require(.id)
    label = members[.label]
    labelStringKey = members[.labelStringKey]
    type = members[.type]
    content = ShelfContent(members, .content, type: type)
    total = members[.total]
  }
}

extension Shelf {
  /// The library items on the shelf; empty if the shelf contains series or authors.
  public var items: [ShelfItem] { if case .items(let items) = content { items } else { [] } }
  /// The series on the shelf; empty if the shelf contains items or authors.
  public var series: [Series] { if case .series(let series) = content { series } else { [] } }
  /// The authors on the shelf; empty if the shelf contains items or series.
  public var authors: [Author] { if case .authors(let authors) = content { authors } else { [] } }
}

/// The entries of a shelf, in their order.
public enum ShelfContent: Hashable, Sendable {
  /// Books, podcasts or episodes. An episode is represented by the item of its podcast, with the episode in ``ShelfItem/recentEpisode``.
  case items([ShelfItem])
  /// Series, with their books.
  case series([Series])
  /// Authors.
  case authors([Author])
  /// Entries of a type that this SDK does not define, as the server's unchanged JSON.
  case other([JSONValue])

  /// The number of entries.
  public var count: Int {
    switch self {
    case .items(let items): items.count
    case .series(let series): series.count
    case .authors(let authors): authors.count
    case .other(let values): values.count
    }
  }
}

extension ShelfContent: Encodable {
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .items(let items): try items.encode(to: encoder)
    case .series(let series): try series.encode(to: encoder)
    case .authors(let authors): try authors.encode(to: encoder)
    case .other(let values): try values.encode(to: encoder)
    }
  }

  /// Decodes the things by the type beside them.
  init<Key>(_ members: LenientContainer<Key>, _ key: Key, type: ShelfType?) {
    switch type {
    case .book, .podcast, .episode: self = .items(members.list(key))
    case .series: self = .series(members.list(key))
    case .authors: self = .authors(members.list(key))
    default: self = .other(members.list(key))
    }
  }
}

/// The id of a shelf of the home screen.
public struct ShelfID: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The shelf of items to continue listening to; sent as `continue-listening`.
  public static let continueListening = ShelfID(rawValue: "continue-listening")
  /// The shelf of ebooks to continue reading; sent as `continue-reading`.
  public static let continueReading = ShelfID(rawValue: "continue-reading")
  /// The shelf of the next books of series to continue; sent as `continue-series`.
  public static let continueSeries = ShelfID(rawValue: "continue-series")
  /// The shelf of the newest episodes; sent as `newest-episodes`.
  public static let newestEpisodes = ShelfID(rawValue: "newest-episodes")
  /// The shelf of items that were recently added; sent as `recently-added`.
  public static let recentlyAdded = ShelfID(rawValue: "recently-added")
  /// The shelf of series that were recently added; sent as `recent-series`.
  public static let recentSeries = ShelfID(rawValue: "recent-series")
  /// The shelf of random books that the account has not started; sent as `discover`.
  public static let discover = ShelfID(rawValue: "discover")
  /// The shelf of items to listen to again; sent as `listen-again`.
  public static let listenAgain = ShelfID(rawValue: "listen-again")
  /// The shelf of ebooks to read again; sent as `read-again`.
  public static let readAgain = ShelfID(rawValue: "read-again")
  /// The shelf of authors that were recently added; sent as `newest-authors`.
  public static let newestAuthors = ShelfID(rawValue: "newest-authors")
}

/// The type of a shelf's entries.
public struct ShelfType: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Books; sent as `book`.
  public static let book = ShelfType(rawValue: "book")
  /// Podcasts; sent as `podcast`.
  public static let podcast = ShelfType(rawValue: "podcast")
  /// A shelf of episodes; sent as `episode`. Each entry is a podcast, whose episode is in ``ShelfItem/recentEpisode``.
  public static let episode = ShelfType(rawValue: "episode")
  /// Series; sent as `series`.
  public static let series = ShelfType(rawValue: "series")
  /// Authors; sent as `authors`.
  public static let authors = ShelfType(rawValue: "authors")
}
