public import Foundation
import MediaCore

/// A series of books. Required: `id`.
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
  /// The books of the series in order. Nil in answers that have only the series: list the items filtered by the series instead.
  public var books: [ShelfItem]?
  /// The duration of all books together, in seconds; only sent when series are sorted by it.
  public var totalDuration: Double?
  /// The account's progress in the series; only sent when requested.
  public var progress: SeriesProgress?
  /// The RSS feed of the series; only sent when requested.
  public var rssFeed: RSSFeedInfo?

  /// A value with its required members; optional ones are nil, lists are empty.
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
  /// Ids of all books of the series.
  public var libraryItemIds: [String] = []
  /// Ids of the books of the series that the account has finished.
  public var libraryItemIdsFinished: [String] = []
  /// Whether all books of the series are finished.
  public var isFinished = false

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    libraryItemIds = members.list(.libraryItemIds)
    libraryItemIdsFinished = members.list(.libraryItemIdsFinished)
    isFinished = members[.isFinished] ?? false
  }
}
