import Foundation
import MediaCore
import MediaTesting

/// A request on its way to a route: what the path, the query, the body and the headers say.
struct TallyCall {
  let request: FakeRequest
  /// An empty object where no body came or its type is none that the server reads.
  let body: JSONValue
  /// What stood in the places of the route's path.
  var parameters: [String: String] = [:]
  /// Whose token it was; empty without one.
  var account = ""

  /// Nil for a body that cannot be read.
  init?(_ request: FakeRequest) {
    self.request = request
    guard let body = Self.body(of: request) else { return nil }
    self.body = body
  }

  private static func body(of request: FakeRequest) -> JSONValue? {
    let type = request.fields["Content-Type"]?.split(separator: ";").first?.trimmingCharacters(in: .whitespaces)
    if request.body.isEmpty { return [:] }
    if request.body.count > 10 << 20 { return nil }
    switch type?.lowercased() {
    case "application/json":
      guard let json = request.json, json.object != nil || json.array != nil else { return nil }
      return json
    case "application/x-www-form-urlencoded":
      let pairs = String(decoding: request.body, as: UTF8.self).split(separator: "&").map { pair in
        pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { part in
          let spaced = part.replacingOccurrences(of: "+", with: " ")
          return spaced.removingPercentEncoding ?? spaced
        }
      }
      return .object(Dictionary(pairs.map { ($0[0], .string($0.count > 1 ? $0[1] : "")) }, uniquingKeysWith: { $1 }))
    default:
      return [:]
    }
  }

  func parameter(_ name: String) -> String { parameters[name] ?? "" }

  /// A query value; nil when it is missing or empty.
  func query(_ name: String) -> String? {
    guard let value = request.query[name], !value.isEmpty else { return nil }
    return value
  }

  /// A value given twice arrives as a list, which few handlers expect.
  func isRepeated(_ name: String) -> Bool { request.queryItems.count { $0.name == name } > 1 }

  /// Echoed as it came.
  var country: String { query("country") ?? "US" }

  /// The user as whom four groups act: never the one of the token.
  var actingUser: String { namedUser ?? "user-1" }

  var namedUser: String? {
    guard let id = request.fields["x-user-id"], !id.isEmpty else { return nil }
    return id
  }
}
