/// A check whether the right service answers at an address. The check sends no credentials.
///
/// The server has to answer the check's request without a sign-in. For a login page and for a response of another product, ``recognise``
/// has to return nil.
///
/// ```swift
/// let check = IdentityCheck(OperationID("jellyfin.locate"), path: ["System", "Info", "Public"]) { response in
///   guard let info = try? JSONValue(parsing: response.body), info["ProductName"]?.string == "Jellyfin Server" else { return nil }
///   return ServerFacts(version: info["Version"]?.string)
/// }
/// ```
public struct IdentityCheck: Sendable {
  /// The path that the check requests. The route with this path needs no sign-in.
  public var path: [PathSegment]
  /// The query of the check's request. It is empty unless the server needs a query.
  public var query: QueryParameters
  /// The operation id of the check's request, for logs and stubs.
  public var operation: OperationID
  /// The path below the address at which the check is tried a second time. The second try is made only if the user typed no path and
  /// something other than the service answered the first try. If empty, there is no second try.
  public var fallbackPath: [PathSegment]
  /// Reads the server's description of itself from a response. Returns nil if the response is not from the service.
  public var recognise: @Sendable (HTTPResponse) -> ServerFacts?

  /// Creates a check.
  /// - Parameter recognise: reads the server's description of itself from a response. It returns nil if the response is not from the
  ///   service.
  public init(
    _ operation: OperationID, path: [PathSegment], query: QueryParameters = [:], fallbackPath: [PathSegment] = [],
    recognise: @escaping @Sendable (HTTPResponse) -> ServerFacts?
  ) {
    self.operation = operation
    self.path = path
    self.query = query
    self.fallbackPath = fallbackPath
    self.recognise = recognise
  }

  func endpoint(below prefix: [PathSegment]) -> Endpoint<HTTPResponse> {
    Endpoint(operation, path: prefix + path, query: query, traits: .probe) { response, _ in response }
  }
}

/// A server's description of itself, read without a sign-in.
public struct ServerFacts: Sendable, Hashable, Codable {
  /// The version of the server, as the server writes it; nil if the server does not report a version.
  public var version: String?

  /// Creates a server's description of itself.
  /// - Parameter version: the version of the server, as the server writes it; nil if the server does not report a version.
  public init(version: String? = nil) { self.version = version }
}
