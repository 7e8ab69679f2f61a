import Foundation
import MediaCore

extension Endpoint {
  /// An endpoint that answers with a list, see ``WireList``.
  static func list<Element: Decodable>(
    _ operation: String, _ method: HTTPMethod = .get, path: [PathSegment], query: QueryParameters = [:],
    body: RequestBody? = nil, traits: EndpointTraits
  ) -> Endpoint where Response == [Element] {
    Endpoint<WireList<Element>>.json(operation, method, path: path, query: query, body: body, traits: traits)
      .map(\.elements)
  }

  /// An endpoint that answers with one page of a list.
  static func page<Element: Decodable>(
    _ operation: String, path: [PathSegment], query: QueryParameters, traits: EndpointTraits
  ) -> Endpoint where Response == Page<Element> {
    Endpoint<WireList<Element>>.json(operation, path: path, query: query, traits: traits).map { Page($0) }
  }
}

extension Endpoint where Response == Void {
  /// A write that the server answers with the text `OK`. After any other answer it is open whether it was written.
  static func ok(
    _ operation: String, _ method: HTTPMethod, path: [PathSegment], query: QueryParameters = [:],
    body: RequestBody? = nil, traits: EndpointTraits
  ) -> Endpoint {
    Endpoint(operation, method, path: path, query: query, body: body, traits: traits) { response, decoding in
      try decoding.refusePage(response)
      let answer = response.body.drop { $0 <= 0x20 }.prefix(3)
      guard answer.starts(with: Data("OK".utf8)), answer.dropFirst(2).allSatisfy({ $0 <= 0x20 }) else {
        throw ClientError(
          .undecodable, operation: operation, status: response.status,
          detail: response.body.isEmpty ? ClientError.Detail.empty : "notOK")
      }
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
  /// `value` as JSON.
  /// - Parameter ids: those in it that an app gave.
  /// - Throws: `invalidRequest` for an id that no server has, and for what JSON cannot hold, such as an infinite number.
  static func shelf(
    _ value: some Encodable, ids: [String?] = [], _ operation: String
  ) throws(ClientError) -> RequestBody {
    try WireID.check(ids, operation: operation)
    return try .encoding(value, coder: .shelf, operation: operation)
  }
}
