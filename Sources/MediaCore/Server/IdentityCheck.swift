/// A credential-free check whether the right service answers at an address.
///
/// The route must be one that the server answers without a sign-in. A login page or another product has to give nil.
///
/// ```swift
/// let check = IdentityCheck(OperationID("jellyfin.locate"), path: ["System", "Info", "Public"]) { response in
///   guard let info = try? JSONValue(parsing: response.body), info["ProductName"]?.string == "Jellyfin Server" else { return nil }
///   return ServerFacts(version: info["Version"]?.string)
/// }
/// ```
public struct IdentityCheck: Sendable {
  /// The route that needs no sign-in.
  public var path: [PathSegment]
  /// The query of that route, for a server that answers only with one.
  public var query: QueryParameters
  /// The operation id of the probe, for logs and stubs.
  public var operation: OperationID
  /// Tried once below the address when the user typed no path and the address itself answered as something else.
  public var fallbackPath: [PathSegment]
  /// The server's description of itself, or nil when it is not the service.
  public var recognise: @Sendable (HTTPResponse) -> ServerFacts?

  /// - Parameter recognise: nil for an answer that is not of this service.
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
  /// The version as the server writes it.
  public var version: String?

  /// - Parameter version: nil where the server does not say.
  public init(version: String? = nil) { self.version = version }
}
