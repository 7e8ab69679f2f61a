/// A check whether the right service answers at an address. The check sends no credentials.
///
/// The server has to answer the route of the check without a sign-in. ``recognise`` has to return nil for a login page and for the answer
/// of another product.
///
/// ```swift
/// let check = IdentityCheck(OperationID("jellyfin.locate"), path: ["System", "Info", "Public"]) { response in
///   guard let info = try? JSONValue(parsing: response.body), info["ProductName"]?.string == "Jellyfin Server" else { return nil }
///   return ServerFacts(version: info["Version"]?.string)
/// }
/// ```
public struct IdentityCheck: Sendable {
  /// The path of the route that the check requests, which needs no sign-in.
  public var path: [PathSegment]
  /// The query of the route that the check requests. It is empty unless the server needs a query.
  public var query: QueryParameters
  /// The operation id of the check's request, for logs and stubs.
  public var operation: OperationID
  /// The path below the address at which the check is repeated once if the user typed no path and something other than the service has
  /// answered at the address itself.
  public var fallbackPath: [PathSegment]
  /// Reads the server's description of itself from an answer. Returns nil if the answer is not from the service.
  public var recognise: @Sendable (HTTPResponse) -> ServerFacts?

  /// Creates a check.
  /// - Parameter recognise: reads the server's description of itself from an answer. It returns nil if the answer is not from the service.
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
  /// The version as the server writes it; nil if the server does not report a version.
  public var version: String?

  /// Creates a server's description of itself.
  /// - Parameter version: the version as the server writes it; nil if the server does not report a version.
  public init(version: String? = nil) { self.version = version }
}
