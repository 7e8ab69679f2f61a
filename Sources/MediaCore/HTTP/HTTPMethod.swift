/// An HTTP request method. Open: any token a server understands can be made with `init(rawValue:)`.
public struct HTTPMethod: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// Reads, on most servers. Audiobookshelf changes state with some.
  public static let get = HTTPMethod(rawValue: "GET")
  /// The header of the answer alone.
  public static let head = HTTPMethod(rawValue: "HEAD")
  /// Creates or does something; the Hub's Worker reads with it.
  public static let post = HTTPMethod(rawValue: "POST")
  /// Replaces.
  public static let put = HTTPMethod(rawValue: "PUT")
  /// Changes a part.
  public static let patch = HTTPMethod(rawValue: "PATCH")
  /// Removes.
  public static let delete = HTTPMethod(rawValue: "DELETE")

  public var description: String { rawValue }
}
