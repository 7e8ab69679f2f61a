/// An HTTP request method. Open: any token a server understands can be made with `init(rawValue:)`.
public struct HTTPMethod: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// Reads, on most servers. Audiobookshelf also changes state with some GET requests.
  public static let get = HTTPMethod(rawValue: "GET")
  /// Reads the header of an answer alone.
  public static let head = HTTPMethod(rawValue: "HEAD")
  /// Creates or triggers something. The Hub's Worker also uses POST for reads.
  public static let post = HTTPMethod(rawValue: "POST")
  /// Replaces a resource.
  public static let put = HTTPMethod(rawValue: "PUT")
  /// Changes a part of a resource.
  public static let patch = HTTPMethod(rawValue: "PATCH")
  /// Removes a resource.
  public static let delete = HTTPMethod(rawValue: "DELETE")

  public var description: String { rawValue }
}
