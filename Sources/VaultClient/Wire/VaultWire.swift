import MediaCore

extension JSONCoder {
  /// Instants are read in all four spellings of the server, zone or none. None is ever sent; what the SDK keeps for itself
  /// it writes as seconds, which loses no microsecond.
  static let vault = JSONCoder(dates: .seconds)
}

extension JSONValue {
  init(encoding value: some Encodable) throws(ClientError) {
    do { self = try JSONValue(parsing: try JSONCoder.vault.encode(value)) } catch {
      throw ClientError(.invalidRequest, operation: "vault.wish")
    }
  }

  func decoded<Value: Decodable>(_ type: Value.Type) -> Value? { try? JSONCoder.vault.decode(type, from: serialized()) }
}

extension EndpointTraits {
  /// A read behind sign-in. Redirects are never followed: behind a TLS proxy they point to plain http.
  static let vaultRead = EndpointTraits(isRepeatable: true, isRead: true, redirects: .none)
  /// A read that current servers answer to anybody; a token goes along when there is one.
  static let vaultOpenRead = EndpointTraits(credentials: .optional, isRepeatable: true, isRead: true, redirects: .none)
  /// A read for which the server asks other services, one film after the other.
  static let vaultSlowRead = EndpointTraits(
    isRepeatable: true, isRead: true, deadline: .seconds(90), attemptTimeout: .seconds(60), redirects: .none)
  static let vaultSlowOpenRead = EndpointTraits(
    credentials: .optional, isRepeatable: true, isRead: true, deadline: .seconds(180), attemptTimeout: .seconds(120),
    redirects: .none)
  /// A write that must not be sent again blindly: toggles undo themselves, ids of deleted things are given out again.
  static let vaultWrite = EndpointTraits(isRepeatable: false, isRead: false, redirects: .none)
  static let vaultOpenWrite = EndpointTraits(
    credentials: .optional, isRepeatable: false, isRead: false, redirects: .none)
  /// A write that says what shall be: twice is as good as once.
  static let vaultSet = EndpointTraits(isRepeatable: true, isRead: false, redirects: .none)
  static let vaultOpenSet = EndpointTraits(credentials: .optional, isRepeatable: true, isRead: false, redirects: .none)
  /// The server looks things up outside before it answers.
  static let vaultImport = EndpointTraits(
    isRepeatable: false, isRead: false, deadline: .seconds(300), attemptTimeout: .seconds(300), redirects: .none)
  /// A whole library: the server answers when it is done.
  static let vaultLibraryImport = EndpointTraits(
    isRepeatable: false, isRead: false, deadline: .seconds(3600), attemptTimeout: .seconds(3600), redirects: .none)
}

extension Endpoint {
  /// The same with a slash at the end; each route of this server has one true spelling.
  func slashed() -> Endpoint {
    var endpoint = self
    endpoint.hasTrailingSlash = true
    return endpoint
  }

  /// The same with `value` as its JSON body.
  func sending(_ value: some Encodable) throws(ClientError) -> Endpoint {
    var endpoint = self
    endpoint.body = try .encoding(value, coder: .vault, operation: operation)
    return endpoint
  }
}

extension PathSegment {
  static func number(_ id: Int) -> PathSegment { .id(String(id)) }
}

/// Sends endpoints of this service and reads its refusals.
struct VaultSender: Sendable {
  let client: ServiceClient

  /// - Parameter broken: what a 500 of this route means on current servers.
  func send<Response>(
    _ endpoint: Endpoint<Response>, broken: BrokenRoute? = nil
  ) async throws(ClientError) -> Response {
    do throws(ClientError) { return try await client.send(endpoint) } catch { throw error.readAsVault(broken) }
  }
}
