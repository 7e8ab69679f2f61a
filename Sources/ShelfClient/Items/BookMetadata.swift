import MediaCore

/// The metadata of a book. The server sends the metadata in three forms. The short form of lists has all authors in one text, and likewise
/// all narrators and all series. The plain form has arrays instead, and the expanded form has both.
public struct BookMetadata: Codable, Hashable, Sendable {
  /// The title of the book; nil if the book has none. The server sorts a book without a title first.
  public var title: String?
  /// The title of the book for sorting. A leading article is at the end, as in `Salt Clock, The`.
  public var titleIgnorePrefix: String?
  /// The subtitle of the book.
  public var subtitle: String?
  /// The authors of the book, with ids; nil in the short form of lists (see ``ShelfItem``).
  public var authors: [NamedReference]?
  /// The narrators of the book; nil in the short form of lists (see ``ShelfItem``).
  public var narrators: [String]?
  /// The genres of the book, in the server's order.
  public var genres: [String] = []
  /// The year of the book's publication, as text from the files.
  public var publishedYear: String?
  /// The date of the book's publication, as text from the files.
  public var publishedDate: String?
  /// The name of the publishing house.
  public var publisher: String?
  /// The description of the book, which can contain simple HTML.
  public var description: String?
  /// The description of the book without HTML; nil except in the expanded form (see ``ShelfItem``).
  public var descriptionPlain: String?
  /// The ISBN of the book, as it is written in the metadata.
  public var isbn: String?
  /// The book's id at Audible.
  public var asin: String?
  /// The language of the book as it is written in the metadata, such as `en` or `English`.
  public var language: String?
  /// Whether the book is marked as explicit.
  public var explicit: Bool?
  /// Whether the book is marked as abridged.
  public var abridged: Bool?
  /// The names of all authors, joined with commas. An empty text if there are none.
  public var authorName: String?
  /// The names of all authors, joined with commas. Each name begins with the last name.
  public var authorNameLF: String?
  /// The names of all narrators, joined with commas.
  public var narratorName: String?
  /// The names of all series, each with the book's place in the series, such as `The Lantern Road #1`.
  public var seriesName: String?
  /// The series of the book. The expanded form (see ``ShelfItem``) has all series of the book. In a list of the books of one series, this
  /// member has only that series. In all other responses, this member is nil.
  public var series: [BookSeries]? {
    get { seriesForm?.list }
    set { seriesForm = newValue.map { OneOrMany($0) } }
  }
  private var seriesForm: OneOrMany<BookSeries>?

  public init() {}

  enum CodingKeys: String, CodingKey {
    case title, titleIgnorePrefix, subtitle, authors, narrators, genres, publishedYear, publishedDate
    case publisher, description, descriptionPlain, isbn, asin, language, explicit, abridged, authorName
    case authorNameLF, narratorName, seriesName
    case seriesForm = "series"
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    title = members[.title]
    titleIgnorePrefix = members[.titleIgnorePrefix]
    subtitle = members[.subtitle]
    authors = members.optionalList(.authors)
    narrators = members.optionalList(.narrators)
    genres = members.list(.genres)
    publishedYear = members[.publishedYear]
    publishedDate = members[.publishedDate]
    publisher = members[.publisher]
    description = members[.description]
    descriptionPlain = members[.descriptionPlain]
    isbn = members[.isbn]
    asin = members[.asin]
    language = members[.language]
    explicit = members[.explicit]
    abridged = members[.abridged]
    authorName = members[.authorName]
    authorNameLF = members[.authorNameLF]
    narratorName = members[.narratorName]
    seriesName = members[.seriesName]
    seriesForm = members[.seriesForm]
  }
}

/// A series of a book. In a list with collapsed series (``ItemQuery/collapsingSeries``), this is the series that an entry stands for.
/// Decoding requires `id`.
public struct BookSeries: Codable, Hashable, Sendable, Identifiable {
  public var id: String
  /// The name of the series.
  public var name = ""
  /// The name of the series for sorting, such as `Lantern Road, The`; nil in most responses.
  public var nameIgnorePrefix: String?
  /// The book's place in the series, as text; nil if the book has no place. The place is not always a number: `1.5`, `0` and `1-3` occur.
  public var sequence: String?
  /// The number of books in the series; nil except in ``ShelfItem/collapsedSeries``.
  public var numBooks: Int?
  /// Ids of all books in the series; nil except in ``ShelfItem/collapsedSeries``.
  public var libraryItemIds: [String]?

  /// Creates a value from its required members. Optional members are nil, and lists are empty.
  public init(id: String) { self.id = id }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = try members.requireID(.id)
    name = members[.name] ?? ""
    nameIgnorePrefix = members[.nameIgnorePrefix]
    sequence = members[.sequence]
    numBooks = members[.numBooks]
    libraryItemIds = members.optionalList(.libraryItemIds)
  }
}

/// A member that some answers write as one object and others as a list; encoded in the form in which it was read.
struct OneOrMany<Element: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
  let list: [Element]
  private var isOne = false

  init(_ list: [Element]) { self.list = list }

  init(from decoder: any Decoder) throws {
    if let many = try? LossyList<Element>(from: decoder) {
      list = many.elements
    } else {
      list = [try Element(from: decoder)]
      isOne = true
    }
  }

  func encode(to encoder: any Encoder) throws {
    if isOne { try list[0].encode(to: encoder) } else { try list.encode(to: encoder) }
  }
}

/// The id and the name of an author or a series. The other members of the author or series are left out. Decoding requires `id`.
public struct NamedReference: Codable, Hashable, Sendable, Identifiable {
  public var id: String
  /// The name of the author or the series.
  public var name = ""

  /// Creates a value from its required members. Optional members are nil, and lists are empty.
  public init(id: String) { self.id = id }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = try members.requireID(.id)
    name = members[.name] ?? ""
  }
}
