public import Foundation

/// A request as a ``Transport`` sends it. It consists of plain values, without URLSession types.
///
/// A description and a dump contain the method, the operation and the host, but never the query, a header value or the body.
public struct HTTPRequest: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
  /// The HTTP method.
  public var method: HTTPMethod
  /// The complete URL, including the query. Never log it.
  public var url: URL
  /// The header fields, including credentials. Never log their values.
  public var fields: HTTPFields
  /// The body of the request; nil if the request has no body.
  public var body: Data?
  /// The id of the endpoint, such as `"shelf.libraries.list"`. Stubs, metrics and logs identify the request by this id.
  public var operation: OperationID
  /// The time-out of this one attempt. It has two effects: the head of the response must arrive within this time after the request has left
  /// the transport's queue, and no pause while the body arrives may be longer. A server that sends a byte now and then does not exceed the
  /// time-out; such a call ends at its deadline, which is enforced above the transport. URLSession also applies the time-out to pauses
  /// while the head arrives, and measures it in whole seconds.
  public var timeout: Duration
  /// The largest size of the response's body that the caller accepts, in bytes after decompression.
  public var maximumResponseBytes: Int
  /// The redirects that the transport follows.
  public var redirects: RedirectPolicy

  /// Creates a request, for transports and tests. In an app, the services' clients create the requests.
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

/// The redirects that a transport follows itself. A redirect that is not followed is returned as a 3xx response.
public enum RedirectPolicy: Sendable, Hashable {
  /// The transport follows no redirect. Use this for signing in, for renewing a sign-in, and for requests whose body must not be lost.
  case none
  /// The transport follows at most five redirects. Each redirect must stay within one origin (scheme, host and port), or go from http to
  /// https on the same host.
  case sameOrigin
  /// The transport also follows redirects to other origins over https, after removing all credentials and custom headers. Use this for
  /// public media.
  case anyWithoutCredentials
}

/// An HTTP request method. If a method has no constant here, use `init(rawValue:)`.
public struct HTTPMethod: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// Reads a resource. On Audiobookshelf, some GET requests also change state.
  public static let get = HTTPMethod(rawValue: "GET")
  /// Reads only the header of a response.
  public static let head = HTTPMethod(rawValue: "HEAD")
  /// Creates a resource or triggers an action. The Hub's Worker also uses POST for requests that only read.
  public static let post = HTTPMethod(rawValue: "POST")
  /// Replaces a resource.
  public static let put = HTTPMethod(rawValue: "PUT")
  /// Changes a part of a resource.
  public static let patch = HTTPMethod(rawValue: "PATCH")
  /// Removes a resource.
  public static let delete = HTTPMethod(rawValue: "DELETE")

  public var description: String { rawValue }
}
