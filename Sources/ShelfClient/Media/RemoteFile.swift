public import Foundation
import MediaCore

/// A reference to a file on the server, for ``MediaAPI/stream(_:range:of:receive:)``. The file can be too large to hold in memory.
public enum RemoteFile: Sendable, Hashable {
  /// A file of an item (`GET /api/items/{item}/file/{ino}`). The request carries the account's token.
  case file(_ ino: String, item: String)
  /// A file of an item, for storing it on this device (`GET /api/items/{item}/file/{ino}/download`). Needs ``UserPermissions/download``.
  case download(_ ino: String, item: String)
  /// The only file of an item, or a ZIP archive if the item has several files (`GET /api/items/{item}/download`). The length of an archive
  /// is not known in advance, and no range of an archive can be requested.
  case item(String)
  /// A ZIP archive of several items (`GET /api/libraries/{library}/download`). The length of the archive is not known in advance, and no
  /// range of the archive can be requested.
  case items([String], library: String)
  /// An ebook of an item (`GET /api/items/{item}/ebook/{ino?}`). If `ino` is nil, the primary ebook is fetched.
  case ebook(item: String, ino: String?)
  /// The audio of a track in an open session (`GET /public/session/{session}/track/{index}`). Needs no token.
  case track(_ index: Int, session: String)
}

extension RemoteFile {
  /// A file of an item's folder can be anything.
  var content: FileContent {
    switch self {
    case .file, .download: .any
    case .item, .items, .ebook: .binary
    case .track: .audio
    }
  }
}

/// The version of a file: an entity tag, a date, or both. Compare the versions in two responses to find out whether the file has changed.
public struct FileVersion: Codable, Hashable, Sendable {
  /// The entity tag as the server sent it, often a weak one: `W/"3ad3d-1a1fd5943cf"`.
  public var entityTag: String?
  /// The date of the file's last change, as the server sent it: `Sat, 21 Nov 2026 09:04:08 GMT`.
  public var lastModified: String?

  /// Creates a version. If both the tag and the date are nil, the version cannot be used for a conditional request.
  public init(entityTag: String? = nil, lastModified: String? = nil) {
    self.entityTag = entityTag
    self.lastModified = lastModified
  }

  init(_ response: HTTPResponse) {
    self.init(entityTag: response.fields["ETag"], lastModified: response.fields["Last-Modified"])
  }

  /// When the content was changed, to the second.
  var changedAt: Date? { lastModified.flatMap(WireDate.parseHTTP) }

  /// Whether the server sent any mark.
  var isKnown: Bool { entityTag != nil || lastModified != nil }

  /// Whether both can be of the same content; also true if the marks are missing.
  func matches(_ other: FileVersion) -> Bool {
    if let entityTag, let tag = other.entityTag { return Self.opaque(entityTag) == Self.opaque(tag) }
    if let lastModified, let date = other.lastModified { return lastModified == date }
    return self == other
  }

  private static func opaque(_ tag: String) -> Substring { tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...] }

  /// The value of `If-Range`. A weak tag is not allowed there: proxies answer it with the whole file each time.
  var ifRange: String? { entityTag.flatMap { $0.hasPrefix("W/") ? nil : $0 } ?? lastModified }
}

/// The metadata of a file from the header of the server's response, which arrives before the file's bytes.
public struct FileHead: Sendable, Hashable {
  /// The range of the file's bytes that this response contains. Nil if the response contains the whole file, which a server can send
  /// although a range was requested.
  public var range: Range<Int>?
  /// The size of the whole file in bytes; nil if the server does not send it.
  public var size: Int?
  /// The version of the file, for comparison with the version in another response.
  public var version: FileVersion
  /// The MIME type of the file, as the server sent it.
  public var mediaType: String?

  /// - Throws: `wrongServer` for a web page instead of the file; `undecodable` for a part without its range, and for
  ///   a success without a file.
  init(_ response: HTTPResponse, operation: OperationID) throws(ClientError) {
    guard [200, 203, 206].contains(response.status) else {
      throw ClientError(
        .undecodable, operation: operation, status: response.status, detail: ClientError.Detail.empty)
    }
    version = FileVersion(response)
    mediaType = response.mediaType
    // A proxy's login page lacks `Accept-Ranges`, which the server sends even with an HTML file.
    if mediaType == "text/html", response.fields["Accept-Ranges"] == nil, response.fields["Content-Disposition"] == nil
    {
      throw ClientError(
        .wrongServer, operation: operation, status: response.status, detail: ClientError.Detail.html)
    }
    guard response.status == 206 else {
      // Skip compressed answers: their `Content-Length` counts the compressed bytes.
      if response.fields.isPlain { size = response.fields["Content-Length"].flatMap { Int($0) } }
      return
    }
    // A compressed range counts compressed bytes, so its place in the file is unknown.
    guard response.fields.isPlain else {
      throw ClientError(.undecodable, operation: operation, status: 206, detail: ShelfDetail.compressed)
    }
    guard let (part, whole) = Self.contentRange(response.fields["Content-Range"]) else {
      throw ClientError(.undecodable, operation: operation, status: 206, detail: "Content-Range")
    }
    (range, size) = (part, whole)
  }

  /// `bytes 0-99/240957`, or with `*` for an unknown size.
  private static func contentRange(_ field: String?) -> (Range<Int>, Int?)? {
    guard let field, field.lowercased().hasPrefix("bytes ") else { return nil }
    let parts = field.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
    let ends = parts.first?.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) } ?? []
    guard parts.count == 2, ends.count == 2, let first = ends[0], let last = ends[1], first >= 0, first <= last,
      last < .max
    else { return nil }
    let size = Int(parts[1])
    guard parts[1] == "*" || size.map({ last < $0 }) == true else { return nil }
    return (first..<last + 1, size)
  }
}

/// A piece of a streamed file. The first piece is the header of the response. All other pieces are bytes, in order.
public enum FilePiece: Sendable, Hashable {
  /// The metadata from the response's header. This piece comes before the first bytes.
  case head(FileHead)
  /// The next bytes of the file, in order.
  case bytes(Data)
}
