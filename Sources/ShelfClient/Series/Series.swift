public import Foundation
import MediaCore

/// A series of books. Required: `id`.
public struct Series: Codable, Hashable, Sendable, Identifiable {
  public var id: String
  /// The name.
  public var name = ""
  /// For sorting, such as `Lantern Road, The`.
  public var nameIgnorePrefix: String?
  public var description: String?
  /// When it came into the library.
  public var addedAt: Date?
  /// When it was last changed on the server.
  public var updatedAt: Date?
  /// The id of the library.
  public var libraryId: String?
  /// In their order. Nil where an answer has only the series; then list items filtered by it.
  public var books: [ShelfItem]?
  /// Seconds; only when sorted by it.
  public var totalDuration: Double?
  /// Only when asked for.
  public var progress: SeriesProgress?
  /// Only when asked for.
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
  /// All its books.
  public var libraryItemIds: [String] = []
  /// The finished ones.
  public var libraryItemIdsFinished: [String] = []
  /// Whether all are finished.
  public var isFinished = false

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    libraryItemIds = members.list(.libraryItemIds)
    libraryItemIdsFinished = members.list(.libraryItemIdsFinished)
    isFinished = members[.isFinished] ?? false
  }
}
