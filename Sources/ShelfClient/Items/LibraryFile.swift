public import Foundation
public import MediaCore

/// A file in the folder of a library item, or the ebook of a book. Required: `ino`.
public struct LibraryFile: Codable, Hashable, Sendable, Identifiable {
  /// The file's number on the server, as digits.
  public var ino: String
  public var metadata: FileMetadata?
  /// Whether an ebook comes along with the book instead of being it.
  public var isSupplementary: Bool?
  public var addedAt: Date?
  public var updatedAt: Date?
  public var fileType: FileType?
  /// Only of ``Book/ebookFile``.
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

/// The purpose of a file of a library item.
public struct FileType: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let image = FileType(rawValue: "image")
  public static let audio = FileType(rawValue: "audio")
  public static let ebook = FileType(rawValue: "ebook")
  public static let text = FileType(rawValue: "text")
  public static let metadata = FileType(rawValue: "metadata")
  public static let unknown = FileType(rawValue: "unknown")
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

/// A file in the server's file system.
public struct FileMetadata: Codable, Hashable, Sendable {
  /// With its ending.
  public var filename: String?
  /// With its dot: `.mp3`.
  public var ext: String?
  /// On the server.
  public var path: String?
  /// Below the item's folder.
  public var relPath: String?
  /// Bytes.
  public var size: Int?
  /// When the content changed.
  public var mtimeMs: Date?
  /// When the file's entry changed.
  public var ctimeMs: Date?
  /// When it was made; 1970 when the file system keeps no such time.
  public var birthtimeMs: Date?

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    filename = members[.filename]
    ext = members[.ext]
    path = members[.path]
    relPath = members[.relPath]
    size = members[.size]
    mtimeMs = members[.mtimeMs]
    ctimeMs = members[.ctimeMs]
    birthtimeMs = members[.birthtimeMs]
  }
}
