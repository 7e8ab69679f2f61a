public import Foundation
import MediaCore

/// An author. Required: `id`.
public struct Author: Codable, Hashable, Sendable, Identifiable {
  public var id: String
  public var asin: String?
  public var name: String
  /// Last name first, for sorting; only in lists of authors.
  public var lastFirst: String?
  public var description: String?
  /// A path on the server: good for telling whether there is a picture, nothing else.
  public var imagePath: String?
  public var libraryId: String?
  public var addedAt: Date?
  public var updatedAt: Date?
  /// Nil for one author on its own.
  public var numBooks: Int?
  /// Only when asked for.
  public var libraryItems: [LibraryItem]?
  /// Only when asked for.
  public var series: [AuthorSeries]?

  public init(
    id: String, asin: String? = nil, name: String = "", lastFirst: String? = nil, description: String? = nil,
    imagePath: String? = nil, libraryId: String? = nil, addedAt: Date? = nil, updatedAt: Date? = nil,
    numBooks: Int? = nil, libraryItems: [LibraryItem]? = nil, series: [AuthorSeries]? = nil
  ) {
    self.id = id
    self.asin = asin
    self.name = name
    self.lastFirst = lastFirst
    self.description = description
    self.imagePath = imagePath
    self.libraryId = libraryId
    self.addedAt = addedAt
    self.updatedAt = updatedAt
    self.numBooks = numBooks
    self.libraryItems = libraryItems
    self.series = series
  }
}

extension Author {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = try members.requireID(.id)
    asin = members[.asin]
    name = members[.name] ?? ""
    lastFirst = members[.lastFirst]
    description = members[.description]
    imagePath = members[.imagePath]
    libraryId = members[.libraryId]
    addedAt = members[.addedAt]
    updatedAt = members[.updatedAt]
    numBooks = members[.numBooks]
    libraryItems = members.optionalList(.libraryItems)
    series = members.optionalList(.series)
  }
}
