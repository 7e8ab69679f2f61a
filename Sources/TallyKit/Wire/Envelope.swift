import Foundation
import MediaCore

/// The envelope around an answer. Every route is read through here.
enum Envelope {
  /// `{"success": true, "data": …}`
  case data
  /// The payload itself, perhaps with `success` beside its members.
  case bare
}

/// A payload, read in one pass with `success` beside it: nil where that is false.
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

/// The same without `data` around it.
private struct Unenveloped<Payload: Decodable>: Decodable {
  let payload: Payload?

  init(from decoder: any Decoder) throws {
    payload = try Enveloped<Payload>.isRefusal(decoder) ? nil : Payload(from: decoder)
  }
}

extension ServiceClient {
  /// Calls a route of Tally's. A body that says `"success": false` is no answer, whatever its status.
  /// - Parameter traits: without any, a GET is a read and everything else a write that may be repeated.
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
      // In no form of the server's, or RefusalMiddleware would have said it: its texts are not known to be free of secrets.
      throw ClientError(.undecodable, operation: operation, status: response.status, detail: "success: false")
    }
    return try await send(endpoint)
  }

  /// Calls a route of Tally's of whose answer one member is wanted, such as `\Answer.item`: echoes of the request, the length of
  /// a list and sentences for people are left out.
  func call<Answer: Decodable & Sendable, Value>(
    _ operation: OperationID, _ method: HTTPMethod, _ path: [PathSegment], _ member: KeyPath<Answer, Value>,
    query: QueryParameters = [:], body: JSONValue? = nil, traits: EndpointTraits? = nil, in envelope: Envelope = .data
  ) async throws(ClientError) -> Value {
    let answer: Answer = try await call(operation, method, path, query: query, body: body, traits: traits, in: envelope)
    return answer[keyPath: member]
  }

  /// Calls a route of Tally's of which only success matters.
  func call(
    _ operation: OperationID, _ method: HTTPMethod, _ path: [PathSegment], body: JSONValue? = nil,
    traits: EndpointTraits? = nil
  ) async throws(ClientError) {
    let _: JSONValue = try await call(operation, method, path, body: body, traits: traits, in: .bare)
  }
}

extension EndpointTraits {
  /// Public, but with the sign-in when there is one: some of these routes read who acts from it.
  static let open = EndpointTraits(credentials: .optional, isRepeatable: true, isRead: true)
  /// The same for a write.
  static let openWrite = EndpointTraits(credentials: .optional, isRepeatable: true, isRead: false)
  /// Public and slow: the server asks TMDB several times before it answers.
  static let openSlow = EndpointTraits(
    credentials: .optional, isRepeatable: true, isRead: true, deadline: .seconds(120), attemptTimeout: .seconds(60))
  /// The first time a show is added the server fetches all its seasons.
  static let slowWrite = EndpointTraits(
    isRepeatable: true, isRead: false, deadline: .seconds(120), attemptTimeout: .seconds(60))
  /// The same, never sent again blindly.
  static let slowWriteOnce = EndpointTraits(
    isRepeatable: false, isRead: false, deadline: .seconds(120), attemptTimeout: .seconds(60))
  /// A read that an app shows at launch: the last answer stands in when the server cannot be reached.
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
  /// Instants are ISO 8601; those of the database have no zone and are UTC.
  static let tally = JSONCoder(dates: .iso8601)
}
