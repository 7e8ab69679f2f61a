public import Foundation
import MediaCore

/// A folder on the server that belongs to a library. Required: `id`.
public struct LibraryFolder: Codable, Hashable, Sendable, Identifiable {
  public var id: String
  public var fullPath: String?
  public var libraryId: String?
  public var addedAt: Date?

  public init(id: String, fullPath: String? = nil, libraryId: String? = nil, addedAt: Date? = nil) {
    self.id = id
    self.fullPath = fullPath
    self.libraryId = libraryId
    self.addedAt = addedAt
  }
}

extension LibraryFolder {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = try members.requireID(.id)
    fullPath = members[.fullPath]
    libraryId = members[.libraryId]
    addedAt = members[.addedAt]
  }
}
