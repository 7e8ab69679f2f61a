package import Foundation
package import MediaCore

/// A request as a fake server reads it: path and query taken apart, body parsed.
package struct FakeRequest {
  package let method: String
  /// The parts between the slashes, percent-decoded one by one.
  package let path: [String]
  package let hasTrailingSlash: Bool
  /// The path as sent, without the query.
  package let rawPath: String
  /// Decoded like a form: `+` is a blank. Of a name given twice, the last one counts; see ``queryItems`` for all.
  package let query: [String: String]
  package let queryItems: [(name: String, value: String)]
  package let fields: HTTPFields
  package let body: Data

  package init(_ request: HTTPRequest) {
    method = request.method.rawValue
    fields = request.fields
    body = request.body ?? Data()
    let components = URLComponents(url: request.url, resolvingAgainstBaseURL: false)
    rawPath = components?.percentEncodedPath ?? request.url.path
    hasTrailingSlash = rawPath.hasSuffix("/")
    path = rawPath.split(separator: "/").map { $0.removingPercentEncoding ?? String($0) }
    queryItems = (components?.percentEncodedQuery ?? "").split(separator: "&").map { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { part in
        let spaced = part.replacingOccurrences(of: "+", with: " ")
        return spaced.removingPercentEncoding ?? spaced
      }
      return (parts[0], parts.count > 1 ? parts[1] : "")
    }
    query = Dictionary(queryItems.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
  }

  /// The token after `Bearer `, when there is one.
  package var bearer: String? {
    guard let value = fields["Authorization"], value.lowercased().hasPrefix("bearer ") else { return nil }
    return String(value.dropFirst(7))
  }

  /// The body as JSON; nil when it is empty or no JSON.
  package var json: JSONValue? { try? JSONValue(parsing: body) }

  package func cookie(_ name: String) -> String? {
    for pair in (fields["Cookie"] ?? "").split(separator: ";") {
      let parts = pair.trimmingCharacters(in: .whitespaces).split(separator: "=", maxSplits: 1)
      if parts.count == 2, parts[0] == name { return String(parts[1]) }
    }
    return nil
  }
}
