public import Foundation
import MediaCore

/// The cover of an item or the picture of an author: whose, as of when, and how wide. A changed picture has another version
/// and so another address: an image loader of an app can use this value, or ``MediaAPI/url(of:)``, as its key.
public struct Artwork: Codable, Hashable, Sendable {
  /// The thing that the picture shows.
  public enum Subject: Codable, Hashable, Sendable {
    /// The cover of a book or podcast, by its id.
    case item(String)
    /// The picture of an author, by id.
    case author(String)
  }

  /// The thing that the picture shows.
  public var subject: Subject
  /// `updatedAt` of the item or the author; nil where an answer does not carry it.
  public var updatedAt: Date?
  /// Pixels; nil for the server's 400.
  public var width: Int?

  /// - Parameter width: pixels; nil for the picture as it is.
  public init(_ subject: Subject, updatedAt: Date?, width: Int? = nil) {
    self.subject = subject
    self.updatedAt = updatedAt
    self.width = width
  }
}

extension ShelfItem {
  /// The cover at `width` pixels; nil when there is none.
  public func artwork(width: Int? = nil) -> Artwork? {
    hasCover ? Artwork(.item(id), updatedAt: updatedAt, width: width) : nil
  }
}

extension Author {
  /// The picture at `width` pixels; nil when there is none.
  public func artwork(width: Int? = nil) -> Artwork? {
    imagePath == nil ? nil : Artwork(.author(id), updatedAt: updatedAt, width: width)
  }
}

/// A picture as it came.
public struct ArtworkAnswer: Sendable, Hashable {
  /// JPEG; nil when it is the one that was asked about.
  public var data: Data?
  /// Its validator, to ask with the next time.
  public var version: FileVersion

  /// - Parameter data: nil when the picture has not changed.
  public init(data: Data?, version: FileVersion) {
    self.data = data
    self.version = version
  }
}

extension Endpoint where Response == Data {
  /// A picture that needs no token, as JPEG. Proxies may send it from elsewhere.
  static func artwork(_ artwork: Artwork) -> Endpoint {
    let (operation, path): (OperationID, [PathSegment]) =
      switch artwork.subject {
      case .item(let id): (.shelfMediaCover, ["api", "items", .id(id), "cover"])
      case .author(let id): (.shelfAuthorsImage, ["api", "authors", .id(id), "image"])
      }
    return .picture(operation, path: path, width: artwork.width, updatedAt: artwork.updatedAt)
  }
}
