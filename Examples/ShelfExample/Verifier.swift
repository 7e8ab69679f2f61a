import Foundation
import Runner
import ShelfClient

/// Reads the server without the SDK, with plain requests, plain JSON, and a sign-in of its own.
actor Verifier {
  private let base: URL
  private let transport: any Transport
  private let username: String
  private let password: String
  private var token: String?

  init(base: URL, transport: any Transport, username: String, password: String) {
    self.base = base
    self.transport = transport
    self.username = username
    self.password = password
  }

  func progress(of id: PlayableID) async throws -> JSONValue? {
    let answer = try await send(.get, "/api/me/progress/\(id)")
    return answer.status == 404 ? nil : try JSONValue(parsing: answer.body)
  }

  func get(_ path: String) async throws -> JSONValue {
    let answer = try await send(.get, path)
    try expect(answer.status == 200, "200 for \(path), got \(answer.status)")
    return try JSONValue(parsing: answer.body)
  }

  /// An answer that is a list.
  func array(_ path: String) async throws -> [JSONValue] { try await get(path).array ?? [] }

  /// The ids of the elements in a list of the server.
  func ids(_ path: String, in member: String = "results") async throws -> [String] {
    (try await get(path)[member]?.array ?? []).compactMap { $0["id"]?.string }
  }

  /// Removes something of the account, such as leftovers of a failed flow.
  func remove(_ path: String) async throws { _ = try await send(.delete, path) }

  func change(_ path: String, _ body: JSONValue) async throws { _ = try await send(.patch, path, body) }

  /// Seconds of listening in the account's history.
  func listeningSeconds() async throws -> Double { try await get("/api/me/listening-stats")["totalTime"]?.double ?? 0 }

  /// The access token of a sign-in of its own.
  func accessToken() async throws -> String {
    _ = try await get("/api/libraries")
    return try require(token, "a token")
  }

  /// Another device of the account listens up to `position`.
  func listenElsewhere(_ id: PlayableID, to position: Double) async throws {
    _ = try await send(.patch, "/api/me/progress/\(id)", ["currentTime": .number(position), "progress": 0.5])
  }

  func forget(_ id: PlayableID) async throws {
    if let record = try await progress(of: id)?["id"]?.string {
      _ = try await send(.delete, "/api/me/progress/\(record)")
    }
  }

  func restore(_ before: JSONValue?, of id: PlayableID) async throws {
    try await forget(id)
    guard let before else { return }
    var body: JSONValue = [:]
    for key in ["currentTime", "progress", "duration", "isFinished"] { body[key] = before[key] }
    _ = try await send(.patch, "/api/me/progress/\(id)", body)
  }

  private func send(_ method: HTTPMethod, _ path: String, _ body: JSONValue? = nil) async throws -> HTTPResponse {
    let answer = try await request(method, path, body, token: token)
    guard answer.status == 401 else { return answer }
    let login = try await request(
      .post, "/login", ["username": .string(username), "password": .string(password)], token: nil)
    let user = try JSONValue(parsing: login.body)["user"]
    token = try require(user?["accessToken"]?.string ?? user?["token"]?.string, "the verifier's own sign-in")
    return try await request(method, path, body, token: token)
  }

  private func request(_ method: HTTPMethod, _ path: String, _ body: JSONValue?, token: String?) async throws
    -> HTTPResponse
  {
    let url = try require(URL(string: base.absoluteString + path), "a URL")
    var request = HTTPRequest(method: method, url: url, body: body?.serialized(), operation: OperationID("verifier"))
    if body != nil { request.fields["Content-Type"] = "application/json" }
    request.fields["Authorization"] = token.map { "Bearer \($0)" }
    return try await transport.send(request)
  }
}
