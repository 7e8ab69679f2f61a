import Foundation
import MediaCore
import MediaTesting

/// A small Jellyfin server in the same process, as versions 10.8 to 10.10 answer: films, one user, played marks and positions.
///
/// Routes: `GET /System/Info/Public`, `POST /Users/AuthenticateByName`, `POST /Sessions/Logout`, `GET
/// /Users/{user}/Items`, `GET /Users/{user}/Items/{item}`, `POST` and `DELETE /Users/{user}/PlayedItems/{item}`, and
/// `POST` to `/Sessions/Playing`, `/Sessions/Playing/Progress` and `/Sessions/Playing/Stopped`.
final class FakeJellyfin: FakeServer {
  struct Film: Sendable {
    let id: String
    let name: String
    /// In ticks of 100 ns.
    let runTime: Int
    var position = 0
    var isPlayed = false
    var playCount = 0
  }

  private struct State {
    var films: [Film]
    var tokens: [String: String] = [:]
  }

  static let ticksPerSecond = 10_000_000
  private static let serverID = "5a7d1e0c8b6f4c1d9e3f2a1b0c9d8e7f"

  private let state: Locked<State>
  /// By name: the user's id and password. Ids are 32 digits without dashes.
  private let users = [
    "ada": (id: "11112222333344445555666677778888", password: "correct horse"),
    "grace": (id: "99990000aaaabbbbccccddddeeeeffff", password: "battery staple"),
  ]

  init(films: [Film] = FakeJellyfin.films) { state = Locked(State(films: films)) }

  static let films = [
    Film(id: "f0000000000000000000000000000001", name: "Metropolis", runTime: 9180 * ticksPerSecond),
    Film(id: "f0000000000000000000000000000002", name: "Nosferatu", runTime: 5640 * ticksPerSecond),
    Film(id: "f0000000000000000000000000000003", name: "The Golem", runTime: 5100 * ticksPerSecond),
  ]

  let log = RequestLog()

  func film(_ id: String) -> Film? { state.withLock { $0.films.first { $0.id == id } } }

  /// Changes a film, as another client does.
  func change(_ id: String, _ body: @Sendable (inout Film) -> Void) {
    state.withLock { state in
      guard let index = state.films.firstIndex(where: { $0.id == id }) else { return }
      body(&state.films[index])
    }
  }

  /// Signs every device out, as an administrator can.
  func revokeTokens() { state.withLock { $0.tokens = [:] } }

  /// Keeps everything, which is in the server's database.
  func restart() {}

  func respond(to request: HTTPRequest) -> HTTPResponse {
    let path = request.url.path.split(separator: "/").map(String.init)
    let method = request.method.rawValue
    let response = state.withLock { state in
      var response = answer(method, path, request, &state)
      response.url = request.url
      return response
    }
    log.add(request, response)
    return response
  }

  // MARK: Routes

  private func answer(_ method: String, _ path: [String], _ request: HTTPRequest, _ state: inout State) -> HTTPResponse
  {
    let body = request.body.flatMap { try? JSONValue(parsing: $0) } ?? [:]
    switch (method, path.first ?? "", path.dropFirst().joined(separator: "/")) {
    case ("GET", "System", "Info/Public"): return info()
    case ("POST", "Users", "AuthenticateByName"): return signIn(request, body, &state)
    default: break
    }
    guard let user = state.tokens[Self.parameters(of: request)["Token"] ?? ""] else { return HTTPResponse(status: 401) }
    if method == "POST", path.first == "Sessions" { return session(Array(path.dropFirst()), request, body, &state) }
    guard path.count >= 3, path[0] == "Users" else { return HTTPResponse(status: 404) }
    guard path[1] == user else { return HTTPResponse(status: 403) }
    switch (method, path[2], path.count) {
    case ("GET", "Items", 3): return items(request, state)
    case ("GET", "Items", 4): return onFilm(path[3], &state) { .json(Self.json($0)) }
    case ("POST", "PlayedItems", 4), ("DELETE", "PlayedItems", 4):
      return onFilm(path[3], &state) { film in
        film.isPlayed = method == "POST"
        film.playCount = film.isPlayed ? max(1, film.playCount) : 0
        film.position = 0
        return .json(Self.userData(film))
      }
    default: return HTTPResponse(status: 404)
    }
  }

  private func info() -> HTTPResponse {
    .json([
      "LocalAddress": "http://192.168.1.20:8096", "ServerName": "basement", "Version": "10.10.3",
      "ProductName": "Jellyfin Server", "OperatingSystem": "", "Id": .string(Self.serverID),
      "StartupWizardCompleted": true,
    ])
  }

  /// Devices name themselves in the header; without it the server cannot open a session and says so badly.
  private func signIn(_ request: HTTPRequest, _ body: JSONValue, _ state: inout State) -> HTTPResponse {
    let device = Self.parameters(of: request)
    guard let deviceID = device["DeviceId"], device["Client"] != nil, device["Version"] != nil else {
      return Self.failure(400)
    }
    guard let name = body["Username"]?.string?.lowercased(), let user = users[name],
      body["Pw"]?.string == user.password
    else { return Self.failure(401) }
    // A new sign-in ends the user's earlier one.
    let token = "\(deviceID.utf8.map { String($0, radix: 16) }.joined())\(user.id)\(state.tokens.count)"
    state.tokens = state.tokens.filter { $0.value != user.id }
    state.tokens[token] = user.id
    return .json([
      "User": ["Name": .string(name), "ServerId": .string(Self.serverID), "Id": .string(user.id), "HasPassword": true],
      "SessionInfo": ["UserId": .string(user.id), "DeviceId": .string(deviceID)],
      "AccessToken": .string(token), "ServerId": .string(Self.serverID),
    ])
  }

  private func session(_ path: [String], _ request: HTTPRequest, _ body: JSONValue, _ state: inout State)
    -> HTTPResponse
  {
    switch path {
    case ["Logout"]:
      state.tokens[Self.parameters(of: request)["Token"] ?? ""] = nil
      return HTTPResponse(status: 204)
    case ["Playing"], ["Playing", "Progress"], ["Playing", "Stopped"]:
      guard let id = body["ItemId"]?.string else { return Self.failure(400) }
      // The server ignores a report without a position, or about a film that it lacks.
      guard let ticks = body["PositionTicks"]?.int, film(id, in: state) != nil else { return HTTPResponse(status: 204) }
      _ = onFilm(id, &state) { film in
        Self.play(&film, to: ticks)
        return HTTPResponse(status: 204)
      }
      return HTTPResponse(status: 204)
    default: return HTTPResponse(status: 404)
    }
  }

  /// The first twentieth counts as not begun, and from nine tenths on a film is played.
  private static func play(_ film: inout Film, to ticks: Int) {
    switch Double(ticks) / Double(film.runTime) {
    case ..<0.05: film.position = 0
    case 0.9...:
      film.position = 0
      film.isPlayed = true
      film.playCount += 1
    default: film.position = ticks
    }
  }

  private func items(_ request: HTTPRequest, _ state: State) -> HTTPResponse {
    let query = URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems ?? []
    func number(_ name: String) -> Int? {
      query.first { $0.name.lowercased() == name.lowercased() }?.value.flatMap { Int($0) }
    }
    let start = max(0, number("StartIndex") ?? 0)
    let sorted = state.films.sorted { $0.name < $1.name }
    let page = sorted.dropFirst(start).prefix(number("Limit") ?? .max)
    return .json([
      "Items": .array(page.map(Self.json)), "TotalRecordCount": .integer(Int64(sorted.count)),
      "StartIndex": .integer(Int64(start)),
    ])
  }

  // MARK: Parts

  private func film(_ id: String, in state: State) -> Film? { state.films.first { $0.id == id } }

  private func onFilm(_ id: String, _ state: inout State, _ body: (inout Film) -> HTTPResponse) -> HTTPResponse {
    guard let index = state.films.firstIndex(where: { $0.id == id }) else { return Self.failure(404) }
    return body(&state.films[index])
  }

  private static func json(_ film: Film) -> JSONValue {
    [
      "Name": .string(film.name), "ServerId": .string(serverID), "Id": .string(film.id),
      "RunTimeTicks": .integer(Int64(film.runTime)), "IsFolder": false, "Type": "Movie", "MediaType": "Video",
      "UserData": userData(film),
    ]
  }

  private static func userData(_ film: Film) -> JSONValue {
    var data: JSONValue = [
      "PlaybackPositionTicks": .integer(Int64(film.position)), "PlayCount": .integer(Int64(film.playCount)),
      "IsFavorite": false, "Played": .bool(film.isPlayed), "Key": .string(film.id), "ItemId": .string(film.id),
    ]
    if film.position > 0 { data["PlayedPercentage"] = .number(100 * Double(film.position) / Double(film.runTime)) }
    return data
  }

  /// Every failure reads the same.
  private static func failure(_ status: Int) -> HTTPResponse {
    .text("Error processing request.", status: status, type: "text/plain")
  }

  /// The parts of `Authorization: MediaBrowser Client="…", Device="…", DeviceId="…", Version="…", Token="…"`.
  private static func parameters(of request: HTTPRequest) -> [String: String] {
    guard let header = request.fields["Authorization"], header.hasPrefix("MediaBrowser ") else { return [:] }
    let pairs = header.dropFirst("MediaBrowser ".count).split(separator: ",").compactMap { part -> (String, String)? in
      let pair = part.split(separator: "=", maxSplits: 1)
      guard pair.count == 2 else { return nil }
      return (
        pair[0].trimmingCharacters(in: .whitespaces),
        pair[1].trimmingCharacters(in: CharacterSet(charactersIn: "\" "))
      )
    }
    return Dictionary(pairs, uniquingKeysWith: { $1 })
  }
}
