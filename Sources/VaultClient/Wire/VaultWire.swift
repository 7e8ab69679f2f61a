import MediaCore

extension JSONCoder {
  /// Decodes instants in all four of the server's forms, with a zone or without. The SDK never sends an instant; in its
  /// own files it writes seconds, which loses no microsecond.
  static let vault = JSONCoder(dates: .seconds)
}

extension JSONValue {
  init(encoding value: some Encodable) throws(ClientError) {
    do { self = try JSONValue(parsing: try JSONCoder.vault.encode(value)) } catch {
      throw ClientError(.invalidRequest, operation: "vault.encode")
    }
  }

  func decoded<Value: Decodable>(_ type: Value.Type) -> Value? { try? JSONCoder.vault.decode(type, from: serialized()) }
}

extension EndpointTraits {
  /// A read behind sign-in. Redirects are never followed: behind a TLS proxy they point to plain http.
  static let vaultRead = EndpointTraits(isRepeatable: true, isRead: true, redirects: .none)
  /// A read that current servers answer without a token; a token is sent when there is one.
  static let vaultOpenRead = EndpointTraits(credentials: .optional, isRepeatable: true, isRead: true, redirects: .none)
  /// A read for which the server calls other services, one film after the other.
  static let vaultSlowRead = EndpointTraits(
    isRepeatable: true, isRead: true, deadline: .seconds(90), attemptTimeout: .seconds(60), redirects: .none)
  static let vaultSlowOpenRead = EndpointTraits(
    credentials: .optional, isRepeatable: true, isRead: true, deadline: .seconds(180), attemptTimeout: .seconds(120),
    redirects: .none)
  /// A write that must not be repeated blindly: toggles undo themselves, ids of deleted titles are reused.
  static let vaultWrite = EndpointTraits(isRepeatable: false, isRead: false, redirects: .none)
  static let vaultOpenWrite = EndpointTraits(
    credentials: .optional, isRepeatable: false, isRead: false, redirects: .none)
  /// A write that sets a state: repeating it changes nothing.
  static let vaultSet = EndpointTraits(isRepeatable: true, isRead: false, redirects: .none)
  static let vaultOpenSet = EndpointTraits(credentials: .optional, isRepeatable: true, isRead: false, redirects: .none)
  /// An import: the server calls other services before it answers.
  static let vaultImport = EndpointTraits(
    isRepeatable: false, isRead: false, deadline: .seconds(300), attemptTimeout: .seconds(300), redirects: .none)
  /// An import of a whole library: the server answers when it is done.
  static let vaultLibraryImport = EndpointTraits(
    isRepeatable: false, isRead: false, deadline: .seconds(3600), attemptTimeout: .seconds(3600), redirects: .none)
}

extension Endpoint {
  /// The same endpoint with a slash at the end of its path: each route of this server has one correct path, with the slash
  /// or without.
  func slashed() -> Endpoint {
    var endpoint = self
    endpoint.hasTrailingSlash = true
    return endpoint
  }

  /// The same endpoint with `value` as its JSON body.
  func sending(_ value: some Encodable) throws(ClientError) -> Endpoint {
    var endpoint = self
    endpoint.body = try .encoding(value, coder: .vault, operation: operation)
    return endpoint
  }
}

extension PathSegment {
  static func number(_ id: Int) -> PathSegment { .id(String(id)) }
}

/// Sends endpoints of this service and maps its errors.
struct VaultSender: Sendable {
  let client: ServiceClient

  /// - Parameter broken: the known fault that a 500 of this route means on current servers.
  func send<Response>(
    _ endpoint: Endpoint<Response>, broken: BrokenRoute? = nil
  ) async throws(ClientError) -> Response {
    do throws(ClientError) { return try await client.send(endpoint) } catch { throw error.readAsVault(broken) }
  }
}
