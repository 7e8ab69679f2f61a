import Foundation
import MediaCore

extension JSONCoder {
  /// Decodes instants in all four of the server's forms, with a zone or without. The SDK never sends an instant; in its
  /// own files it writes seconds, which loses no microsecond.
  static let vault = JSONCoder(dates: .seconds)
}

extension EndpointTraits {
  /// A read behind sign-in. Redirects are never followed: behind a TLS proxy they point to plain http.
  static let vaultRead = EndpointTraits(isRepeatable: true, isRead: true, redirects: .none)
  /// A read for which the server calls other services, one film after the other.
  static let vaultSlowRead = EndpointTraits(
    isRepeatable: true, isRead: true, deadline: .seconds(90), attemptTimeout: .seconds(60), redirects: .none)
  static let vaultSlowOpenRead = EndpointTraits(
    credentials: .optional, isRepeatable: true, isRead: true, deadline: .seconds(180), attemptTimeout: .seconds(120),
    redirects: .none)
  /// A write that must not be repeated blindly: toggles undo themselves, ids of deleted titles are reused.
  static let vaultWrite = EndpointTraits(isRepeatable: false, isRead: false, redirects: .none)
  /// A write that sets a state: repeating it changes nothing.
  static let vaultSet = EndpointTraits(isRepeatable: true, isRead: false, redirects: .none)
  /// An import: the server calls other services before it answers.
  static let vaultImport = EndpointTraits(
    isRepeatable: false, isRead: false, deadline: .seconds(300), attemptTimeout: .seconds(300), redirects: .none)
  /// An import of a whole library: the server answers when it is done.
  static let vaultLibraryImport = EndpointTraits(
    isRepeatable: false, isRead: false, deadline: .seconds(3600), attemptTimeout: .seconds(3600), redirects: .none)
  /// A route that needs no account.
  static let vaultProbe = with(EndpointTraits.probe) { $0.redirects = .none }

  /// The same for a route that current servers answer without a token; a token is sent when there is one.
  var open: EndpointTraits { with(self) { $0.credentials = .optional } }
}

extension PathSegment {
  static func number(_ id: Int) -> PathSegment { .id(String(id)) }
}

/// Sends requests of this service and maps its errors. Each route has one correct path below `/api`: `slash` says whether
/// it ends with a slash. A `body` is sent as JSON; `broken` is the known fault that a 500 means on current servers.
struct VaultSender: Sendable {
  let client: ServiceClient

  /// Sends a request that is answered with JSON.
  func json<Response: Decodable & Sendable>(
    _ operation: OperationID, _ method: HTTPMethod = .get, path: [PathSegment], slash: Bool = false,
    query: QueryParameters = [:], body: (any Encodable & Sendable)? = nil, _ traits: EndpointTraits,
    broken: BrokenRoute? = nil
  ) async throws(ClientError) -> Response {
    try await send(.json(operation, method, path: ["api"] + path, query: query, traits: traits), slash, body, broken)
  }

  /// Reads a list that is the whole answer.
  func list<Element: Decodable & Sendable>(
    _ operation: OperationID, path: [PathSegment], query: QueryParameters = [:], _ traits: EndpointTraits
  ) async throws(ClientError) -> [Element] {
    let list: LossyList<Element> = try await json(operation, path: path, slash: true, query: query, traits)
    return list.elements
  }

  /// Sends a request whose answer has no content that matters.
  func done(
    _ operation: OperationID, _ method: HTTPMethod, path: [PathSegment], slash: Bool = false,
    body: (any Encodable & Sendable)? = nil, _ traits: EndpointTraits, broken: BrokenRoute? = nil
  ) async throws(ClientError) {
    try await send(.done(operation, method, path: ["api"] + path, traits: traits), slash, body, broken)
  }

  func send<Response>(
    _ endpoint: Endpoint<Response>, _ slash: Bool = false, _ body: (any Encodable)? = nil, _ broken: BrokenRoute? = nil
  ) async throws(ClientError) -> Response {
    var endpoint = endpoint
    endpoint.hasTrailingSlash = slash
    if let body { endpoint.body = try .encoding(body, coder: .vault, operation: endpoint.operation) }
    do throws(ClientError) { return try await client.send(endpoint) } catch { throw error.readAsVault(broken) }
  }
}

extension LenientContainer {
  /// An id, which the server writes as a number; also read from digits in a text.
  func requireNumber(_ key: Key) throws -> Int {
    if let number = integer(key) { return number }
    let context = DecodingError.Context(codingPath: [key], debugDescription: "no number")
    throw contains(key) ? DecodingError.typeMismatch(Int.self, context) : .keyNotFound(key, context)
  }

  /// A number with a fraction, or nil; also read from digits in a text.
  func decimal(_ key: Key) -> Double? {
    if let text = try? require(key) as String, let number = Double(text), number.isFinite { return number }
    return self[key]
  }

  /// The list that an answer must contain: an empty list in its place would claim that there is nothing.
  func requireList<Element: Decodable>(_ key: Key) throws -> [Element] {
    let list: LossyList<Element> = try require(key)
    return list.elements
  }
}

/// ASCII characters.
extension UInt8 {
  var isDigit: Bool { (0x30...0x39).contains(self) }
  var isLetter: Bool { (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) }
}

extension String {
  /// Whether every character is an ASCII letter, an ASCII digit or one of `marks`.
  func consists(of marks: String) -> Bool { utf8.allSatisfy { $0.isLetter || $0.isDigit || marks.utf8.contains($0) } }
}
