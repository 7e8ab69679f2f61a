import Foundation
import MediaCore
import MediaTesting
import Testing

@testable import ShelfTesting

/// A client that sends requests to a fake server without the SDK, and reads the JSON of the answers.
struct ShelfPeer {
  let clock = ManualClock()
  let server: FakeShelfServer
  let world: ShelfWorld

  init(world: ShelfWorld = .sample, settings: FakeShelfServer.Settings = .init(accessTokenExpiry: 1e6)) {
    self.world = world
    server = FakeShelfServer(world: world, settings: settings, clock: clock)
  }

  func send(
    _ method: String, _ path: String, as token: String? = nil, body: JSONValue? = nil, text: String? = nil,
    fields: HTTPFields = [:]
  ) throws -> HTTPResponse {
    let url = try #require(URL(string: "http://shelf.test\(path)"))
    let data = body?.serialized() ?? text.map { Data($0.utf8) }
    var request = HTTPRequest(method: HTTPMethod(rawValue: method), url: url, fields: fields, body: data)
    if body != nil { request.fields["Content-Type"] = "application/json" }
    if let token { request.fields["Authorization"] = "Bearer \(token)" }
    return server.respond(to: request)
  }

  func json(_ method: String, _ path: String, as token: String? = nil, body: JSONValue? = nil) throws -> JSONValue {
    try JSONValue(parsing: send(method, path, as: token, body: body).body)
  }

  /// Signs in and returns the access token.
  func signIn(_ name: String = "ada") throws -> String {
    let passwords = ["ada": "correct horse", "grace": "battery staple", "linus": "staple battery"]
    let body: JSONValue = ["username": .string(name), "password": .string(passwords[name] ?? "")]
    return try #require(try json("POST", "/login", body: body)["user"]?["accessToken"]?.string)
  }

  func item(_ title: String) throws -> String { try #require(world.itemID(titled: title)) }

  // MARK: The socket

  /// Opens a socket, signs in over it, reads the first frames, and returns the path of the socket.
  func openSocket(_ token: String) throws -> String {
    let opened = try send("GET", "/socket.io/?EIO=4&transport=polling").body
    let id = try #require(try JSONValue(parsing: Data(opened.dropFirst()))["sid"]?.string)
    let path = "/socket.io/?EIO=4&transport=polling&sid=\(id)"
    _ = try send("POST", path, text: "40\u{1e}42[\"auth\",\"\(token)\"]")
    _ = try frames(path)
    return path
  }

  /// Reads and removes the waiting frames of a socket.
  func frames(_ socket: String) throws -> [String] {
    String(decoding: try send("GET", socket).body, as: UTF8.self).split(separator: "\u{1e}").map(String.init)
  }

  /// Reads and removes the waiting frames of a socket, answers pings, and returns the events, each as an array of its name and its content.
  func events(_ socket: String) throws -> [JSONValue] {
    try frames(socket).compactMap { frame in
      if frame == "2" { _ = try send("POST", socket, text: "3") }
      return frame.hasPrefix("42") ? try JSONValue(parsing: String(frame.dropFirst(2))) : nil
    }
  }

  /// Reads and removes the waiting frames of a socket as `events(_:)` does, and returns only the events with one of the names.
  func events(_ socket: String, named names: String...) throws -> [JSONValue] {
    try events(socket).filter { event in names.contains { event[0]?.string == $0 } }
  }
}
