public import Foundation

/// The description of a request, with the type of its response. To send the request, pass the endpoint to ``ServiceClient``'s `send(_:)`.
///
/// ```swift
/// extension Endpoint {
///   static func tasks() -> Endpoint<JSONValue> {
///     .json(OperationID("app.tasks"), path: ["api", "tasks"], traits: .cachedRead)
///   }
/// }
/// ```
public struct Endpoint<Response: Sendable>: Sendable {
  /// The name of the request, in the form `"service.feature.verb"`. Logs, stubs, retries and caches identify the request by this name.
  public let operation: OperationID
  /// The HTTP method. Whether a call is retried, shared with other callers or cached depends on ``traits``, not on the method.
  public var method: HTTPMethod
  /// The path below the server's address. Each segment is encoded separately, so `/` and `..` in a segment cannot change the rest of the
  /// path.
  public var path: [PathSegment]
  /// Whether the path ends with a slash. Some servers answer only a path with a slash, others only a path without one.
  public var hasTrailingSlash = false
  /// Whether ``path`` begins at the origin (scheme, host and port) of the server's address instead of below the address's path.
  package var startsAtOrigin = false
  /// The query of the request. Its values are percent-encoded strictly: `+` is sent as `%2B`.
  public var query: QueryParameters
  /// The header fields that are sent in addition to the SDK's own. If these fields are not safe (see ``HTTPFields/areSafe``), the call
  /// throws `invalidRequest` before anything is sent.
  public var fields: HTTPFields
  /// The body of the request; nil if the request has no body.
  public var body: RequestBody?
  /// The rules for the call, such as its credentials, retries, caching and time limits.
  public var traits: EndpointTraits
  let decode: @Sendable (HTTPResponse, ResponseDecoding) throws -> Response

  /// Creates an endpoint whose response `decode` reads. For a response in JSON, see ``json(_:_:path:query:fields:body:traits:)``.
  public init(
    _ operation: OperationID, _ method: HTTPMethod = .get, path: [PathSegment], query: QueryParameters = [:],
    fields: HTTPFields = [:],
    body: RequestBody? = nil, traits: EndpointTraits,
    decode: @escaping @Sendable (HTTPResponse, ResponseDecoding) throws -> Response
  ) {
    self.operation = operation
    self.method = method
    self.path = path
    self.query = query
    self.fields = fields
    self.body = body
    self.traits = traits
    self.decode = decode
  }

  /// Returns the same endpoint with another response type: `transform` converts this endpoint's response.
  public func map<Other: Sendable>(_ transform: @escaping @Sendable (Response) throws -> Other) -> Endpoint<Other> {
    let decode = decode
    var endpoint = Endpoint<Other>(
      operation, method, path: path, query: query, fields: fields, body: body, traits: traits,
      decode: { try transform(try decode($0, $1)) })
    endpoint.hasTrailingSlash = hasTrailingSlash
    endpoint.startsAtOrigin = startsAtOrigin
    return endpoint
  }
}

extension Endpoint where Response: Decodable {
  /// Creates an endpoint whose response is JSON.
  public static func json(
    _ operation: OperationID, _ method: HTTPMethod = .get, path: [PathSegment], query: QueryParameters = [:],
    fields: HTTPFields = [:],
    body: RequestBody? = nil, traits: EndpointTraits
  ) -> Endpoint {
    Endpoint(operation, method, path: path, query: query, fields: fields, body: body, traits: traits) {
      try $1.json(Response.self, from: $0)
    }
  }
}

extension Endpoint where Response == Void {
  /// Creates an endpoint whose response has no useful content, such as the text `OK`. A call returns nothing if the request succeeds, and
  /// otherwise throws an error. A web page with status 200 is treated as a failure.
  public static func done(
    _ operation: OperationID, _ method: HTTPMethod, path: [PathSegment], query: QueryParameters = [:],
    fields: HTTPFields = [:],
    body: RequestBody? = nil, traits: EndpointTraits
  ) -> Endpoint {
    Endpoint(operation, method, path: path, query: query, fields: fields, body: body, traits: traits) {
      try $1.refusePage($0)
    }
  }
}

/// The body of a request, with its content type. It can hold a password, so neither a description nor a dump shows its content.
public struct RequestBody: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
  /// The bytes of the body, as they are sent.
  public let data: Data
  /// The value of the header field `Content-Type`.
  public let contentType: String

  /// Creates a body of any content type, such as a form.
  public init(data: Data, contentType: String) {
    self.data = data
    self.contentType = contentType
  }

  public var description: String { "\(contentType), \(data.count) bytes" }
  public var customMirror: Mirror { Mirror(self, children: ["contentType": contentType, "bytes": data.count]) }

  /// Creates a JSON body with sorted keys, so that equal values have equal bytes.
  public static func json(_ value: JSONValue) -> RequestBody {
    RequestBody(data: value.serialized(), contentType: "application/json")
  }
}

extension RequestBody {
  /// Creates a body with `value` as JSON.
  /// - Throws: `invalidRequest` if JSON cannot represent the value, such as an infinite number.
  public static func encoding(
    _ value: some Encodable, coder: JSONCoder, operation: OperationID
  ) throws(ClientError) -> RequestBody {
    do { return try coder.body(value) } catch { throw ClientError(.invalidRequest, operation: operation) }
  }
}

extension JSONCoder {
  /// Encodes a value as the JSON body of a request.
  public func body(_ value: some Encodable) throws -> RequestBody {
    RequestBody(data: try encode(value), contentType: "application/json")
  }
}
