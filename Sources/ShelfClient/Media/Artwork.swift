public import Foundation
import MediaCore

/// A reference to the cover of an item or the picture of an author: the item or author, the version and the width of the picture. A changed
/// picture has another version and therefore another address. An app's own image loader can use this value, or ``MediaAPI/url(of:)``, as
/// the key of its cache.
public struct Artwork: Codable, Hashable, Sendable {
  /// The item or the author that a picture belongs to.
  public enum Subject: Codable, Hashable, Sendable {
    /// The cover of a book or podcast. The value is the id of the library item.
    case item(String)
    /// The picture of an author. The value is the id of the author.
    case author(String)
  }

  /// The item or the author that the picture belongs to.
  public var subject: Subject
  /// The version of the picture: the `updatedAt` of the item or the author; nil if the server did not send it.
  public var updatedAt: Date?
  /// The width of the picture in pixels; if nil, the server sends a width of 400 pixels.
  public var width: Int?

  /// Creates a value for the cover of an item or the picture of an author. Sends no request.
  /// - Parameter width: the width in pixels; if nil, the server sends a width of 400 pixels.
  public init(_ subject: Subject, updatedAt: Date?, width: Int? = nil) {
    self.subject = subject
    self.updatedAt = updatedAt
    self.width = width
  }
}

extension ShelfItem {
  /// Returns the cover of the item, with a width of `width` pixels; nil if the item has no cover.
  public func artwork(width: Int? = nil) -> Artwork? {
    hasCover ? Artwork(.item(id), updatedAt: updatedAt, width: width) : nil
  }
}

extension Artwork {
  /// Creates the value from the address of a picture that this client has made, such as ``ShelfRow/coverURL``. Nil if `url` is any other
  /// address. If a server has several addresses, `url` may begin with any of them.
  public init?(url: URL) {
    let parts = url.path.split(separator: "/").map(String.init).suffix(4)
    guard parts.count == 4, let kind = parts.first, kind == "api", let id = parts.dropFirst(2).first,
      WireID.arePlausible([id])
    else { return nil }
    let subject: Subject
    switch (parts.dropFirst().first, parts.last) {
    case ("items", "cover"): subject = .item(id)
    case ("authors", "image"): subject = .author(id)
    default: return nil
    }
    let items = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems ?? []
    func number(_ name: String) -> Int? { items.first { $0.name == name }?.value.flatMap { Int($0) } }
    let version = number("ts").map { Date(milliseconds: Int64($0)) }
    self.init(subject, updatedAt: version, width: number("width"))
  }
}

/// The server's response to a request for a picture.
public struct ArtworkAnswer: Sendable, Hashable {
  /// The picture as JPEG; nil if the picture has not changed since the version that the request contained.
  public var data: Data?
  /// The version of the picture. Pass it to the next call of ``MediaAPI/picture(_:unless:)``.
  public var version: FileVersion

  /// Creates a response.
  /// - Parameter data: the picture; nil if the picture has not changed.
  public init(data: Data?, version: FileVersion) {
    self.data = data
    self.version = version
  }
}

extension Endpoint where Response == Data {
  /// The request for a picture, as JPEG, without a token. A proxy may redirect it to another host.
  static func artwork(_ artwork: Artwork) -> Endpoint {
    let (operation, path): (OperationID, [PathSegment]) =
      switch artwork.subject {
      case .item(let id): (.shelfMediaCover, ["api", "items", .id(id), "cover"])
      case .author(let id): (.shelfAuthorsImage, ["api", "authors", .id(id), "image"])
      }
    return .picture(operation, path: path, width: artwork.width, updatedAt: artwork.updatedAt)
  }
}
