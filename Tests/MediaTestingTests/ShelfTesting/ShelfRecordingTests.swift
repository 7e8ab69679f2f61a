import Foundation
import MediaCore
import ShelfTesting
import Testing

@Suite("The fake Shelf server beside the recordings")
struct ShelfRecordingTests {
  /// The recordings that this test skips. A single request to the prepared server cannot reproduce them: they need a server that is not set
  /// up, time that has passed, or other settings.
  static let apart: Set<String> = [
    "status-not-initialised", "login-before-init", "me-expired-access-token", "refresh-expired-refresh-token",
    "refresh-rate-limited", "refresh-session-a-after-mixed-logout", "refresh-after-logout", "hls-segment",
  ]
  /// Fields whose value is of the moment, or for which any value will do.
  static let varying: Set<String> = [
    "Date", "ETag", "Content-Length", "Set-Cookie", "Last-Modified", "RateLimit-Remaining", "RateLimit-Reset",
  ]

  static func recordings() -> [URL] {
    let folder = JourneyPlayer.folder("shelf").deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("recordings/shelf")
    let found = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    return (found ?? []).sorted { $0.lastPathComponent < $1.lastPathComponent }
  }

  @Test(
    "answers in the recorded forms: status, fields, text, and every member of every object", arguments: recordings())
  func replay(_ file: URL) throws {
    let recording = try JSONValue(parsing: Data(contentsOf: file))
    let name = recording["name"]?.string ?? ""
    guard let request = recording["request"], let expected = recording["response"], !Self.apart.contains(name) else {
      return
    }
    var stage = try ShelfStage()
    try stage.prepare(for: name, path: request["path"]?.string ?? "")
    let answer = try stage.send(request, named: name)
    #expect(.integer(Int64(answer.status)) == expected["status"], "\(name)")
    let headers = expected["headers"]?.object ?? [:]
    for (key, value) in headers where !Self.varying.contains(key) && key != "Transfer-Encoding" {
      #expect(answer.fields[key] == value.string, "\(name): \(key)")
    }
    for key in Self.varying where key != "Content-Length" {
      #expect((answer.fields[key] != nil) == (headers[key] != nil), "\(name): \(key)")
    }
    let text = String(decoding: answer.body, as: UTF8.self)
    if let wanted = expected["bodyText"]?.string {
      if wanted.hasPrefix("0{") {
        let open = try JSONValue(parsing: String(text.dropFirst()))
        #expect(Self.differences(open, try JSONValue(parsing: String(wanted.dropFirst())), at: name) == [])
      } else {
        #expect(text == stage.translate(wanted), "\(name)")
      }
    }
    if let body = expected["body"] {
      #expect(Self.differences(try JSONValue(parsing: answer.body), body, at: name) == [])
    }
  }

  /// The places at which two values differ in form. The first element of an array stands for all, and null for anything.
  private static func differences(_ ours: JSONValue, _ theirs: JSONValue, at place: String) -> [String] {
    switch (ours, theirs) {
    case (.object(let a), .object(let b)):
      if place.hasPrefix("listening-stats."), !place.contains("[]") { return [] }
      return Set(b.keys).subtracting(a.keys).map { "\(place).\($0) is missing" }.sorted()
        + Set(a.keys).subtracting(b.keys).map { "\(place).\($0) is too much" }.sorted()
        + a.flatMap { key, value in b[key].map { differences(value, $0, at: "\(place).\(key)") } ?? [] }.sorted()
    case (.array(let a), .array(let b)):
      guard let x = a.first, let y = b.first else { return [] }
      return differences(x, y, at: place + "[]")
    case (.null, _), (_, .null), (.bool, .bool), (.string, .string): return []
    default: return ours.double != nil && theirs.double != nil ? [] : ["\(place) is of another type"]
    }
  }
}

/// A fresh server on which one recorded request is sent, with the ids of the recordings translated to its own.
struct ShelfStage {
  private static let names = [
    "9c92e295-f07a-401a-a63e-28cf1c70265c": "userId", "f171f4bc-fcb5-4414-81cf-e22e5d3740a1": "books",
    "8602bb90-2be7-4ac1-9cc9-c0e59a5ea5f3": "podcasts", "810a686d-94c2-4738-bc08-dd8e078557ac": "halves",
    "4afe514d-24c6-4508-b1f2-2ef0ca3f2894": "first", "a02b2373-0e3c-443a-b043-d6a0557344c8": "second",
    "f799d30e-86cb-4557-ae4a-5a8cab3be297": "umlaut", "dfa50650-53b4-4a51-ab46-31eaadf09831": "text",
    "136b0f7a-757f-4180-b8c7-2f22df02b388": "podcast", "b0870d35-5791-4ef8-9aa8-fc46f5a002fa": "episode1",
    "92283cbb-f952-4eae-9cee-387a876f0de5": "episode2", "df17b5e0-e6e0-4444-8435-ad01bfdb64e7": "episode3",
    "4f2177ae-fa0b-4857-b4e2-838dd65d0582": "ursula", "0cf69aea-647d-4070-b2f2-bb412b124bad": "series",
  ]

  let server: FakeShelfServer
  private let variables: [String: JSONValue]
  private var ids: [String: String] = [:]
  private var user: JSONValue = [:]
  private var limited: JSONValue = [:]

  init() throws {
    let world = try JourneyPlayer.world("shelf")
    server = FakeShelfServer(world: try ShelfWorld(json: world), clock: ManualClock())
    variables = world["variables"]?.object ?? [:]
    ids = Self.names.compactMapValues { [variables] in variables[$0]?.string }
    user = try signIn("root", "shelf-test-pass")
    limited = try signIn("limited", "limited-pass")
  }

  private func signIn(_ name: String, _ password: String) throws -> JSONValue {
    let answer = server.respond(
      to: try JourneyPlayer.request([
        "method": "POST", "path": "/login", "headers": ["x-return-tokens": "true"],
        "body": ["username": .string(name), "password": .string(password)],
      ]))
    return try JSONValue(parsing: answer.body)["user"] ?? [:]
  }

  func translate(_ text: String) -> String {
    ids.reduce(text) { $0.replacingOccurrences(of: $1.key, with: $1.value) }
  }

  private func id(_ name: String) -> String { variables[name]?.string ?? "" }

  @discardableResult
  private func call(_ method: String, _ path: String, _ body: JSONValue = [:]) throws -> JSONValue {
    let answer = server.respond(
      to: try JourneyPlayer.request([
        "method": .string(method), "path": .string(path),
        "headers": ["Authorization": .string("Bearer \(user["accessToken"]?.string ?? "")")], "body": body,
      ]))
    return (try? JSONValue(parsing: answer.body)) ?? .null
  }

  /// Does what had happened before a recording, as far as its form depends on it.
  mutating func prepare(for name: String, path: String) throws {
    let parts = path.split(separator: "/").map(String.init)
    try prepareSession(for: name, parts)
    if ["progress", "items-in", "me-after", "personalized", "hide", "refresh-current"].contains(where: name.contains) {
      for item in ["halves", "first", "second", "umlaut"] {
        try call("PATCH", "/api/me/progress/\(id(item))", ["currentTime": 5, "duration": 60])
      }
      try call("PATCH", "/api/me/progress/\(id("podcast"))/\(id("episode3"))", ["currentTime": 5])
      try call("PATCH", "/api/me/progress/\(id("text"))", ["ebookProgress": 0.5])
      if name == "progress-delete" || name.hasPrefix("hide") {
        ids[parts[3]] = try call("GET", "/api/me/progress/\(id("halves"))")["id"]?.string
      }
    }
    if name.hasPrefix("bookmark") {
      for time in [12, 14.5] {
        try call("POST", "/api/me/item/\(id("halves"))/bookmark", ["time": .number(time), "title": "x"])
      }
    }
    if name == "collections-all" {
      try call(
        "POST", "/api/collections", ["libraryId": .string(id("books")), "name": "T", "books": [.string(id("halves"))]])
    }
    if name.hasPrefix("playlist"), !name.contains("create") {
      let books: JSONValue = [["libraryItemId": .string(id("halves"))]]
      let made = try call("POST", "/api/playlists", ["libraryId": .string(id("books")), "name": "Mix", "items": books])
      ids["3c92e3d6-699d-4d89-b8b4-a024bd6e2f88"] = made["id"]?.string
      let episodes: JSONValue = [["libraryItemId": .string(id("podcast")), "episodeId": .string(id("episode1"))]]
      try call("POST", "/api/playlists", ["libraryId": .string(id("podcasts")), "name": "Ep mix", "items": episodes])
    }
  }

  private mutating func prepareSession(for name: String, _ parts: [String]) throws {
    let isTranscode = parts.first == "hls"
    let needsOne = isTranscode || parts.dropFirst().first == "session" && !parts.contains { $0.hasPrefix("local") }
    let knowsDevice = name.contains("play") || name.contains("open-admin")
    guard needsOne || knowsDevice || name.hasPrefix("listening") else { return }
    let body: JSONValue = [
      "deviceInfo": [
        "deviceId": "device-1", "clientName": "Recorder", "clientVersion": "1.0", "manufacturer": "Apple",
        "model": "iPhone15,2",
      ], "supportedMimeTypes": ["audio/mpeg"], "forceTranscode": .bool(isTranscode),
    ]
    let played = name.hasPrefix("listening") ? "\(id("podcast"))/play/\(id("episode1"))" : "\(id("halves"))/play"
    var session = try call("POST", "/api/items/\(played)", body)
    if name.contains("open-admin") { session = try call("POST", "/api/items/\(id("halves"))/play", body) }
    if needsOne { ids[parts[isTranscode ? 1 : 2]] = session["id"]?.string }
    if name.hasPrefix("listening") {
      try call("POST", "/api/session/\(session["id"]?.string ?? "")/sync", ["currentTime": 5, "timeListened": 5])
    }
    if name.contains("after-close") { try call("POST", "/api/session/\(session["id"]?.string ?? "")/close") }
  }

  func send(_ recorded: JSONValue, named name: String) throws -> HTTPResponse {
    var request = try JSONValue(parsing: translate(String(decoding: recorded.serialized(), as: UTF8.self)))
    var headers = request["headers"] ?? [:]
    let refresh = user["refreshToken"]?.string ?? ""
    if headers["Authorization"]?.string?.contains("garbage") == false {
      let user = name.hasPrefix("limited") ? limited : user
      let kind = name.contains("legacy") ? "token" : name.contains("as-bearer") ? "refreshToken" : "accessToken"
      headers["Authorization"] = .string("Bearer \(user[kind]?.string ?? "")")
    }
    if headers["x-refresh-token"]?.string?.hasPrefix("eyJ") == true { headers["x-refresh-token"] = .string(refresh) }
    if headers["Cookie"] != nil { headers["Cookie"] = .string("refresh_token=\(refresh)") }
    request["headers"] = headers
    if request["body"]?["password"]?.string == "********" {
      let isRoot = request["body"]?["username"]?.string == "root"
      request["body"] = [
        "username": isRoot ? "root" : "limited", "password": isRoot ? "shelf-test-pass" : "limited-pass",
      ]
    }
    return server.respond(to: try JourneyPlayer.request(request))
  }
}
