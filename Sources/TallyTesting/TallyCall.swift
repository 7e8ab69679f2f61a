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

  /// A query value as the handlers get it: nil when it is missing, a list when its name is given twice.
  func value(_ name: String) -> JSONValue? {
    let values = request.queryItems.filter { $0.name == name }.map { JSONValue.string($0.value) }
    return values.count > 1 ? .array(values) : values.first
  }

  /// The whole number that a query value begins with; of a list, that of its first text.
  func number(_ name: String) -> Int? {
    request.queryItems.first { $0.name == name }.flatMap { TallyJSON.leadingInt($0.value) }
  }

  /// The same where 0 counts as no number.
  func number(_ name: String, default: Int) -> Int {
    guard let number = number(name), number != 0 else { return `default` }
    return number
  }

  /// Echoed as it came, empty or as a list.
  var country: JSONValue { value("country") ?? "US" }

  /// The user as whom four groups act: never the one of the token.
  var actingUser: String { namedUser ?? "user-1" }

  var namedUser: String? {
    guard let id = request.fields["x-user-id"], !id.isEmpty else { return nil }
    return id
  }
}
