import Foundation
import MediaCore

/// The calls, by the form of their answer. `body` is sent as JSON; `ids` are those in it or in the query that an app gave.
/// All throw `invalidRequest` for an id that no server has, and for what JSON cannot hold, such as an infinite number.
extension ServiceClient {
  func json<Response: Decodable & Sendable>(
    _ operation: String, _ method: HTTPMethod = .get, path: [PathSegment], query: QueryParameters = [:],
    body: (any Encodable)? = nil, ids: [String?] = [], traits: EndpointTraits
  ) async throws(ClientError) -> Response {
    let body = try RequestBody.shelf(body, ids: ids, operation)
    return try await send(.json(operation, method, path: path, query: query, body: body, traits: traits))
  }

  /// A call that answers with a list, see ``WireList``.
  func list<Element: Decodable & Sendable>(
    _ operation: String, _ method: HTTPMethod = .get, path: [PathSegment], query: QueryParameters = [:],
    body: (any Encodable)? = nil, ids: [String?] = [], traits: EndpointTraits
  ) async throws(ClientError) -> [Element] {
    let list: WireList<Element> = try await json(
      operation, method, path: path, query: query, body: body, ids: ids, traits: traits)
    return list.elements
  }

  /// A call that answers with one page of a list.
  func page<Element: Decodable & Sendable>(
    _ operation: String, path: [PathSegment], query: QueryParameters, traits: EndpointTraits
  ) async throws(ClientError) -> Page<Element> {
    Page(try await json(operation, path: path, query: query, traits: traits))
  }

  /// A call that the server answers with the text `OK`. After any other answer it is open whether it was done.
  /// - Parameter isDoneWhenMissing: for endings. The thing can be gone by an attempt whose answer was lost, or by another
  ///   client. Only the server's own message says so: a page in its place comes from a proxy in front of it.
  func ok(
    _ operation: String, _ method: HTTPMethod, path: [PathSegment], body: (any Encodable)? = nil, ids: [String?] = [],
    traits: EndpointTraits, isDoneWhenMissing: Bool = false
  ) async throws(ClientError) {
    let body = try RequestBody.shelf(body, ids: ids, operation)
    let endpoint = Endpoint(operation, method, path: path, body: body, traits: traits) { response, decoding in
      try decoding.refusePage(response)
      let answer = response.body.drop { $0 <= 0x20 }.prefix(3)
      guard answer.starts(with: Data("OK".utf8)), answer.dropFirst(2).allSatisfy({ $0 <= 0x20 }) else {
        throw ClientError(
          .undecodable, operation: operation, status: response.status,
          detail: response.body.isEmpty ? ClientError.Detail.empty : "notOK")
      }
    }
    do throws(ClientError) { try await send(endpoint) } catch {
      guard isDoneWhenMissing, error.kind == .notFound, error.serverMessage != nil else { throw error }
    }
  }
}

extension Endpoint where Response == Data {
  /// A picture that needs no token, as JPEG. Proxies may send it from elsewhere.
  static func picture(_ operation: String, path: [PathSegment], width: Int?, updatedAt: Date? = nil) -> Endpoint {
    Endpoint(
      operation, path: path,
      query: ["width": width, "format": "jpeg", "ts": updatedAt.map { Double($0.milliseconds) }],
      fields: ["Accept": "image/jpeg"],
      traits: EndpointTraits(credentials: .none, isRepeatable: true, isRead: true, redirects: .anyWithoutCredentials)
    ) { response, decoding in
      try decoding.refusePage(response)
      return response.body
    }
  }

  /// A file or a part of it, at most 512 MB. Files may well be HTML: only what the server's type says is one is looked at.
  static func bytes(
    _ operation: String, path: [PathSegment], query: QueryParameters = [:], range: Range<Int>? = nil,
    credentials: EndpointTraits.Credentials = .required
  ) -> Endpoint {
    // As it lies on the disk: a compressed file that breaks off could pass for a whole one.
    var fields: HTTPFields = ["Accept": "*/*", "Accept-Encoding": "identity"]
    fields["Range"] = range.map { "bytes=\($0.lowerBound)-\($0.upperBound - 1)" }
    let traits = EndpointTraits(
      credentials: credentials, isRepeatable: true, isRead: true, deadline: .seconds(600),
      attemptTimeout: .seconds(120), maximumResponseBytes: 512 << 20)
    return Endpoint(operation, path: path, query: query, fields: fields, traits: traits) { response, decoding in
      if response.mediaType == "text/html" { try decoding.refusePage(response) }
      return response.body
    }
  }
}

extension RequestBody {
  fileprivate static func shelf(
    _ value: (any Encodable)?, ids: [String?], _ operation: String
  ) throws(ClientError) -> RequestBody? {
    try WireID.check(ids, operation: operation)
    guard let value else { return nil }
    return try .encoding(value, coder: .shelf, operation: operation)
  }
}

/// Ids that travel in a body or a query. They could not leave their place there, but an id that no server has is a mistake
/// or an attack wherever it stands: the same are refused as in a path.
enum WireID {
  static func check(_ ids: [String?], operation: String) throws(ClientError) {
    guard ids.allSatisfy({ $0.map(isPlausible) ?? true }) else {
      throw ClientError(.invalidRequest, operation: operation, detail: ClientError.Detail.badIdentifier)
    }
  }

  private static func isPlausible(_ id: String) -> Bool {
    !id.isEmpty && id != "." && id != ".." && id.utf8.count <= 256
      && !id.utf8.contains { $0 <= 0x20 || $0 == 0x7F || #"/\%?#"#.utf8.contains($0) }
  }
}
