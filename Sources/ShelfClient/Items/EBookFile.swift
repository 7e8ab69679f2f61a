public import Foundation
public import MediaCore

/// The ebook of a book. Required: `ino`.
public struct EBookFile: Codable, Hashable, Sendable, Identifiable {
  /// The file's number on the server, as digits.
  public var ino: String
  public var metadata: FileMetadata?
  public var isSupplementary: Bool?
  public var addedAt: Date?
  public var updatedAt: Date?
  public var fileType: FileType?
  public var ebookFormat: EBookFormat?

  public var id: String { ino }

  public init(ino: String) { self.ino = ino }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    ino = try members.requireID(.ino)
    metadata = members[.metadata]
    isSupplementary = members[.isSupplementary]
    addedAt = members[.addedAt]
    updatedAt = members[.updatedAt]
    fileType = members[.fileType]
    ebookFormat = members[.ebookFormat]
  }
}

/// The format of an ebook.
public struct EBookFormat: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let epub = EBookFormat(rawValue: "epub")
  public static let pdf = EBookFormat(rawValue: "pdf")
  public static let mobi = EBookFormat(rawValue: "mobi")
  public static let azw3 = EBookFormat(rawValue: "azw3")
  public static let cbr = EBookFormat(rawValue: "cbr")
  public static let cbz = EBookFormat(rawValue: "cbz")
}
