import Foundation
import MediaCore
import MediaTesting

/// One request on its way to a route, with the results of the steps so far.
struct VaultCall: Sendable {
  let request: FakeRequest
  let config: VaultWorld.Configuration
  let settings: FakeVaultServer.Settings
  /// The variable parts of the path.
  var parameters: [String: String] = [:]
  var body = Body.missing
  /// The signed-in account; 0 on open routes.
  var userID = 0

  enum Body: Sendable {
    case missing
    case json(JSONValue)
    /// A body of a type other than JSON.
    case other(String)
  }

  var isSimulated: Bool { settings.simulatedUpstreams }

  /// Reads the body the way typed routes do: broken JSON is refused before anything else is checked, the token too.
  mutating func readBody() throws {
    guard !request.body.isEmpty else { return }
    if let type = request.fields["Content-Type"], !Self.isJSON(type) {
      body = .other(String(decoding: request.body, as: UTF8.self))
      return
    }
    do {
      let value = try looseJSON()
      body = value.isNull ? .missing : .json(value)
    } catch let fault as PythonJSONFault {
      throw VaultFailure.validation([
        [
          "type": "json_invalid", "loc": ["body", VaultJSON.int(fault.position)], "msg": "JSON decode error",
          "input": [:], "ctx": ["error": .string(fault.reason)],
        ]
      ])
    }
  }

  /// The body as JSON, whatever its content type; throws a ``PythonJSONFault``.
  func looseJSON() throws -> JSONValue {
    if let value = request.json { return value }
    if let fault = PythonJSONFault(in: request.body) { throw fault }
    throw VaultFailure.crash
  }

  private static func isJSON(_ type: String) -> Bool {
    let media = (type.split(separator: ";").first.map(String.init) ?? "").trimmingCharacters(in: .whitespaces)
      .lowercased()
    return media == "application/json" || media.hasPrefix("application/") && media.hasSuffix("+json")
  }
}
