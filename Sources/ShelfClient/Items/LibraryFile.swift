public import Foundation
import MediaCore

/// A file in the folder of a library item. Required: `ino`.
public struct LibraryFile: Codable, Hashable, Sendable, Identifiable {
  /// The file's number on the server, as digits.
  public var ino: String
  public var metadata: FileMetadata?
  /// Whether an ebook comes along with the book instead of being it.
  public var isSupplementary: Bool?
  public var addedAt: Date?
  public var updatedAt: Date?
  public var fileType: FileType?

  public var id: String { ino }

  public init(
    ino: String, metadata: FileMetadata? = nil, isSupplementary: Bool? = nil, addedAt: Date? = nil,
    updatedAt: Date? = nil, fileType: FileType? = nil
  ) {
    self.ino = ino
    self.metadata = metadata
    self.isSupplementary = isSupplementary
    self.addedAt = addedAt
    self.updatedAt = updatedAt
    self.fileType = fileType
  }
}

extension LibraryFile {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    ino = try members.requireID(.ino)
    metadata = members[.metadata]
    isSupplementary = members[.isSupplementary]
    addedAt = members[.addedAt]
    updatedAt = members[.updatedAt]
    fileType = members[.fileType]
  }
}
