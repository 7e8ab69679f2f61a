import Foundation
import MediaCore

/// What stands around an answer. Every route is read through here.
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

extension Endpoint where Response: Decodable {
  /// An endpoint of Tally's. A body that says `"success": false` is no answer, whatever its status.
  static func tally(
    _ operation: String, _ method: HTTPMethod, _ path: [PathSegment], query: QueryParameters = [:],
    body: RequestBody? = nil, traits: EndpointTraits = .read, in envelope: Envelope = .data
  ) -> Endpoint {
    Endpoint(operation, method, path: path, query: query, body: body, traits: traits) { response, decoding in
      let payload =
        switch envelope {
        case .data: try decoding.json(Enveloped<Response>.self, from: response).payload
        case .bare: try decoding.json(Unenveloped<Response>.self, from: response).payload
        }
      if let payload { return payload }
      throw Refusal(response.body)?.error(status: response.status, operation: operation)
        ?? ClientError(.undecodable, operation: operation, status: response.status, detail: "success: false")
    }
  }
}

extension Endpoint where Response == Void {
  /// An endpoint of Tally's of which only success matters.
  static func tally(
    _ operation: String, _ method: HTTPMethod, _ path: [PathSegment], body: RequestBody? = nil,
    traits: EndpointTraits = .repeatableWrite
  ) -> Endpoint {
    Endpoint<JSONValue>.tally(operation, method, path, body: body, traits: traits, in: .bare).map { _ in }
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
  /// What an app shows at launch: the last answer stands in when the server cannot be reached.
  static let openShown = EndpointTraits(
    credentials: .optional, isRepeatable: true, isRead: true, caching: .staleOnError)
}

extension RequestBody {
  /// The members that are not nil.
  static func members(_ members: [String: JSONValue?]) -> RequestBody {
    .json(.object(members.compactMapValues { $0 }))
  }
}

extension JSONValue {
  static func text(_ value: String?) -> JSONValue? { value.map { .string($0) } }

  /// A value in its wire form.
  init(encoding value: some Encodable) throws(ClientError) {
    do { self = try JSONValue(parsing: try JSONCoder.tally.encode(value)) } catch {
      throw ClientError(.invalidRequest, operation: "tally.encode")
    }
  }

  func decoded<Value: Decodable>(_ type: Value.Type) -> Value? { try? JSONCoder.tally.decode(type, from: serialized()) }
}

extension JSONCoder {
  /// Instants are ISO 8601; those of the database have no zone and are UTC.
  static let tally = JSONCoder(dates: .iso8601)
}
