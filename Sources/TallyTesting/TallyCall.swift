import Foundation
import MediaTesting

/// A request on its way to a route: what the path, the query, the body and the headers say.
struct TallyCall {
  let request: FakeRequest
  /// An empty object where no body came or its type is none that the server reads.
  let body: JSONValue
  /// The values of the placeholders in the route's path.
  var parameters: [String: String] = [:]
  /// The account of the token; empty without one.
  var account = ""

  /// Nil for a body that cannot be read.
  init?(_ request: FakeRequest) {
    self.request = request
    guard request.body.count <= 10 << 20, let body = request.parsedBody else { return nil }
    self.body = body
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
