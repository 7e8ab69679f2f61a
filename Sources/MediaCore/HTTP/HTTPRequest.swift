public import Foundation

/// A request as a ``Transport`` sends it, made of plain values without types of URLSession.
///
/// A description and a dump hold the method, the operation and the host, never the query, a header value or the body.
public struct HTTPRequest: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
  /// The HTTP method.
  public var method: HTTPMethod
  /// The whole address, with the query. Never log it.
  public var url: URL
  /// The header fields, credentials included. Never log their values.
  public var fields: HTTPFields
  /// The body, or nil for none.
  public var body: Data?
  /// The id of the endpoint, such as `"shelf.libraries.list"`, by which stubs, metrics and logs identify the request.
  public var operation: OperationID
  /// The time limit of this one attempt. The head of the answer has to come within it, counted from when the request leaves the
  /// transport's queue, and no silence in the body may be longer. A server that sends a byte now and then is stopped by the call's
  /// deadline, which is kept above the transport. URLSession also measures silence in the head, in whole seconds.
  public var timeout: Duration
  /// The largest size of the answer's body that the caller accepts, in bytes after decompression.
  public var maximumResponseBytes: Int
  /// The redirects that the transport follows.
  public var redirects: RedirectPolicy

  /// Creates a request, for transports and tests. In an app, the clients create the requests.
  public init(
    method: HTTPMethod = .get, url: URL, fields: HTTPFields = [:], body: Data? = nil,
    operation: OperationID = OperationID(""),
    timeout: Duration = .seconds(30), maximumResponseBytes: Int = 16 << 20,
    redirects: RedirectPolicy = .sameOrigin
  ) {
    self.method = method
    self.url = url
    self.fields = fields
    self.body = body
    self.operation = operation
    self.timeout = timeout
    self.maximumResponseBytes = maximumResponseBytes
    self.redirects = redirects
  }

  public var description: String { "\(method) \(operation) at \(url.host ?? "?")" }

  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "method": method, "operation": operation, "host": url.host ?? "?", "fields": fields, "bytes": body?.count ?? 0,
        "timeout": timeout,
      ])
  }
}

/// The redirects that a transport follows by itself. A redirect that is not followed is returned as the 3xx response that it is.
public enum RedirectPolicy: Sendable, Hashable {
  /// Follows no redirect. For sign-in, refresh and requests with a body that matters.
  case none
  /// At most five hops within one origin (scheme, host and port), and from http to https of the same host.
  case sameOrigin
  /// Also to other origins over https, with every credential and custom header removed. For public media.
  case anyWithoutCredentials
}

/// An HTTP request method. For a method that is not among the constants, use `init(rawValue:)`.
public struct HTTPMethod: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// Reads, on most servers. Audiobookshelf also changes state with some GET requests.
  public static let get = HTTPMethod(rawValue: "GET")
  /// Reads only the header of an answer.
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
