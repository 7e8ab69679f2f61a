package import Foundation
package import MediaCore

/// A request as a fake server reads it: with its path and query split, and its body parsed.
package struct FakeRequest {
  package let method: String
  /// The parts of the path between the slashes, each percent-decoded.
  package let path: [String]
  package let hasTrailingSlash: Bool
  /// The path as sent, without the query.
  package let rawPath: String
  /// Whether a part of the path cannot be percent-decoded.
  package let hasBrokenPath: Bool
  /// The query, decoded like a form: `+` is a blank. If a name occurs twice, the last value counts; ``queryItems`` has all.
  package let query: [String: String]
  package let queryItems: [(name: String, value: String)]
  package let rawQuery: String?
  package let scheme: String
  /// The host and port to which the client sent the request.
  package let authority: String
  package let fields: HTTPFields
  package let body: Data

  package init(_ request: HTTPRequest) {
    method = request.method.rawValue
    fields = request.fields
    body = request.body ?? Data()
    let components = URLComponents(url: request.url, resolvingAgainstBaseURL: false)
    rawPath = components?.percentEncodedPath ?? request.url.path
    hasTrailingSlash = rawPath.hasSuffix("/")
    let decoded = rawPath.split(separator: "/").map { (raw: String($0), text: $0.removingPercentEncoding) }
    path = decoded.map { $0.text ?? $0.raw }
    hasBrokenPath = decoded.contains { $0.text == nil }
    rawQuery = components?.percentEncodedQuery
    scheme = components?.scheme ?? "http"
    authority = (components?.host ?? "") + (components?.port.map { ":\($0)" } ?? "")
    queryItems = Self.pairs(rawQuery ?? "")
    query = Dictionary(queryItems.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
  }

  /// The names and values of a form or a query.
  private static func pairs(_ text: String) -> [(name: String, value: String)] {
    text.split(separator: "&").map { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { part in
        let spaced = part.replacingOccurrences(of: "+", with: " ")
        return spaced.removingPercentEncoding ?? spaced
      }
      return (parts[0], parts.count > 1 ? parts[1] : "")
    }
  }

  /// The body as JSON; nil when it is empty or not JSON.
  package var json: JSONValue? { try? JSONValue(parsing: body) }

  /// The type of the body in lower case, without parameters; empty when none is given.
  package var mediaType: String {
    (fields["Content-Type"] ?? "").split(separator: ";").first?.trimmingCharacters(in: .whitespaces).lowercased() ?? ""
  }

  /// The body as the usual parsers of a Node server return it: an object or an array from JSON, an object from a form,
  /// an empty object from anything else. Nil for JSON that cannot be read.
  package var parsedBody: JSONValue? {
    switch mediaType {
    case _ where body.isEmpty: return [:]
    case "application/json": return json.flatMap { $0.object != nil || $0.array != nil ? $0 : nil }
    case "application/x-www-form-urlencoded":
      let pairs = Self.pairs(String(decoding: body, as: UTF8.self)).map { ($0.name, JSONValue.string($0.value)) }
      return .object(Dictionary(pairs, uniquingKeysWith: { $1 }))
    default: return [:]
    }
  }

  package func cookie(_ name: String) -> String? {
    for pair in (fields["Cookie"] ?? "").split(separator: ";") {
      let parts = pair.trimmingCharacters(in: .whitespaces).split(separator: "=", maxSplits: 1)
      if parts.count == 2, parts[0] == name { return String(parts[1]) }
    }
    return nil
  }
}
