import Foundation
import MediaCore
import Testing
import VaultTesting

@Suite("Vault recordings")
struct VaultRecordingTests {
  /// Recordings whose answer does not hang on what happened before, in a fresh world of the journeys.
  static let standalone = [
    3, 7, 9, 11, 13, 15, 17, 19, 21, 23, 27, 29, 31, 33, 35, 37, 39, 41, 43, 45, 47, 49, 53, 55, 57, 59, 61, 63, 65, 67,
    69, 71, 73, 75, 81, 83, 85, 89, 91, 93, 95, 101, 105, 107, 109, 111, 115, 117, 119, 121, 123, 127, 129, 131,
    133, 137, 147, 157, 165, 177, 203, 211, 213, 217, 219, 223, 225, 227, 229, 231, 233, 235, 237, 239, 241, 243, 245,
    247, 249, 253, 255, 257, 259, 261, 263, 265, 271, 273, 275, 279, 285, 289, 291, 293, 305, 307, 309, 311, 313, 315,
    353, 357, 359, 363, 379,
  ].map { String(repeating: "0", count: 3 - "\($0)".count) + "\($0)" }

  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Fixtures/recordings/vault")

  static func recording(_ number: String) throws -> JSONValue {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let name = try #require(names.first { $0.hasPrefix(number + "-") })
    return try JSONValue(parsing: Data(contentsOf: folder.appendingPathComponent(name)))
  }

  static func server(_ mode: String) throws -> (server: FakeVaultServer, tokens: [String: String]) {
    var world = try JourneyPlayer.world("vault")
    world["settings"]?["tmdb_api_key"] = "dummy-tmdb-key"
    let server = FakeVaultServer(
      world: try VaultWorld(json: world),
      settings: .init(
        simulatedUpstreams: mode == "simulated-upstreams", auth0Configured: mode != "auth0-not-configured"))
    func token(_ name: String) -> String { world["variables"]?[name]?.string ?? "" }
    var tokens = [
      "alice": server.token(for: "alice"), "bob": server.token(for: "bob"), "carol": token("carolToken"),
      "garbage": "not-a-token", "wrongsig": token("foreignToken"), "noexp": token("eternalToken"),
      "auth0noemail": token("maillessToken"),
    ]
    if mode == "simulated-upstreams" {
      var request = HTTPRequest(
        method: .post, url: try #require(URL(string: "http://server.test/api/auth/auth0/mobile/callback")))
      request.body = Data(#"{"code":"good"}"#.utf8)
      tokens["erin"] = try JSONValue(parsing: server.respond(to: request).body)["access_token"]?.string
    }
    return (server, tokens)
  }

  @Test("an answer that hangs on nothing before it is the recorded one", arguments: standalone)
  func answers(number: String) throws {
    let recording = try Self.recording(number)
    let (server, tokens) = try Self.server(recording["mode"]?.string ?? "")
    let asked = recording["request"] ?? [:]
    var request = HTTPRequest(
      method: HTTPMethod(rawValue: asked["method"]?.string ?? ""),
      url: try #require(URL(string: "http://server.example.test" + (asked["path"]?.string ?? ""))))
    for (name, value) in asked["headers"]?.object ?? [:] {
      var value = value.string ?? ""
      for (user, token) in tokens { value = value.replacingOccurrences(of: "<token:\(user)>", with: token) }
      request.fields[name] = value
    }
    request.body = asked["bodyText"]?.string.map { Data($0.utf8) } ?? asked["body"]?.serialized()
    let answer = server.respond(to: request)
    let wanted = recording["response"] ?? [:]
    #expect(answer.status == wanted["status"]?.int)
    for (name, value) in wanted["headers"]?.object ?? [:] { #expect(answer.fields[name] == value.string, "\(name)") }
    #expect(answer.fields.entries.count == wanted["headers"]?.object?.count)
    if let text = wanted["bodyText"]?.string { #expect(String(decoding: answer.body, as: UTF8.self) == text) }
    if let body = wanted["body"] { #expect(try JSONValue(parsing: answer.body) == body) }
  }
}
