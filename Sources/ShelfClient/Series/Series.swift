public import Foundation
import MediaCore

/// A series of books. Required: `id`.
public struct Series: Codable, Hashable, Sendable, Identifiable {
  public var id: String
  public var name: String
  /// For sorting, such as `Lantern Road, The`.
  public var nameIgnorePrefix: String?
  public var description: String?
  public var addedAt: Date?
  public var updatedAt: Date?
  public var libraryId: String?
  /// In their order. Nil where an answer has only the series; then list items filtered by it.
  public var books: [LibraryItem]?
  /// Seconds; only when sorted by it.
  public var totalDuration: Double?
  /// Only when asked for.
  public var progress: SeriesProgress?
  /// Only when asked for.
  public var rssFeed: RSSFeedInfo?

  public init(
    id: String, name: String = "", nameIgnorePrefix: String? = nil, description: String? = nil, addedAt: Date? = nil,
    updatedAt: Date? = nil, libraryId: String? = nil, books: [LibraryItem]? = nil, totalDuration: Double? = nil,
    progress: SeriesProgress? = nil, rssFeed: RSSFeedInfo? = nil
  ) {
    self.id = id
    self.name = name
    self.nameIgnorePrefix = nameIgnorePrefix
    self.description = description
    self.addedAt = addedAt
    self.updatedAt = updatedAt
    self.libraryId = libraryId
    self.books = books
    self.totalDuration = totalDuration
    self.progress = progress
    self.rssFeed = rssFeed
  }
}

extension Series {
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
