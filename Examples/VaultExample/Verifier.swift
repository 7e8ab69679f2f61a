import Foundation
import Runner
import VaultClient

/// Reads the server without the SDK, and changes it as another device does: plain requests, plain JSON, a sign-in of
/// its own.
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

  /// The token of a sign-in of its own.
  func accessToken() async throws -> String {
    _ = try await get("/api/auth/me")
    return try require(token, "a token")
  }

  // MARK: Reading

  func get(_ path: String) async throws -> JSONValue { try await json(.get, path) }

  /// The status of an answer, also of a redirect.
  func status(_ method: HTTPMethod, _ path: String) async throws -> Int { try await send(method, path).status }

  func isWatched(movie id: Int) async throws -> Bool { try await get("/api/movies/\(id)")["watched"]?.bool ?? false }

  /// The marks of a series by the ids of its episodes.
  func marks(ofSeries id: Int) async throws -> [Int: Bool] {
    let rows = try await get("/api/episodes/?series_id=\(id)").array ?? []
    return Dictionary(
      rows.compactMap { row in row["id"]?.int.map { ($0, row["watched"]?.bool ?? false) } }, uniquingKeysWith: { $1 })
  }

  /// The account's titles that are in no list, as `movie/3`.
  func titles() async throws -> Set<String> {
    let all = try await get("/api/watchlist")
    let films = (all["movies"]?.array ?? []) + (all["collections"]?.array ?? []).flatMap { $0["items"]?.array ?? [] }
    return Set(
      films.compactMap { $0["id"]?.int.map { "movie/\($0)" } }
        + (all["series"]?.array ?? []).compactMap { $0["id"]?.int.map { "series/\($0)" } })
  }

  func lists() async throws -> [JSONValue] { try await get("/api/lists")["lists"]?.array ?? [] }

  func listID(named name: String) async throws -> Int? {
    try await lists().last { $0["name"]?.string == name }?["id"]?.int
  }

  /// Films and series of a list, as `movie/3`.
  func contents(ofList id: Int) async throws -> Set<String> {
    let contents = try await get("/api/lists/\(id)/items")
    let films =
      (contents["movies"]?.array ?? [])
      + (contents["collections"]?.array ?? []).flatMap {
        $0["movies"]?.array ?? []
      }
    return Set(
      films.compactMap { $0["id"]?.int.map { "movie/\($0)" } }
        + (contents["series"]?.array ?? []).compactMap { $0["id"]?.int.map { "series/\($0)" } })
  }

  // MARK: Changing, as another device does

  func replace(movie: JSONValue, watched: Bool) async throws {
    var body: JSONValue = ["watched": .bool(watched)]
    for name in ["title", "imdb_id", "release_date", "collection_id", "collection_name"] { body[name] = movie[name] }
    _ = try await json(.put, "/api/movies/\(movie["id"]?.int ?? 0)", body)
  }

  func replace(series: JSONValue) async throws {
    var body: JSONValue = [:]
    for name in ["title", "imdb_id"] { body[name] = series[name] }
    _ = try await json(.put, "/api/series/\(series["id"]?.int ?? 0)", body)
  }

  /// Marks each episode that differs; episodes without a mark in `wanted` are deleted.
  func setMarks(_ wanted: [Int: Bool], ofSeries id: Int) async throws {
    for (episode, watched) in try await marks(ofSeries: id) where wanted[episode] != watched {
      let path = "/api/episodes/\(episode)"
      _ = try await wanted[episode] == nil ? send(.delete, path) : send(.patch, path + "/watched")
    }
  }

  /// - Parameter title: such as `movie/3`.
  func delete(title: String) async throws { _ = try await json(.delete, "/api/watchlist/\(title)") }

  func delete(movie id: Int) async throws { _ = try await json(.delete, "/api/movies/\(id)") }

  func makeList(_ name: String, _ items: [ListItem]) async throws -> Int {
    if let left = try await listID(named: name) { try await deleteList(left) }
    let made = try await json(.post, "/api/lists", ["name": .string(name)])
    let id = try require(made["id"]?.int, "the id of a list")
    for item in items {
      _ = try await json(
        .post, "/api/lists/\(id)/items",
        ["item_type": .string(item.kind.rawValue), "item_id": .integer(Int64(item.id))])
    }
    return id
  }

  func rename(list id: Int, to name: String) async throws {
    _ = try await json(.put, "/api/lists/\(id)", ["name": .string(name)])
  }

  /// Deletes a list, which may be deleted already.
  func deleteList(_ id: Int) async throws { _ = try await send(.delete, "/api/lists/\(id)") }

  func deleteList(named name: String) async throws {
    if let id = try await listID(named: name) { try await deleteList(id) }
  }

  // MARK: Requests

  private func json(_ method: HTTPMethod, _ path: String, _ body: JSONValue? = nil) async throws -> JSONValue {
    let answer = try await send(method, path, body)
    try expect(answer.isSuccess, "\(method.rawValue) \(path) to succeed, got \(answer.status)")
    return try JSONValue(parsing: answer.body)
  }

  private func send(_ method: HTTPMethod, _ path: String, _ body: JSONValue? = nil) async throws -> HTTPResponse {
    let answer = try await request(method, path, body)
    guard answer.status == 401 || answer.status == 403 && token == nil else { return answer }
    let login = try await request(
      .post, "/api/auth/login", ["username": .string(username), "password": .string(password)])
    token = try require(
      try JSONValue(parsing: login.body)["access_token"]?.string, "the verifier's own sign-in, got \(login.status)")
    return try await request(method, path, body)
  }

  private func request(_ method: HTTPMethod, _ path: String, _ body: JSONValue?) async throws -> HTTPResponse {
    let url = try require(URL(string: base.absoluteString + path), "a URL")
    var request = HTTPRequest(method: method, url: url, body: body?.serialized(), operation: OperationID("verifier"))
    request.redirects = .none
    if body != nil { request.fields["Content-Type"] = "application/json" }
    request.fields["Authorization"] = token.map { "Bearer \($0)" }
    return try await transport.send(request)
  }
}
