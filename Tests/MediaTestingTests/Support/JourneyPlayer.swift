import Foundation
import MediaCore
import MediaTesting
import TestSupport

/// Plays the conformance journeys in Tests/Fixtures/conformance against a fake server.
struct JourneyPlayer {
  /// Makes a server from a world and the settings of a journey; its clock must be the one given.
  typealias MakeServer =
    @Sendable (_ world: JSONValue, _ settings: JSONValue, _ clock: ManualClock) throws -> any FakeServer

  let world: JSONValue
  /// Variables that a service's world holds outside its `variables` member.
  var moreVariables: [String: JSONValue] = [:]
  let makeServer: MakeServer

  static func folder(_ service: String) -> URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Fixtures/conformance/\(service)")
  }

  static func world(_ service: String) throws -> JSONValue {
    try JSONValue(parsing: Data(contentsOf: folder(service).appendingPathComponent("world.json")))
  }

  /// The journeys of a service: the given ones, the project's own beside them, and those in the folder that
  /// `JOURNEYS_<SERVICE>` names.
  static func journeys(_ service: String) -> [URL] {
    let more = ProcessInfo.processInfo.environment["JOURNEYS_\(service.uppercased())"].map { URL(fileURLWithPath: $0) }
    let folders = ["journeys", "own"].map { folder(service).appendingPathComponent($0) } + (more.map { [$0] } ?? [])
    return folders.flatMap { folder in
      ((try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? [])
        .filter { $0.pathExtension == "json" }
        .sorted { $0.lastPathComponent < $1.lastPathComponent }
    }
  }

  /// Plays one journey to its end, or throws the first ``Mismatch``.
  func play(_ file: URL) async throws {
    let journey = try JSONValue(parsing: Data(contentsOf: file))
    let clock = ManualClock()
    let server = try makeServer(world, journey["settings"] ?? [:], clock)
    let variables = (world["variables"]?.object ?? [:]).merging(moreVariables) { $1 }
    var match = JourneyMatch(variables: variables, now: { clock.now() })
    if let set = journey["set"]?.object {
      for (name, value) in set.sorted(by: { $0.key < $1.key }) { match.variables[name] = try match.fill(value) }
    }
    for (index, step) in (journey["steps"]?.array ?? []).enumerated() {
      if let seconds = step["wait"]?.double {
        await clock.advance(by: .seconds(seconds))
      } else if step["restart"]?.bool == true {
        server.restart()
      } else if let request = step["request"] {
        do {
          let filled = try match.fill(request)
          let answer = server.respond(to: try Self.request(filled))
          try Self.check(step["expect"] ?? [:], answer, &match)
        } catch let mismatch as Mismatch {
          let asked = "\(request["method"]?.string ?? "?") \(request["path"]?.string ?? "?")"
          throw Mismatch(description: "step \(index + 1): \(asked): \(mismatch.description)")
        }
      } else {
        throw Mismatch(description: "step \(index + 1): unknown step")
      }
    }
  }

  static func request(_ request: JSONValue) throws -> HTTPRequest {
    guard let url = URL(string: "http://server.test\(request["path"]?.string ?? "/")") else {
      throw Mismatch(description: "no URL")
    }
    var made = HTTPRequest(method: HTTPMethod(rawValue: request["method"]?.string ?? "GET"), url: url)
    for (name, value) in request["headers"]?.object ?? [:] { made.fields[name] = value.string }
    if let text = request["bodyText"]?.string {
      made.body = Data(text.utf8)
    } else if let body = request["body"] {
      made.body = body.serialized()
      if made.fields["Content-Type"] == nil { made.fields["Content-Type"] = "application/json" }
    }
    return made
  }

  static func check(_ expect: JSONValue, _ answer: HTTPResponse, _ match: inout JourneyMatch) throws {
    let text = String(decoding: answer.body, as: UTF8.self)
    if let status = expect["status"] {
      try match.match(status, .integer(Int64(answer.status)), at: "status (\(text.prefix(300)))")
    }
    if let wanted = expect["contentType"] {
      let type = answer.fields["Content-Type"]
      if wanted.isNull {
        if let type { throw Mismatch(description: "Content-Type: expected none, got \(type)") }
      } else if !(type ?? "").hasPrefix(wanted.string ?? "?") {
        throw Mismatch(description: "Content-Type: expected \(wanted.string ?? "?"), got \(type ?? "none")")
      }
    }
    for (name, wanted) in expect["headers"]?.object ?? [:] {
      let values = answer.fields.values(name)
      try match.match(wanted, values.isEmpty ? nil : .string(values.joined(separator: "\n")), at: "header \(name)")
    }
    if let wanted = expect["text"] { try match.match(wanted, .string(text), at: "text") }
    if let wanted = expect["frames"] { try match.match(wanted, frames(text), at: "frames") }
    if let wanted = expect["body"] {
      guard let body = try? JSONValue(parsing: answer.body) else {
        throw Mismatch(description: "body is not JSON: \(text.prefix(300))")
      }
      try match.match(wanted, body, at: "body")
    }
  }

  private static func frames(_ text: String) -> JSONValue {
    .array(
      text.split(separator: "\u{1e}", omittingEmptySubsequences: false).map { frame in
        let type = frame.prefix { $0.isASCII && $0.isNumber }
        let rest = String(frame.dropFirst(type.count))
        if rest.isEmpty { return ["type": .string(String(type))] }
        return ["type": .string(String(type)), "data": (try? JSONValue(parsing: rest)) ?? .string(rest)]
      })
  }
}
