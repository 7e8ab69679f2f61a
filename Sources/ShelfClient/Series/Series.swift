public import Foundation
import MediaCore

/// A series of books. Decoding requires `id`.
public struct Series: Codable, Hashable, Sendable, Identifiable {
  public var id: String
  /// The name of the series.
  public var name = ""
  /// The name of the series for sorting, such as `Lantern Road, The`.
  public var nameIgnorePrefix: String?
  public var description: String?
  /// When the series was added to the library.
  public var addedAt: Date?
  /// When the series was last changed on the server.
  public var updatedAt: Date?
  /// The id of the series' library.
  public var libraryId: String?
  /// The books in the order of the series. Nil in responses without books; in this case, request the library's items with the filter
  /// ``ItemFilter/series(_:)``.
  public var books: [ShelfItem]?
  /// The total duration of all books, in seconds. Nil unless the request sorts the series by ``SeriesSort/totalDuration``.
  public var totalDuration: Double?
  /// The account's progress in the series. Nil unless the request includes the progress, as ``SeriesAPI/series(_:in:)`` does.
  public var progress: SeriesProgress?
  /// The open RSS feed of the series. Nil if there is none, or if the request does not include the feed.
  public var rssFeed: RSSFeedInfo?

  /// Creates a value from its required members. Optional members are nil, and lists are empty.
  public init(id: String) { self.id = id }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = try members.requireID(.id)
    name = members[.name] ?? ""
    nameIgnorePrefix = members[.nameIgnorePrefix]
    description = members[.description]
    addedAt = members[.addedAt]
    updatedAt = members[.updatedAt]
    libraryId = members[.libraryId]
    books = members.optionalList(.books)
    totalDuration = members[.totalDuration]
    progress = members[.progress]
    rssFeed = members[.rssFeed]
  }
}

/// An account's progress in a series.
public struct SeriesProgress: Codable, Hashable, Sendable {
  /// The ids of the library items of all books in the series.
  public var libraryItemIds: [String] = []
  /// The ids of the library items of the books in the series that the account has finished.
  public var libraryItemIdsFinished: [String] = []
  /// Whether the account has finished all books of the series.
  public var isFinished = false

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    libraryItemIds = members.list(.libraryItemIds)
    libraryItemIdsFinished = members.list(.libraryItemIdsFinished)
    isFinished = members[.isFinished] ?? false
  }
}
