public import Foundation
import MediaCore

/// What the file system of the server says about a file.
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
  /// When it was made; 1970 when the file system does not know.
  public var birthtimeMs: Date?

  public init(
    filename: String? = nil, ext: String? = nil, path: String? = nil, relPath: String? = nil, size: Int? = nil,
    mtimeMs: Date? = nil, ctimeMs: Date? = nil, birthtimeMs: Date? = nil
  ) {
    self.filename = filename
    self.ext = ext
    self.path = path
    self.relPath = relPath
    self.size = size
    self.mtimeMs = mtimeMs
    self.ctimeMs = ctimeMs
    self.birthtimeMs = birthtimeMs
  }
}

extension FileMetadata {
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
