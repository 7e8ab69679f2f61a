public import Foundation
public import MediaCore

/// A row of a list, or an entry of a tree, with the texts and numbers to show. A row stands for one library, book, podcast, episode,
/// series, author, playlist or collection, or for another ``Kind``. A row needs only a few hundred bytes of memory, so that lists of ten
/// thousand rows fit in memory.
public struct ShelfRow: Codable, Hashable, Sendable, Identifiable {
  /// The kind of entity that a row stands for, such as a book or an author.
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

  /// The id of the book, author or other entity that the row stands for, to use in requests for that entity. For an episode, the id is
  /// ``PlayableID/description``.
  public var id: String
  /// The kind of entity that the row stands for, such as a book or an author.
  public var kind: Kind
  /// The title of the row.
  public var title: String
  /// The second line of the row, such as a book's author or an episode's podcast; empty if there is none.
  public var subtitle = ""
  /// The id of the library that the row belongs to.
  public var libraryId: String?
  /// The URL of the cover; nil if there is no cover. A changed cover has another URL.
  public var coverURL: URL?
  /// The duration of the book or episode, in seconds.
  public var duration: Double?
  /// The number of books, episodes or entries in the series, podcast, playlist or other group that the row stands for. Nil if the server does
  /// not send the number, as for podcasts on the home screen.
  public var count: Int?
  /// The book's place in the series with the id ``seriesId``; not always a number. Nil if ``seriesId`` is nil.
  public var sequence: String?
  /// The id of the series that the book is in. Set only if the server sent exactly one series with the book, as in a list of the books of
  /// one series, and on the shelf of series to continue.
  public var seriesId: String?
  /// When the book, author or other entity was added to the library.
  public var addedAt: Date?
  /// When an episode was published.
  public var publishedAt: Date?
  /// Whether the item's files are missing on the server.
  public var isMissing = false
  /// The id of the book or episode to play for this row. Nil if the row stands for something without audio of its own, such as a podcast or
  /// a series.
  public var playable: PlayableID?

  /// Creates a row with an id, a kind and a title. All other members have their default values.
  public init(id: String, kind: Kind, title: String) {
    self.id = id
    self.kind = kind
    self.title = title
  }
}

extension ShelfRow {
  /// The reference to the row's cover, which ``CoverStore/picture(_:)`` loads. Nil if the row has no cover.
  public var artwork: Artwork? { coverURL.flatMap(Artwork.init(url:)) }

  /// The id of the item whose cover the row has; nil for a row without one, or with an author's picture.
  var artworkItem: String? { if case .item(let id) = artwork?.subject { id } else { nil } }
}
