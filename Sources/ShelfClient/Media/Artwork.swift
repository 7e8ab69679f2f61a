public import Foundation
import MediaCore

/// The cover of an item or the picture of an author, given by its subject, its version and its width. A changed picture has another version
/// and so another address: an app's own image loader can use this value, or ``MediaAPI/url(of:)``, as its key.
public struct Artwork: Codable, Hashable, Sendable {
  /// The thing that the picture shows.
  public enum Subject: Codable, Hashable, Sendable {
    /// The cover of a book or podcast, by its id.
    case item(String)
    /// The picture of an author, by the author's id.
    case author(String)
  }

  /// The item or the author that the picture shows.
  public var subject: Subject
  /// The version of the picture: `updatedAt` of the item or the author; nil if the answer did not have it.
  public var updatedAt: Date?
  /// The width of the picture in pixels; nil for the server's 400.
  public var width: Int?

  /// Creates the cover of an item or the picture of an author.
  /// - Parameter width: in pixels; nil for the server's 400.
  public init(_ subject: Subject, updatedAt: Date?, width: Int? = nil) {
    self.subject = subject
    self.updatedAt = updatedAt
    self.width = width
  }
}

extension ShelfItem {
  /// The cover of the item, `width` pixels wide; nil when there is none.
  public func artwork(width: Int? = nil) -> Artwork? {
    hasCover ? Artwork(.item(id), updatedAt: updatedAt, width: width) : nil
  }
}

extension Artwork {
  /// Reads the picture from an address that this client has made, such as ``ShelfRow/coverURL``; nil for any other address. The address may
  /// begin with another address of the same server.
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

/// The server's answer with a picture.
public struct ArtworkAnswer: Sendable, Hashable {
  /// The picture as JPEG; nil when the version that was sent is still current.
  public var data: Data?
  /// The version of the picture, to be sent with the next request.
  public var version: FileVersion

  /// Creates an answer.
  /// - Parameter data: nil when the picture has not changed.
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
