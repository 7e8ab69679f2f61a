import MediaCore

/// What is known about a book. Short answers carry the joined names (``authorName``), long ones the lists (``authors``) as
/// well, and the plain item only the lists.
public struct BookMetadata: Codable, Hashable, Sendable {
  public var title: String?
  /// For sorting, such as `Salt Clock, The`.
  public var titleIgnorePrefix: String?
  public var subtitle: String?
  /// Nil in short answers.
  public var authors: [NamedReference]?
  /// Nil in short answers.
  public var narrators: [String]?
  public var genres: [String]
  /// A text, as the files have it.
  public var publishedYear: String?
  /// A text, as the files have it.
  public var publishedDate: String?
  public var publisher: String?
  /// Can hold simple HTML.
  public var description: String?
  /// Without HTML; only in expanded answers.
  public var descriptionPlain: String?
  public var isbn: String?
  public var asin: String?
  public var language: String?
  public var explicit: Bool?
  public var abridged: Bool?
  /// All authors, joined with commas; empty when there are none.
  public var authorName: String?
  /// The same, last names first.
  public var authorNameLF: String?
  /// All narrators, joined with commas.
  public var narratorName: String?
  /// The series with the place in them, such as `The Lantern Road #1`.
  public var seriesName: String?
  /// The series it belongs to: all of them in long answers, only the one asked about in lists of a series, nil elsewhere.
  public var series: [BookSeries]? {
    get { seriesForm?.list }
    set { seriesForm = newValue.map { .many($0) } }
  }
  private var seriesForm: OneOrMany<BookSeries>?

  public init(
    title: String? = nil, titleIgnorePrefix: String? = nil, subtitle: String? = nil,
    authors: [NamedReference]? = nil, narrators: [String]? = nil, genres: [String] = [],
    publishedYear: String? = nil, publishedDate: String? = nil, publisher: String? = nil, description: String? = nil,
    descriptionPlain: String? = nil, isbn: String? = nil, asin: String? = nil, language: String? = nil,
    explicit: Bool? = nil, abridged: Bool? = nil, authorName: String? = nil, authorNameLF: String? = nil,
    narratorName: String? = nil, seriesName: String? = nil, series: [BookSeries]? = nil
  ) {
    self.title = title
    self.titleIgnorePrefix = titleIgnorePrefix
    self.subtitle = subtitle
    self.authors = authors
    self.narrators = narrators
    self.genres = genres
    self.publishedYear = publishedYear
    self.publishedDate = publishedDate
    self.publisher = publisher
    self.description = description
    self.descriptionPlain = descriptionPlain
    self.isbn = isbn
    self.asin = asin
    self.language = language
    self.explicit = explicit
    self.abridged = abridged
    self.authorName = authorName
    self.authorNameLF = authorNameLF
    self.narratorName = narratorName
    self.seriesName = seriesName
    self.seriesForm = series.map { .many($0) }
  }

  enum CodingKeys: String, CodingKey {
    case title, titleIgnorePrefix, subtitle, authors, narrators, genres, publishedYear, publishedDate
    case publisher, description, descriptionPlain, isbn, asin, language, explicit, abridged, authorName
    case authorNameLF, narratorName, seriesName
    case seriesForm = "series"
  }
}

extension BookMetadata {
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
