import Foundation
import MediaTesting

/// One request on its way to a route, with what was found out about it so far.
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
    /// Sent as something else than JSON.
    case other(String)
  }

  var isSimulated: Bool { settings.simulatedUpstreams }

  /// The number that has to stand in this place of the path, where nothing else is to be checked.
  func id(_ place: String) throws -> Int { try VaultForm.read(self) { $0.path(place) } }

  /// Reads the body the way typed routes do: broken JSON is refused before anything else is looked at, the token too.
  mutating func readBody() throws {
    guard !request.body.isEmpty else { return }
    if request.fields["Content-Type"] != nil, !isJSON {
      body = .other(String(decoding: request.body, as: UTF8.self))
      return
    }
    do {
      let value = try looseJSON()
      body = value.isNull ? .missing : .json(value)
    } catch let fault as PythonJSONFault {
      let error: JSONValue = [
        "type": "json_invalid", "loc": ["body", .count(fault.position)], "msg": "JSON decode error", "input": [:],
        "ctx": ["error": .string(fault.reason)],
      ]
      throw VaultFailure.validation([error])
    }
  }

  /// The body as JSON, whatever its type says; throws a ``PythonJSONFault``.
  func looseJSON() throws -> JSONValue {
    if let value = request.json { return value }
    if let fault = PythonJSONFault(in: request.body) { throw fault }
    throw VaultFailure.crash
  }

  private var isJSON: Bool {
    let type = request.mediaType
    return type == "application/json" || type.hasPrefix("application/") && type.hasSuffix("+json")
  }
}
