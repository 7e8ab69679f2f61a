import Foundation
import MediaTesting

/// A request on its way to a route, with its path, query, body and headers.
struct TallyCall {
  let request: FakeRequest
  /// The body; an empty object when there is none, or when the server does not read its type.
  let body: JSONValue
  /// The values of the placeholders in the route's path.
  var parameters: [String: String] = [:]
  /// The account of the token; empty without one.
  var account = ""

  /// Creates a call; nil for a body that cannot be read.
  init?(_ request: FakeRequest) {
    self.request = request
    guard request.body.count <= 10 << 20, let body = request.parsedBody else { return nil }
    self.body = body
  }

  func parameter(_ name: String) -> String { parameters[name] ?? "" }

  /// A query value as handlers get it: nil if it is missing, a list when its name occurs more than once.
  func value(_ name: String) -> JSONValue? {
    let values = request.queryItems.filter { $0.name == name }.map { JSONValue.string($0.value) }
    return values.count > 1 ? .array(values) : values.first
  }

  /// The whole number that a query value begins with; of a list, that of its first text.
  func number(_ name: String) -> Int? {
    request.queryItems.first { $0.name == name }.flatMap { TallyJSON.leadingInt($0.value) }
  }

  /// The whole number that a query value begins with; `default` when there is none or it is 0.
  func number(_ name: String, default: Int) -> Int {
    guard let number = number(name), number != 0 else { return `default` }
    return number
  }

  /// The country as the request has it, which can be empty or a list; `US` when it is missing.
  var country: JSONValue { value("country") ?? "US" }

  /// The user for whom four groups of routes act, which is never the token's.
  var actingUser: String { namedUser ?? "user-1" }

  var namedUser: String? {
    guard let id = request.fields["x-user-id"], !id.isEmpty else { return nil }
    return id
  }
}
