public import Foundation
public import MediaCore

/// A file in the folder of a library item, or the ebook of a book. Decoding requires `ino`.
public struct LibraryFile: Codable, Hashable, Sendable, Identifiable {
  /// The file's number on the server, as text of digits.
  public var ino: String
  /// The name, path, size and times of the file.
  public var metadata: FileMetadata?
  /// Whether the file is a supplementary ebook, not the primary ebook of the book.
  public var isSupplementary: Bool?
  /// When the file was added to the library.
  public var addedAt: Date?
  /// When the file was last changed on the server.
  public var updatedAt: Date?
  /// The purpose of the file: audio, ebook, image, text or something else.
  public var fileType: FileType?
  /// The format of the ebook; nil except in ``Book/ebookFile``.
  public var ebookFormat: EBookFormat?

  public var id: String { ino }

  /// Creates a value from its required members. Optional members are nil, and lists are empty.
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

  /// A picture; on the wire `image`.
  public static let image = FileType(rawValue: "image")
  /// An audio file; on the wire `audio`.
  public static let audio = FileType(rawValue: "audio")
  /// An ebook; on the wire `ebook`.
  public static let ebook = FileType(rawValue: "ebook")
  /// A text file; on the wire `text`.
  public static let text = FileType(rawValue: "text")
  /// A file that holds metadata of the item; on the wire `metadata`.
  public static let metadata = FileType(rawValue: "metadata")
  /// A file of another kind; on the wire `unknown`.
  public static let unknown = FileType(rawValue: "unknown")
}

/// The format of an ebook.
public struct EBookFormat: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The EPUB format; on the wire `epub`.
  public static let epub = EBookFormat(rawValue: "epub")
  /// The PDF format; on the wire `pdf`.
  public static let pdf = EBookFormat(rawValue: "pdf")
  /// The Mobipocket format; on the wire `mobi`.
  public static let mobi = EBookFormat(rawValue: "mobi")
  /// The Kindle format AZW3; on the wire `azw3`.
  public static let azw3 = EBookFormat(rawValue: "azw3")
  /// A comic book in a RAR archive; on the wire `cbr`.
  public static let cbr = EBookFormat(rawValue: "cbr")
  /// A comic book in a ZIP archive; on the wire `cbz`.
  public static let cbz = EBookFormat(rawValue: "cbz")
}

/// The name, path, size and times of a file in the server's file system.
public struct FileMetadata: Codable, Hashable, Sendable {
  /// The name of the file, with its extension.
  public var filename: String?
  /// The extension of the file, with its dot, such as `.mp3`.
  public var ext: String?
  /// The path of the file on the server.
  public var path: String?
  /// The path of the file, relative to the item's folder.
  public var relPath: String?
  /// The size of the file, in bytes.
  public var size: Int?
  /// When the content of the file last changed.
  public var mtimeMs: Date?
  /// When the file's entry in the file system last changed (`ctime`).
  public var ctimeMs: Date?
  /// When the file was created; in 1970 if the file system does not store that time.
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
