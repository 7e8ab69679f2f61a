/// A check, without credentials, whether the right service answers at an address.
///
/// The server has to answer the route without a sign-in. For a login page or the answer of another product, ``recognise`` has to return
/// nil.
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
  /// The query of the route that the check requests, for a server that needs one.
  public var query: QueryParameters
  /// The operation id of the probe, for logs and stubs.
  public var operation: OperationID
  /// The path below the address at which the check is repeated once, when the user typed no path and something else has answered at the
  /// address itself.
  public var fallbackPath: [PathSegment]
  /// Reads the server's description of itself from an answer; nil when the answer is not from the service.
  public var recognise: @Sendable (HTTPResponse) -> ServerFacts?

  /// Creates a check.
  /// - Parameter recognise: reads the server's description of itself from an answer; nil for an answer that is not from this service.
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

/// A server's description of itself before a sign-in.
public struct ServerFacts: Sendable, Hashable, Codable {
  /// The version as the server writes it; nil when the server does not report it.
  public var version: String?

  /// Creates a server's description of itself.
  /// - Parameter version: the version as the server writes it; nil when the server does not report it.
  public init(version: String? = nil) { self.version = version }
}
