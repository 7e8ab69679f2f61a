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

  @Test("an open feed and a share show in lists, filters and the series, until they are closed")
  func published() throws {
    let server = FakeShelfServer()
    let token = try signIn(server)["accessToken"]?.string
    let library = "/api/libraries/\(ShelfWorld.sample.libraryIDs[0])"
    func get(_ path: String) throws -> JSONValue { try json(send(server, "GET", library + path, token: token)) }
    func total(_ filter: String) throws -> Int? { try get("/items?filter=\(filter)")["total"]?.int }
    let book = try #require(ShelfWorld.sample.itemID(titled: "The Salt Clock"))
    let series = try #require(try get("/series?limit=1")["results"]?[0]?["id"]?.string)
    #expect(try total("feed-open") == 0 && total("share-open") == 0)
    #expect(try get("/series/\(series)?include=rssfeed")["rssFeed"] == .null)
    func open(_ path: String, _ slug: String) throws -> String {
      let body: JSONValue = ["serverAddress": "http://shelf.test", "slug": .string(slug)]
      let answer = try json(send(server, "POST", "/api/feeds/\(path)/open", token: token, body: body))
      return try #require(answer["feed"]?["id"]?.string)
    }
    let feeds = [try open("item/\(book)", "salt"), try open("series/\(series)", "lantern")]
    let media = try json(send(server, "GET", "/api/items/\(book)?expanded=1", token: token))["media"]?["id"]
    let share: JSONValue = [
      "slug": "tides", "mediaItemType": "book", "mediaItemId": media ?? .null, "expiresAt": 0, "isDownloadable": false,
    ]
    let shared = try json(send(server, "POST", "/api/share/mediaitem", token: token, body: share))
    #expect(try total("feed-open") == 1 && total("share-open") == 1)
    #expect(try get("/series/\(series)?include=rssfeed")["rssFeed"]?["id"]?.string == feeds[1])
    let listed = try get("/items?include=rssfeed,share")["results"]?.array ?? []
    #expect(listed.map { $0["rssFeed"]?["id"]?.string } == listed.map { $0["id"]?.string == book ? feeds[0] : nil })
    #expect(listed.compactMap { $0["mediaItemShare"]?["slug"]?.string } == ["tides"])
    for feed in feeds { #expect(try send(server, "POST", "/api/feeds/\(feed)/close", token: token).status == 200) }
    let end = "/api/share/mediaitem/\(shared["id"]?.string ?? "")"
    #expect(try send(server, "DELETE", end, token: token).status == 204)
    #expect(try total("feed-open") == 0 && total("share-open") == 0)
    #expect(try get("/series/\(series)?include=rssfeed")["rssFeed"] == .null)
  }

  @Test("a podcast's own queue of downloads has its waiting episodes, and the item also the running one")
  func downloads() throws {
    var world = ShelfWorld.sample
    let show = try #require(world.itemID(titled: "Night Signals"))
    let other = try #require(world.itemID(titled: "Bread Hour"))
    for (title, podcast) in [("One", show), ("Rolls", other), ("Two", show)] { world.queueDownload(title, of: podcast) }
    let server = FakeShelfServer(world: world)
    let token = try signIn(server)["accessToken"]?.string
    for (podcast, running, waiting) in [(show, ["One"], ["Two"]), (other, [], ["Rolls"])] {
      let queue = try json(send(server, "GET", "/api/podcasts/\(podcast)/downloads", token: token))
      let item = try json(send(server, "GET", "/api/items/\(podcast)?expanded=1&include=downloads", token: token))
      func titles(_ list: JSONValue?) -> [String?] { (list?.array ?? []).map { $0["episodeDisplayTitle"]?.string } }
      #expect(titles(queue["downloads"]) == waiting && titles(item["episodeDownloadsQueued"]) == waiting)
      #expect(titles(item["episodesDownloading"]) == running)
      #expect(running.isEmpty == (item["episodesDownloading"] == nil))
    }
  }

  @Test("a restart deletes sessions of three seconds or less")
  func shortSessions() throws {
    let server = FakeShelfServer()
    let token = try signIn(server)["accessToken"]?.string
    let book = try #require(ShelfWorld.sample.itemID(titled: "Field Notes"))
    for seconds in [2, 3, 5] {
      let session = try json(send(server, "POST", "/api/items/\(book)/play", token: token, body: [:]))
      let sync: JSONValue = ["currentTime": 30, "timeListened": .count(seconds)]
      _ = try send(server, "POST", "/api/session/\(session["id"]?.string ?? "")/sync", token: token, body: sync)
    }
    #expect(server.listeningSeconds(user: "ada") == 10)
    server.restart()
    #expect(server.listeningSeconds(user: "ada") == 5)
    let history = try json(send(server, "GET", "/api/me/listening-sessions", token: token))
    #expect(history["sessions"]?.array?.map { $0["timeListening"]?.double } == [5])
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
