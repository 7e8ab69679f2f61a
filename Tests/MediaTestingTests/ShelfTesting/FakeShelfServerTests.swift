import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@Suite("FakeShelfServer in a test")
struct FakeShelfServerTests {
  private func send(
    _ server: FakeShelfServer, _ method: String, _ path: String, token: String? = nil, body: JSONValue? = nil,
    fields: HTTPFields = [:], operation: OperationID = ""
  ) throws -> HTTPResponse {
    let url = try #require(URL(string: "http://shelf.test\(path)"))
    var request = HTTPRequest(
      method: HTTPMethod(rawValue: method), url: url, fields: fields, body: body?.serialized(), operation: operation)
    if body != nil { request.fields["Content-Type"] = "application/json" }
    if let token { request.fields["Authorization"] = "Bearer \(token)" }
    return server.respond(to: request)
  }

  private func json(_ answer: HTTPResponse) throws -> JSONValue { try JSONValue(parsing: answer.body) }

  private func signIn(_ server: FakeShelfServer, _ name: String = "ada", _ password: String = "correct horse") throws
    -> JSONValue
  {
    let answer = try send(
      server, "POST", "/login", body: ["username": .string(name), "password": .string(password)],
      fields: ["x-return-tokens": "true"])
    return try #require(try json(answer)["user"])
  }

  @Test("a world is built in a few lines and its ids are always the same")
  func builder() throws {
    func build() -> (ShelfWorld, library: String, show: String) {
      var world = ShelfWorld.empty()
      let library = world.addPodcastLibrary(name: "Podcasts")
      let show = world.addPodcast(
        in: library, title: "Night Signals",
        episodes: [
          .init(title: "Radio", duration: 1882, publishedDaysAgo: 1),
          .init(title: "Old", duration: 60, publishedDaysAgo: 9),
        ])
      world.addUser("ada", password: "correct horse")
      return (world, library, show)
    }
    let (world, library, show) = build()
    #expect(build().show == show)
    #expect(world.episodeIDs(of: show).count == 2)
    let server = FakeShelfServer(world: world)
    let token = try signIn(server)["accessToken"]?.string
    let recent = try json(send(server, "GET", "/api/libraries/\(library)/recent-episodes?limit=5", token: token))
    #expect(recent["episodes"]?.array?.map { $0["title"] } == ["Radio", "Old"])
    #expect(recent["episodes"]?[0]?["duration"] == 1882)
    #expect(recent["episodes"]?[0]?["publishedAt"]?.int == 1_795_262_400_000)
  }

  @Test("the sample world has playable books, an ebook, a series and two podcasts")
  func sample() throws {
    let server = FakeShelfServer()
    let token = try signIn(server)["accessToken"]?.string
    let libraries = try #require(try json(send(server, "GET", "/api/libraries", token: token))["libraries"]?.array)
    #expect(libraries.map { $0["mediaType"] } == ["book", "podcast"])
    let books = try json(send(server, "GET", "/api/libraries/\(libraries[0]["id"]?.string ?? "")/items", token: token))
    #expect(books["results"]?.array?.map { $0["media"]?["numTracks"] } == [3, 1, 0, 1, 1])
    #expect(books["results"]?[2]?["media"]?["ebookFormat"] == "epub")
    #expect(books["results"]?[3]?["media"]?["metadata"]?["seriesName"] == "Lantern Cycle #1")
    let item = try #require(ShelfWorld.sample.itemID(titled: "The Salt Clock"))
    let session = try json(
      send(server, "POST", "/api/items/\(item)/play", token: token, body: ["supportedMimeTypes": ["audio/mpeg"]]))
    #expect(session["duration"] == 5401)
    #expect(session["audioTracks"]?.array?.map { $0["startOffset"]?.double } == [0, 1800.05, 3150.1])
    let address = try #require(session["audioTracks"]?[1]?["contentUrl"]?.string)
    let bytes = try send(server, "GET", address, token: token, fields: ["Range": "bytes=300-349"])
    #expect(bytes.status == 206)
    #expect(bytes.body.count == 50)
    let whole = try send(server, "GET", address, token: token)
    #expect(whole.body[300..<350] == bytes.body[...])
    #expect(whole.fields["Content-Length"] == String(whole.body.count))
  }

  @Test("a limited user sees one library and may not download")
  func limits() throws {
    let server = FakeShelfServer()
    let token = try signIn(server, "linus", "staple battery")["accessToken"]?.string
    let book = try #require(ShelfWorld.sample.itemID(titled: "Field Notes"))
    #expect(try send(server, "GET", "/api/items/\(book)", token: token).status == 403)
    let show = try #require(ShelfWorld.sample.itemID(titled: "Night Signals"))
    #expect(try send(server, "GET", "/api/items/\(show)/download", token: token).status == 403)
    #expect(try send(server, "GET", "/api/items/\(show)", token: token).status == 200)
  }

  @Test("progress, open sessions and listening time can be read behind the client's back")
  func hooks() throws {
    let server = FakeShelfServer()
    let token = try signIn(server)["accessToken"]?.string
    let show = try #require(ShelfWorld.sample.itemID(titled: "Night Signals"))
    let episode = ShelfWorld.sample.episodeIDs(of: show)[2]
    #expect(server.progress(of: show, episode: episode, user: "ada") == nil)
    let session = try json(send(server, "POST", "/api/items/\(show)/play/\(episode)", token: token, body: [:]))
    #expect(server.openSessionCount == 1)
    let id = try #require(session["id"]?.string)
    let sync: JSONValue = ["currentTime": 30.5, "timeListened": 12.25]
    #expect(try send(server, "POST", "/api/session/\(id)/sync", token: token, body: sync).status == 200)
    #expect(server.progress(of: show, episode: episode, user: "Ada")?["currentTime"] == 30.5)
    #expect(server.listeningSeconds(user: "ada") == 12.25)
    #expect(server.listeningSeconds(user: "grace") == 0)
    server.restart()
    #expect(server.openSessionCount == 0)
    #expect(try send(server, "POST", "/api/session/\(id)/sync", token: token, body: sync).status == 404)
    #expect(server.listeningSeconds(user: "ada") == 12.25)
  }

  @Test("a session without listening for a day and a half is gone after the next night")
  func staleSessions() async throws {
    let clock = ManualClock()
    let server = FakeShelfServer(settings: .init(accessTokenExpiry: 1e6), clock: clock)
    let token = try signIn(server)["accessToken"]?.string
    let item = try #require(ShelfWorld.sample.itemID(titled: "Field Notes"))
    let session = try json(send(server, "POST", "/api/items/\(item)/play", token: token, body: [:]))
    let path = "/api/session/\(session["id"]?.string ?? "")"
    await clock.advance(by: .seconds(36 * 3600))
    #expect(try send(server, "GET", path, token: token).status == 200)
    await clock.advance(by: .seconds(3600))
    #expect(try send(server, "GET", path, token: token).status == 404)
  }

  @Test("the log of requests holds methods, paths and operations, and never a query")
  func log() throws {
    let server = FakeShelfServer()
    _ = try send(server, "GET", "/api/me?token=secret", operation: "shelf.me.get")
    #expect(server.requests.map(\.method) == ["GET"])
    #expect(server.requests.map(\.path) == ["/api/me"])
    #expect(server.requests.map(\.operation) == ["shelf.me.get"])
  }

  @Test("revoked tokens are refused, and signing in again helps")
  func revoke() throws {
    let server = FakeShelfServer()
    let user = try signIn(server)
    server.revokeAllTokens()
    #expect(try send(server, "GET", "/api/me", token: user["accessToken"]?.string).status == 401)
    #expect(try send(server, "GET", "/api/me", token: user["token"]?.string).status == 401)
    let refused = try send(
      server, "POST", "/auth/refresh", fields: ["x-refresh-token": user["refreshToken"]?.string ?? ""])
    #expect(refused.status == 401)
    #expect(try json(refused)["error"] == "Invalid refresh token")
    let again = try signIn(server)
    #expect(try send(server, "GET", "/api/me", token: again["accessToken"]?.string).status == 200)
  }

  @Test("tokens look like JWTs and expire by the clock")
  func tokens() async throws {
    let clock = ManualClock()
    let server = FakeShelfServer(clock: clock)
    let token = try #require(try signIn(server)["accessToken"]?.string)
    let parts = token.split(separator: ".").map(String.init)
    let padded = parts[1] + String(repeating: "=", count: (4 - parts[1].count % 4) % 4)
    let claims = try JSONValue(
      parsing: try #require(
        Data(base64Encoded: padded.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/"))))
    #expect(claims["type"] == "access")
    #expect(claims["username"] == "ada")
    #expect((claims["exp"]?.int ?? 0) - (claims["iat"]?.int ?? 0) == 3600)
    await clock.advance(by: .seconds(3599))
    #expect(try send(server, "GET", "/api/me", token: token).status == 200)
    await clock.advance(by: .seconds(1))
    #expect(try send(server, "GET", "/api/me", token: token).status == 401)
  }

  @Test("a server before 2.26 has one token and fewer routes")
  func legacy() throws {
    let server = FakeShelfServer(settings: .init(legacyTokensOnly: true))
    let user = try signIn(server)
    #expect(user["accessToken"] == nil)
    #expect(user["refreshToken"] == nil)
    let token = user["token"]?.string
    #expect(try send(server, "GET", "/api/me", token: token).status == 200)
    #expect(try send(server, "GET", "/api/me/progress", token: token).status == 404)
    #expect(try send(server, "GET", "/api/me/bookmarks", token: token).status == 404)
    #expect(try send(server, "POST", "/auth/refresh").status == 404)
    #expect(try json(send(server, "GET", "/status"))["serverVersion"] == "2.25.1")
  }

  @Test("a server before 2.35 gives a replaced refresh token no grace")
  func noGrace() throws {
    let server = FakeShelfServer(settings: .init(graceUnsupported: true))
    let fields: HTTPFields = ["x-refresh-token": try signIn(server)["refreshToken"]?.string ?? ""]
    #expect(try send(server, "POST", "/auth/refresh", fields: fields).status == 200)
    #expect(try send(server, "POST", "/auth/refresh", fields: fields).status == 401)
  }

  @Test("an API key is a bearer token and nothing else")
  func apiKey() throws {
    let server = FakeShelfServer()
    let key = try #require(server.makeAPIKey(for: "ada", lifetime: 60))
    #expect(try json(send(server, "GET", "/api/me", token: key))["username"] == "ada")
    let refused = try send(server, "POST", "/auth/refresh", fields: ["x-refresh-token": key])
    #expect(try json(refused)["error"] == "Invalid token type")
  }

  @Test("a new episode is there at once, also where an answer was kept")
  func edits() throws {
    let server = FakeShelfServer()
    let token = try signIn(server)["accessToken"]?.string
    let library = ShelfWorld.sample.libraryIDs[1]
    let path = "/api/libraries/\(library)/recent-episodes?limit=1"
    #expect(try json(send(server, "GET", path, token: token))["episodes"]?[0]?["title"] == "Oats")
    server.edit { world in
      guard let show = world.itemID(titled: "Bread Hour") else { return }
      world.addEpisode(.init(title: "Barley", duration: 300, publishedDaysAgo: 0), to: show)
    }
    #expect(try json(send(server, "GET", path, token: token))["episodes"]?[0]?["title"] == "Barley")
  }

  @Test("a list filtered by progress is stale until something else changes, as on the real server")
  func staleLists() throws {
    let server = FakeShelfServer()
    let token = try signIn(server)["accessToken"]?.string
    let item = try #require(ShelfWorld.sample.itemID(titled: "Field Notes"))
    let path = "/api/libraries/\(ShelfWorld.sample.libraryIDs[0])/items?filter=progress.ZmluaXNoZWQ%3D"
    #expect(try json(send(server, "GET", path, token: token))["total"] == 0)
    _ = try send(server, "PATCH", "/api/me/progress/\(item)", token: token, body: ["isFinished": true])
    #expect(try json(send(server, "GET", path, token: token))["total"] == 0)
    #expect(try json(send(server, "GET", path + "&_=1", token: token))["total"] == 1)
  }

  @Test("a server nobody has set up says so and can be set up")
  func notSetUp() throws {
    let server = FakeShelfServer(world: .notSetUp)
    #expect(try json(send(server, "GET", "/status"))["isInit"] == false)
    let root: JSONValue = ["newRoot": ["username": "root", "password": "pw"]]
    #expect(try send(server, "POST", "/init", body: root).status == 200)
    #expect(try json(send(server, "GET", "/status"))["isInit"] == true)
    #expect(try signIn(server, "root", "pw")["type"] == "root")
  }

  @Test("bodies over ten megabytes are refused with a page, and JSON counts only with its content type")
  func bodies() throws {
    let server = FakeShelfServer()
    let large = Data("[\"".utf8) + Data(repeating: 0x61, count: 10 << 20) + Data("\"]".utf8)
    let url = try #require(URL(string: "http://shelf.test/login"))
    var request = HTTPRequest(method: .post, url: url, fields: ["Content-Type": "application/json"], body: large)
    #expect(server.respond(to: request).status == 413)
    request.body = Data(#"{"username":"ada","password":"correct horse"}"#.utf8)
    #expect(server.respond(to: request).status == 200)
    request.fields["Content-Type"] = nil
    #expect(server.respond(to: request).status == 400)
  }

  @Test("two servers made alike answer with the same bytes")
  func determinism() throws {
    func run() throws -> [Data] {
      let server = FakeShelfServer()
      let token = try signIn(server)["accessToken"]?.string
      let item = try #require(ShelfWorld.sample.itemID(titled: "Field Notes"))
      return [
        try send(server, "POST", "/api/items/\(item)/play", token: token, body: [:]).body,
        try send(server, "GET", "/api/libraries/\(ShelfWorld.sample.libraryIDs[0])/personalized", token: token).body,
        try send(server, "GET", "/api/me", token: token).body,
      ]
    }
    #expect(try run() == run())
  }
}
