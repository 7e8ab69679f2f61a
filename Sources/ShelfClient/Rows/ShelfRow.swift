public import Foundation
public import MediaCore

/// One row of a list or one entry of a tree: a library, a book, a podcast, an episode, a series, an author, a playlist or a
/// collection, with what a row shows. A few hundred bytes, so that lists of ten thousand can be kept.
public struct ShelfRow: Codable, Hashable, Sendable, Identifiable {
  /// The kind of thing that a row stands for.
  public struct Kind: Vocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// On the wire `bookLibrary`.
    public static let bookLibrary = Kind(rawValue: "bookLibrary")
    /// On the wire `podcastLibrary`.
    public static let podcastLibrary = Kind(rawValue: "podcastLibrary")
    /// On the wire `book`.
    public static let book = Kind(rawValue: "book")
    /// On the wire `podcast`.
    public static let podcast = Kind(rawValue: "podcast")
    /// On the wire `episode`.
    public static let episode = Kind(rawValue: "episode")
    /// On the wire `series`.
    public static let series = Kind(rawValue: "series")
    /// On the wire `author`.
    public static let author = Kind(rawValue: "author")
    /// On the wire `playlist`.
    public static let playlist = Kind(rawValue: "playlist")
    /// On the wire `collection`.
    public static let collection = Kind(rawValue: "collection")
    /// On the wire `narrator`.
    public static let narrator = Kind(rawValue: "narrator")
    /// On the wire `genre`.
    public static let genre = Kind(rawValue: "genre")
    /// On the wire `tag`.
    public static let tag = Kind(rawValue: "tag")
  }

  /// The id of the thing, for the calls of its kind; of an episode ``PlayableID/description``.
  public var id: String
  /// The kind of thing that the row stands for.
  public var kind: Kind
  /// The title.
  public var title: String
  /// The author, the podcast or the narrator; empty when there is none.
  public var subtitle = ""
  /// The id of the library.
  public var libraryId: String?
  /// The address of the cover, which changes with the cover; nil without one.
  public var coverURL: URL?
  /// Seconds.
  public var duration: Double?
  /// The number of books, episodes or entries in the thing.
  public var count: Int?
  /// The book's place in the series that the list is about. Not always a number.
  public var sequence: String?
  /// The id of that series; only of a book in a list about one series, such as the shelf of series to continue.
  public var seriesId: String?
  /// When the thing was added to the library.
  public var addedAt: Date?
  /// When an episode was published.
  public var publishedAt: Date?
  /// Whether the files are gone from the server.
  public var isMissing = false
  /// The id to play the row by; nil for a row without audio of its own.
  public var playable: PlayableID?

  /// A row with a title and nothing else.
  public init(id: String, kind: Kind, title: String) {
    self.id = id
    self.kind = kind
    self.title = title
  }
}

extension ShelfRow {
  /// The cover for ``CoverStore/picture(_:)``; nil without one.
  public var artwork: Artwork? { coverURL.flatMap(Artwork.init(url:)) }

  /// The id of the item whose cover the row has; nil for a row without one, or with an author's picture.
  var artworkItem: String? { if case .item(let id) = artwork?.subject { id } else { nil } }
}
