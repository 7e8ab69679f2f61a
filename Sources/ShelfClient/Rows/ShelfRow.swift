public import Foundation
public import MediaCore

/// A row of a list, or an entry of a tree: a library, a book, a podcast, an episode, a series, an author, a playlist or a collection,
/// with the texts and numbers that a row shows. A few hundred bytes, so that lists of ten thousand can be kept.
public struct ShelfRow: Codable, Hashable, Sendable, Identifiable {
  /// The kind of thing that a row stands for.
  public struct Kind: Vocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A library of books.
    public static let bookLibrary = Kind(rawValue: "bookLibrary")
    /// A library of podcasts.
    public static let podcastLibrary = Kind(rawValue: "podcastLibrary")
    /// A book.
    public static let book = Kind(rawValue: "book")
    /// A podcast.
    public static let podcast = Kind(rawValue: "podcast")
    /// An episode of a podcast.
    public static let episode = Kind(rawValue: "episode")
    /// A series of books.
    public static let series = Kind(rawValue: "series")
    /// An author of books.
    public static let author = Kind(rawValue: "author")
    /// A playlist of the account.
    public static let playlist = Kind(rawValue: "playlist")
    /// A collection of books.
    public static let collection = Kind(rawValue: "collection")
    /// A narrator of books.
    public static let narrator = Kind(rawValue: "narrator")
    /// A genre.
    public static let genre = Kind(rawValue: "genre")
    /// A tag.
    public static let tag = Kind(rawValue: "tag")
  }

  /// The id of the book, author and so on that the row stands for, as the calls about it take it. For an episode,
  /// ``PlayableID/description``.
  public var id: String
  /// The kind of thing that the row stands for.
  public var kind: Kind
  /// The title of the row.
  public var title: String
  /// The second line of the row: the author, the podcast or the narrator; empty when there is none.
  public var subtitle = ""
  /// The id of the library that the row belongs to.
  public var libraryId: String?
  /// The address of the cover; nil without one. A changed cover has another address.
  public var coverURL: URL?
  /// The duration of the book or episode, in seconds.
  public var duration: Double?
  /// The number of books, episodes or entries in the series, podcast, list and so on that the row stands for.
  public var count: Int?
  /// The book's place in a series, only in a list about that series. Not always a number.
  public var sequence: String?
  /// The id of a series that the book is in; only in a list about one series, such as the shelf of series to continue.
  public var seriesId: String?
  /// When the book, author and so on was added to the library.
  public var addedAt: Date?
  /// When an episode was published.
  public var publishedAt: Date?
  /// Whether the item's files are gone from the server.
  public var isMissing = false
  /// The id to play the row by; nil for a row without audio of its own.
  public var playable: PlayableID?

  /// Creates a row with a title and nothing else.
  public init(id: String, kind: Kind, title: String) {
    self.id = id
    self.kind = kind
    self.title = title
  }
}

extension ShelfRow {
  /// The cover, to load with ``CoverStore/picture(_:)``; nil without a cover.
  public var artwork: Artwork? { coverURL.flatMap(Artwork.init(url:)) }

  /// The id of the item whose cover the row has; nil for a row without one, or with an author's picture.
  var artworkItem: String? { if case .item(let id) = artwork?.subject { id } else { nil } }
}
