import Foundation
import MediaCore

/// The envelope around an answer, for every route.
enum Envelope {
  /// `{"success": true, "data": …}`
  case data
  /// The payload without an envelope; `success` can be one of its members.
  case bare
}

/// A payload in `data`, decoded in one pass with `success` beside it; nil if `success` is false.
private struct Enveloped<Payload: Decodable>: Decodable {
  let payload: Payload?

  private enum CodingKeys: String, CodingKey { case success, data }

  init(from decoder: any Decoder) throws {
    payload = try Self.isRefusal(decoder) ? nil : decoder.lenient(CodingKeys.self).require(.data)
  }

  static func isRefusal(_ decoder: any Decoder) -> Bool {
    let members = try? decoder.container(keyedBy: CodingKeys.self)
    return (try? members?.decode(Bool.self, forKey: .success)) == false
  }
}

/// A payload without `data` around it; nil if its `success` is false.
private struct Unenveloped<Payload: Decodable>: Decodable {
  let payload: Payload?

  init(from decoder: any Decoder) throws {
    payload = try Enveloped<Payload>.isRefusal(decoder) ? nil : Payload(from: decoder)
  }
}

extension ServiceClient {
  /// Calls a route of Tally. A body with `"success": false` is an error, whatever its status.
  /// - Parameter traits: nil for the default: a GET is a read, everything else a write that may be repeated.
  func call<Response: Decodable & Sendable>(
    _ operation: OperationID, _ method: HTTPMethod, _ path: [PathSegment], query: QueryParameters = [:],
    body: JSONValue? = nil, traits: EndpointTraits? = nil, in envelope: Envelope = .data
  ) async throws(ClientError) -> Response {
    let traits = traits ?? (method == .get ? .read : .repeatableWrite)
    let body = body.map { RequestBody.json($0) }
    let endpoint = Endpoint(operation, method, path: path, query: query, body: body, traits: traits) {
      response, decoding -> Response in
      let payload =
        switch envelope {
        case .data: try decoding.json(Enveloped<Response>.self, from: response).payload
        case .bare: try decoding.json(Unenveloped<Response>.self, from: response).payload
        }
      if let payload { return payload }
      // `RefusalMiddleware` throws for known refusals, so this one has an unknown form. Its text may contain secrets: leave the text out.
      throw ClientError(.undecodable, operation: operation, status: response.status, detail: "success: false")
    }
    return try await send(endpoint)
  }

  /// Calls a route of Tally and returns one member of the answer, such as `\Answer.item`: echoes of the request, the length of a list and
  /// sentences for users are left out.
  func call<Answer: Decodable & Sendable, Value>(
    _ operation: OperationID, _ method: HTTPMethod, _ path: [PathSegment], _ member: KeyPath<Answer, Value>,
    query: QueryParameters = [:], body: JSONValue? = nil, traits: EndpointTraits? = nil, in envelope: Envelope = .data
  ) async throws(ClientError) -> Value {
    let answer: Answer = try await call(operation, method, path, query: query, body: body, traits: traits, in: envelope)
    return answer[keyPath: member]
  }

  /// Calls a route of Tally and ignores the content of the answer.
  func call(
    _ operation: OperationID, _ method: HTTPMethod, _ path: [PathSegment], body: JSONValue? = nil,
    traits: EndpointTraits? = nil
  ) async throws(ClientError) {
    let _: JSONValue = try await call(operation, method, path, body: body, traits: traits, in: .bare)
  }
}

extension EndpointTraits {
  /// A public route, called with the sign-in when there is one: some of these routes read the acting user from it.
  static let open = EndpointTraits(credentials: .optional, isRepeatable: true, isRead: true)
  /// A write on a public route, called with the sign-in when there is one.
  static let openWrite = EndpointTraits(credentials: .optional, isRepeatable: true, isRead: false)
  /// Public and slow: the server asks TMDB several times before it answers.
  static let openSlow = EndpointTraits(
    credentials: .optional, isRepeatable: true, isRead: true, deadline: .seconds(120), attemptTimeout: .seconds(60))
  /// The first time a show is added the server fetches all its seasons.
  static let slowWrite = EndpointTraits(
    isRepeatable: true, isRead: false, deadline: .seconds(120), attemptTimeout: .seconds(60))
  /// A slow write that is not repeated after a lost answer.
  static let slowWriteOnce = EndpointTraits(
    isRepeatable: false, isRead: false, deadline: .seconds(120), attemptTimeout: .seconds(60))
  /// A read that apps show at launch: the last answer is used when the server cannot be reached.
  static let openShown = EndpointTraits(
    credentials: .optional, isRepeatable: true, isRead: true, caching: .staleOnError)
}

extension PathSegment {
  static func id<Model>(_ id: TallyID<Model>) -> PathSegment { .id(id.rawValue) }
  static func id(_ show: TMDBID) -> PathSegment { .id(show.description) }
}

extension JSONValue {
  static func text(_ value: String?) -> JSONValue? { value.map { .string($0) } }
  static func int(_ value: Int) -> JSONValue { .integer(Int64(value)) }
  /// The members that are not nil.
  static func members(_ members: [String: JSONValue?]) -> JSONValue { .object(members.compactMapValues { $0 }) }

  /// A value in its wire form, as the body of a call or a part of it.
  init(encoding value: some Encodable, for operation: OperationID) throws(ClientError) {
    do { self = try JSONValue(parsing: try JSONCoder.tally.encode(value)) } catch {
      throw ClientError(.invalidRequest, operation: operation)
    }
  }
}

extension JSONCoder {
  /// Tally's coder: instants are ISO 8601; those of the database have no zone and are UTC.
  static let tally = JSONCoder(dates: .iso8601)
}
