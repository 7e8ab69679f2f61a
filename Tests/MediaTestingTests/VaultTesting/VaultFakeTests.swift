import Foundation
import MediaCore
import TestSupport
import Testing
import VaultTesting

/// A client that speaks wire JSON and nothing else.
struct VaultWire {
  let server: FakeVaultServer
  var token: String?

  func send(
    _ method: String, _ path: String, _ body: JSONValue? = nil, text: String? = nil, fields: HTTPFields = [:]
  ) throws -> HTTPResponse {
    let url = try #require(URL(string: "https://vault.test" + path))
    var request = HTTPRequest(
      method: HTTPMethod(rawValue: method), url: url, fields: fields,
      body: text.map { Data($0.utf8) } ?? body?.serialized(),
      operation: "vault.test")
    if let token { request.fields["Authorization"] = "Bearer \(token)" }
    return server.respond(to: request)
  }

  func json(_ method: String, _ path: String, _ body: JSONValue? = nil, status: Int = 200) throws -> JSONValue {
    let answer = try send(method, path, body)
    #expect(answer.status == status)
    return try JSONValue(parsing: answer.body)
  }
}

@Suite("The fake Vault")
struct VaultFakeTests {
  func ids(_ rows: JSONValue?) -> [Int] { (rows?.array ?? []).compactMap { $0["id"]?.int } }

  // MARK: Worlds

  @Test("a world made in a few lines is the server's data")
  func smallWorld() throws {
    var world = VaultWorld()
    let film = world.addMovie("Paper Lanterns", owner: "ada", runtime: 95)
    let twin = world.addMovie("Twin", owner: "ada", collection: .init(7, "Twins"))
    let show = world.addSeries(
      "North Pier", owner: "ada", episodes: [.init(1, 1, "Pilot", watched: true), .init(1, 2, "Fog")])
    let list = world.addList("Weekend", owner: "ada", items: [.movie(film), .series(show)])
    world.share(list: list, with: "bea", canEdit: true)
    let server = FakeVaultServer(world: world)
    let ada = VaultWire(server: server, token: server.token(for: "ada"))

    let watchlist = try ada.json("GET", "/api/watchlist")
    #expect(ids(watchlist["movies"]).isEmpty)
    #expect(ids(watchlist["collections"]) == [7])
    #expect(ids(watchlist["collections"]?[0]?["items"]) == [twin])
    let shown = try ada.json("GET", "/api/lists/\(list)/items")
    #expect(ids(shown["movies"]) == [film])
    #expect(shown["series"]?[0]?["episodes"]?[1]?["code"] == "S01E02")
    let bea = VaultWire(server: server, token: server.token(for: "bea"))
    #expect(try bea.json("GET", "/api/lists")["lists"]?[1]?["permission"] == "edit")
  }

  @Test("the sample has what screens need")
  func sample() throws {
    let server = FakeVaultServer()
    let alice = VaultWire(server: server, token: server.token(for: "alice"))
    #expect(server.movieIDs(of: "alice").count + server.movieIDs(of: "bob").count >= 12)
    #expect(server.seriesIDs(of: "alice").count >= 3)
    let watchlist = try alice.json("GET", "/api/watchlist")
    #expect(ids(watchlist["collections"]) == [9001, 9002])
    let updates = try alice.json("GET", "/api/notifications/details")
    #expect(ids(updates["new_movies"]).count == 2)
    #expect(ids(updates["newly_imported_movies"]).count == 2)
    #expect(try alice.json("GET", "/api/lists")["lists"]?.array?.count == 4)
    #expect(FakeVaultServer().movieIDs(of: "alice") == server.movieIDs(of: "alice"))
  }

  @Test("a world that cannot be read says why")
  func brokenWorld() {
    #expect(throws: VaultWorld.WorldError.self) { try VaultWorld(json: ["movies": [["title": "x"]]]) }
    #expect(throws: VaultWorld.WorldError.self) { try VaultWorld(json: ["users": 5]) }
  }

  // MARK: Hooks

  @Test("marks and lists can be read behind the client's back")
  func inspection() throws {
    let server = FakeVaultServer()
    let alice = VaultWire(server: server, token: server.token(for: "alice"))
    #expect(server.isWatched(movie: 1, of: "alice") == false)
    #expect(server.isWatched(movie: 1, of: "bob") == nil)
    _ = try alice.json("POST", "/api/watchlist/movie/1/toggle")
    #expect(server.isWatched(movie: 1, of: "alice") == true)
    #expect(server.watchedEpisodes(ofSeries: 1, of: "alice")["S01E03"] == false)
    #expect(server.isWatched(episode: 1, of: "alice") == true)
    #expect(server.isWatched(episode: 1, of: "bob") == nil)
    let list = try #require(server.listID(named: "Weekend", of: "alice"))
    _ = try alice.json("POST", "/api/lists/\(list)/items", ["item_type": "movie", "item_id": 9, "notes": "n"])
    #expect(server.contents(ofList: list).last == .init(type: "movie", id: 9, notes: "n"))
    server.setWatched(true, episode: 3)
    #expect(server.watchedEpisodes(ofSeries: 1, of: "alice")["S01E03"] == true)
  }

  @Test("the log has method, path and operation, and no secrets")
  func log() throws {
    let server = FakeVaultServer()
    let wire = VaultWire(server: server, token: "secret")
    _ = try wire.send("GET", "/auth0/callback?code=secret")
    _ = try wire.send("GET", "/api/auth/me")
    #expect(server.requests.map(\.path) == ["/auth0/callback", "/api/auth/me"])
    #expect(server.requests.map(\.status) == [307, 401])
    #expect(server.requests.allSatisfy { $0.method == "GET" && $0.operation == "vault.test" })
    #expect(!"\(server.requests)".contains("secret"))
    server.clearRequests()
    #expect(server.requests.isEmpty)
  }

  @Test("a token dies by the clock, with its account, and when all are revoked")
  func tokens() async throws {
    let clock = ManualClock()
    let server = FakeVaultServer(clock: clock)
    let short = VaultWire(server: server, token: server.token(for: "alice", lifetime: .seconds(60)))
    let long = VaultWire(server: server, token: server.token(for: "alice"))
    #expect(try short.send("GET", "/api/auth/me").status == 200)
    await clock.advance(by: .seconds(61))
    #expect(try short.json("GET", "/api/auth/me", status: 401) == ["detail": "Could not validate credentials"])
    server.setActive(false, for: "alice")
    #expect(try long.json("GET", "/api/auth/me", status: 401) == ["detail": "User account is inactive"])
    server.setActive(true, for: "alice")
    #expect(try long.send("GET", "/api/auth/me").status == 200)
    server.revokeAllTokens()
    #expect(try long.send("GET", "/api/auth/me").status == 401)
    await clock.advance(by: .seconds(366 * 86_400))
    #expect(try long.send("GET", "/api/auth/me").status == 401)
  }

  @Test("a code from Auth0 is taken once and signs in the user it was made for")
  func authorizationCodes() throws {
    let server = FakeVaultServer()
    var wire = VaultWire(server: server)
    let callback = "/api/auth/auth0/mobile/callback"
    let code = server.authorizationCode(for: "alice")
    wire.token = try wire.json("POST", callback, ["code": .string(code)])["access_token"]?.string
    #expect(try wire.json("GET", "/api/auth/me")["username"] == "alice")
    #expect(try wire.json("GET", "/api/auth/account-info")["auth_provider"] == "auth0")
    wire.token = nil
    #expect(
      try wire.json("POST", callback, ["code": .string(code)], status: 401)
        == ["detail": "Failed to exchange authorization code"])
    let new = server.authorizationCode(for: "zoe")
    wire.token = try wire.json("POST", callback, ["code": .string(new)])["access_token"]?.string
    #expect(try wire.json("GET", "/api/auth/me")["username"] == "zoe")
  }

  @Test("a code of the web client is refused by the mobile callback and good for the other")
  func codesOfTwoClients() throws {
    let server = FakeVaultServer()
    let wire = VaultWire(server: server)
    let code = JSONValue.string(server.authorizationCode(for: "bob", client: .web))
    _ = try wire.json("POST", "/api/auth/auth0/mobile/callback", ["code": code], status: 401)
    let pair = try wire.json(
      "POST", "/api/auth/auth0/callback",
      ["code": code, "redirect_uri": "https://app.viewvault.app/auth0/callback"])
    #expect(pair["token_type"] == "bearer")
  }

  @Test(
    "JSON that is no object is not processed as an Auth0 access token", arguments: [#"["x"]"#, #""x""#, "null", "1"])
  func accessTokenWithoutObject(_ text: String) throws {
    let wire = VaultWire(server: FakeVaultServer())
    let path = "/api/auth/auth0/mobile-callback"
    let answer = try wire.send("POST", path, text: text)
    #expect(answer.status == 401)
    #expect(try JSONValue(parsing: answer.body) == ["detail": "Failed to process mobile authentication"])
    #expect(try wire.json("POST", path, [:], status: 400) == ["detail": "Missing access_token"])
  }

  // MARK: Habits

  @Test("sign-in limits open again after a minute or a restart")
  func rateLimit() async throws {
    let clock = ManualClock()
    let server = FakeVaultServer(clock: clock)
    let wire = VaultWire(server: server)
    func signIn() throws -> Int {
      try wire.send("POST", "/api/auth/login", ["username": "alice", "password": "no"]).status
    }
    for _ in 0..<10 { #expect(try signIn() == 401) }
    #expect(try signIn() == 429)
    await clock.advance(by: .seconds(61))
    #expect(try signIn() == 401)
    for _ in 0..<10 { _ = try signIn() }
    #expect(try signIn() == 429)
    server.restart()
    #expect(try signIn() == 401)
  }

  @Test("an Auth0 token with the email of a password account links and renames it")
  func linking() throws {
    let world = try JourneyPlayer.world("vault")
    let server = FakeVaultServer(world: try VaultWorld(json: world))
    let old = VaultWire(server: server, token: server.token(for: "bob"))
    let linked = VaultWire(server: server, token: world["variables"]?["bobLinkToken"]?.string)
    #expect(try old.send("GET", "/api/auth/me").status == 200)
    #expect(try linked.json("GET", "/api/auth/me")["username"] == "bob@example.test")
    #expect(try linked.json("GET", "/api/auth/me")["id"] == 2)
    #expect(try old.json("GET", "/api/auth/me", status: 401) == ["detail": "User not found"])
  }

  @Test("broken JSON is a 422 with the place, before the token is looked at")
  func brokenJSON() throws {
    let wire = VaultWire(server: FakeVaultServer())
    for (text, place, reason) in [
      (#"{"name":"#, 8, "Expecting value"), (#"{"name" 1}"#, 8, "Expecting ':' delimiter"),
      (#"{"a":1 "b":2}"#, 7, "Expecting ',' delimiter"),
      ("{\"é\":1, ", 8, "Expecting property name enclosed in double quotes"),
      (#"{} x"#, 3, "Extra data"), (#"{"a":"x"#, 5, "Unterminated string starting at"),
    ] {
      let answer = try wire.send("POST", "/api/lists", text: text)
      #expect(answer.status == 422)
      let error = try JSONValue(parsing: answer.body)["detail"]?[0]
      #expect(error?["loc"] == ["body", .integer(Int64(place))], "\(text)")
      #expect(error?["ctx"]?["error"] == .string(reason))
    }
  }

  @Test(
    "a body that is not UTF-8 is a 400, before the token is looked at",
    arguments: [nil, "application/json"] as [String?])
  func brokenText(_ type: String?) throws {
    let url = try #require(URL(string: "https://vault.test/api/lists"))
    var request = HTTPRequest(method: .post, url: url, operation: "vault.test")
    request.fields["Content-Type"] = type
    var body = Data(#"{"name":"x"}"#.utf8)
    body[9] = 0xE9  // `é` in Latin-1
    request.body = body
    let answer = FakeVaultServer().respond(to: request)
    #expect(answer.status == 400)
    #expect(try JSONValue(parsing: answer.body) == ["detail": "There was an error parsing the body"])
  }

  @Test("numbers and marks are read as leniently as the server does")
  func lenientValues() throws {
    let server = FakeVaultServer()
    let alice = VaultWire(server: server, token: server.token(for: "alice"))
    for id in [" 1 ", "+1", "1.0", "01"] {
      let path = id.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
      #expect(try alice.json("GET", "/api/movies/\(path)")["id"] == 1)
    }
    let list = try #require(server.listID(named: "Some day", of: "alice"))
    for (type, value) in [("int_from_float", 1.5), ("int_type", .null), ("int_type", [])] as [(String, JSONValue)] {
      let answer = try alice.json(
        "POST", "/api/lists/\(list)/items", ["item_type": "movie", "item_id": value], status: 422)
      #expect(answer["detail"]?[0]?["type"]?.string == type)
    }
    _ = try alice.json("POST", "/api/lists/\(list)/items", ["item_type": "movie", "item_id": 2.0])
    _ = try alice.json("PATCH", "/api/lists/\(list)/items/2/watched", ["watched": "YES"])
    #expect(server.contents(ofList: list).last?.watched == true)
    _ = try alice.json("PATCH", "/api/lists/\(list)/items/2/watched", ["watched": 2], status: 422)
  }

  @Test("an address below a folder of a proxy is served, its redirects lose the folder")
  func subPath() throws {
    let server = FakeVaultServer(settings: .init(subPath: "/vault"))
    let wire = VaultWire(server: server)
    #expect(try wire.json("GET", "/vault/api/")["version"] == "2.0.0")
    #expect(try wire.send("GET", "/vault/api").fields["Location"] == "https://vault.test/api/")
  }

  @Test("a browser's question is answered for every origin")
  func preflight() throws {
    let wire = VaultWire(server: FakeVaultServer())
    let fields: HTTPFields = ["Origin": "https://app.test", "Access-Control-Request-Method": "PUT"]
    let answer = try wire.send("OPTIONS", "/api/lists", fields: fields)
    #expect(answer.status == 200)
    #expect(answer.fields["Access-Control-Allow-Origin"] == "https://app.test")
    #expect(answer.fields["Access-Control-Max-Age"] == "600")
    #expect(try wire.send("OPTIONS", "/api/lists").status == 405)
  }

  @Test("the picture for things without a poster is there, with its tag")
  func picture() throws {
    let wire = VaultWire(server: FakeVaultServer())
    let answer = try wire.send("GET", "/static/no-image.png")
    #expect(answer.mediaType == "image/png")
    let tag = try #require(answer.fields["ETag"])
    #expect(try wire.send("GET", "/static/no-image.png", fields: ["If-None-Match": tag]).status == 304)
  }

  // MARK: Lists

  @Test("a move onto the same list loses the row; an item named twice is stored twice")
  func transferTraps() throws {
    let server = FakeVaultServer()
    let alice = VaultWire(server: server, token: server.token(for: "alice"))
    let weekend = try #require(server.listID(named: "Weekend", of: "alice"))
    let someDay = try #require(server.listID(named: "Some day", of: "alice"))
    let moved = try alice.json(
      "POST", "/api/lists/\(weekend)/items/3/move",
      ["target_list_id": .integer(Int64(weekend)), "item_type": "movie"])
    #expect(moved["duplicate"] == true)
    #expect(server.contents(ofList: weekend).map(\.id) == [5, 4])
    let item: JSONValue = ["item_id": 5, "item_type": "movie"]
    let copied = try alice.json(
      "POST", "/api/lists/bulk-operation",
      [
        "operation": "copy", "source_list_id": .integer(Int64(weekend)), "target_list_id": .integer(Int64(someDay)),
        "items": [item, item],
      ])
    #expect(copied["items_affected"] == 2)
    #expect(server.contents(ofList: someDay).map(\.id) == [5, 5])
  }

  @Test("an edit guest copies in, and neither adds nor renames")
  func editGuest() throws {
    let server = FakeVaultServer()
    let alice = VaultWire(server: server, token: server.token(for: "alice"))
    let trips = try #require(server.listID(named: "Long trips", of: "bob"))
    let weekend = try #require(server.listID(named: "Weekend", of: "alice"))
    _ = try alice.json(
      "POST", "/api/lists/\(weekend)/items/3/copy", ["target_list_id": .integer(Int64(trips)), "item_type": "movie"])
    #expect(server.contents(ofList: trips).map(\.id) == [15, 3])
    _ = try alice.json("POST", "/api/lists/\(trips)/items", ["item_type": "movie", "item_id": 1], status: 404)
    _ = try alice.json("PUT", "/api/lists/\(trips)", ["name": "mine"], status: 404)
    let targets = try alice.json("GET", "/api/lists/\(weekend)/available-targets")
    #expect(ids(targets["lists"]).contains(trips))
  }

  // MARK: Simulated upstreams

  @Test("with its upstreams simulated, a film brings its sequel along and may go into a list once")
  func simulatedImport() throws {
    let server = FakeVaultServer(settings: .init(simulatedUpstreams: true))
    let alice = VaultWire(server: server, token: server.token(for: "alice"))
    let list = try #require(server.listID(named: "Some day", of: "alice"))
    let first = try alice.json("POST", "/api/import/movie/tt0501001", ["target_list_ids": ["personal", 9999]])
    #expect(first["title"] == "Mock Movie Details (tt0501001)")
    let target: JSONValue = ["target_list_ids": ["personal", .integer(Int64(list))]]
    #expect(try alice.json("POST", "/api/import/movie/tt0501001", target) == first)
    #expect(
      try alice.json("POST", "/api/import/movie/tt0501001", target, status: 400)
        == ["detail": .string("Movie already exists in list '\(list)'")])
    let watchlist = try alice.json("GET", "/api/watchlist")
    let collection = try #require(watchlist["collections"]?.array?.first { $0["id"] == 7001 })
    #expect(collection["overview"] == "Two films about one harbour.")
    #expect(collection["items"]?.array?.map { $0["title"]?.string } == ["Harbor Lights: Return"])
    let again = try alice.json("POST", "/api/import/movie/tt0501001/sequels")
    #expect(again["total_skipped"] == 2)
  }

  @Test("a full import of a series makes another copy each time")
  func simulatedSeries() throws {
    let server = FakeVaultServer(settings: .init(simulatedUpstreams: true))
    let bob = VaultWire(server: server, token: server.token(for: "bob"))
    let before = server.seriesIDs(of: "bob").count
    _ = try bob.json("POST", "/api/import/series/tmdb_801")
    _ = try bob.json("POST", "/api/import/series/tmdb_801/full")
    #expect(server.seriesIDs(of: "bob").count == before + 2)
    let series = try #require(server.seriesIDs(of: "bob").last)
    #expect(server.watchedEpisodes(ofSeries: series, of: "bob").count == 3)
    let shown = try bob.json("GET", "/api/watchlist")["series"]?.array?.last
    #expect(shown?["season_posters"]?["0"] == "https://image.tmdb.org/t/p/w500/s0.jpg")
  }
}
