import Foundation
import MediaCore
import MediaTesting
import ShelfTesting
import Testing

@Suite("Sessions of FakeShelfServer")
struct ShelfSessionWireTests {
  private let peer = ShelfPeer()

  @Test("texts about a device lose their markup, and the device's id keeps it")
  func deviceTexts() throws {
    let token = try peer.signIn()
    let device: JSONValue = [
      "deviceId": "<b>one</b>", "clientName": "<i>Shelf</i>", "clientVersion": "<u>1.0</u>", "manufacturer": "<b>Apple",
      "model": "<p>Phone</p>", "sdkVersion": 33,
    ]
    let session = try peer.json(
      "POST", "/api/items/\(try peer.item("Field Notes"))/play", as: token, body: ["deviceInfo": device])
    let shown = try #require(session["deviceInfo"])
    #expect(shown["deviceId"] == "<b>one</b>")
    #expect(shown["clientName"] == "Shelf" && shown["clientVersion"] == "1.0")
    #expect(shown["manufacturer"] == "Apple" && shown["model"] == "Phone" && shown["deviceName"] == "Apple Phone")
    #expect(shown["sdkVersion"] == "33")
  }

  @Test("a sync without a place keeps the place in the history, and only the open session loses it")
  func syncWithoutPlace() throws {
    let token = try peer.signIn()
    let path = "/api/items/\(try peer.item("Field Notes"))/play"
    let id = try #require(try peer.json("POST", path, as: token, body: [:])["id"]?.string)
    let sync: JSONValue = ["currentTime": 20.25, "timeListened": 5]
    for body in [sync, [:]] {
      #expect(try peer.send("POST", "/api/session/\(id)/sync", as: token, body: body).status == 200)
    }
    #expect(try peer.json("GET", "/api/session/\(id)", as: token)["currentTime"] == nil)
    func stored() throws -> JSONValue? {
      try peer.json("GET", "/api/me/listening-sessions", as: token)["sessions"]?.array?.first {
        $0["id"] == .string(id)
      }
    }
    #expect(try stored()?["currentTime"] == 20.25)
    let upload: JSONValue = [
      "id": .string(id), "libraryItemId": .string(try peer.item("Field Notes")), "timeListening": 9,
      "updatedAt": 1_795_348_900_000,
    ]
    #expect(try peer.send("POST", "/api/session/local", as: token, body: upload).status == 200)
    #expect(try stored()?["currentTime"] == 20.25)
    #expect(try stored()?["timeListening"] == 9)
    let other = try #require(try peer.json("POST", path, as: token, body: [:])["id"]?.string)
    _ = try peer.send("POST", "/api/session/\(other)/sync", as: token, body: ["timeListened": 5])
    let history = try peer.json("GET", "/api/me/listening-sessions", as: token)["sessions"]?.array
    #expect(history?.first { $0["id"] == .string(other) }?["currentTime"] == .null)
  }

  @Test("a synced session is in history and statistics later than in progress, and a restart loses it")
  func lateHistory() async throws {
    let peer = ShelfPeer(settings: .init(accessTokenExpiry: 1e6, historyDelay: 0.3))
    let token = try peer.signIn()
    let item = try peer.item("Field Notes")
    func seconds() throws -> [Double?] {
      let sessions = try peer.json("GET", "/api/me/listening-sessions", as: token)["sessions"]?.array ?? []
      let total = try peer.json("GET", "/api/me/listening-stats", as: token)["totalTime"]?.double
      return [sessions.first?["timeListening"]?.double, total]
    }
    func place() throws -> Double? {
      try peer.json("GET", "/api/me/progress/\(item)", as: token)["currentTime"]?.double
    }
    let before = try seconds()
    let id = try #require(try peer.json("POST", "/api/items/\(item)/play", as: token, body: [:])["id"]?.string)
    func sync(to time: Double) throws {
      let body: JSONValue = ["currentTime": .number(time), "timeListened": 7]
      #expect(try peer.send("POST", "/api/session/\(id)/sync", as: token, body: body).status == 200)
    }
    try sync(to: 20)
    #expect(try place() == 20)
    #expect(try seconds() == before)
    await peer.clock.advance(by: .milliseconds(300))
    #expect(try seconds() == [7, (before[1] ?? 0) + 7])
    try sync(to: 27)
    peer.server.restart()
    await peer.clock.advance(by: .seconds(1))
    #expect(try place() == 27)
    #expect(try seconds() == [7, (before[1] ?? 0) + 7])
  }

  @Test("a sync whose row is written late does not replace the newer upload of the same session")
  func uploadBeforeLateRow() async throws {
    let peer = ShelfPeer(settings: .init(accessTokenExpiry: 1e6, historyDelay: 0.3))
    let token = try peer.signIn()
    let item = try peer.item("Field Notes")
    func seconds() throws -> Double? {
      let sessions = try peer.json("GET", "/api/me/listening-sessions", as: token)["sessions"]?.array
      return sessions?.first?["timeListening"]?.double
    }
    let id = try #require(try peer.json("POST", "/api/items/\(item)/play", as: token, body: [:])["id"]?.string)
    let sync: JSONValue = ["currentTime": 20, "timeListened": 7]
    #expect(try peer.send("POST", "/api/session/\(id)/sync", as: token, body: sync).status == 200)
    let upload: JSONValue = [
      "id": .string(id), "libraryItemId": .string(item), "currentTime": 50, "timeListening": 37,
    ]
    #expect(try peer.send("POST", "/api/session/local", as: token, body: upload).status == 200)
    #expect(try seconds() == 37)
    await peer.clock.advance(by: .milliseconds(300))
    #expect(try seconds() == 37)
  }

  @Test("a transcode reports to its listener when it can be played, how far it is, and its end")
  func transcode() async throws {
    let token = try peer.signIn("grace")
    let socket = try peer.openSocket(token)
    let stranger = try peer.openSocket(try peer.signIn())
    let session = try peer.json(
      "POST", "/api/items/\(try peer.item("Field Notes"))/play", as: token, body: ["forceTranscode": true])
    let id = try #require(session["id"]?.string)
    await peer.clock.advance(by: .milliseconds(1399))
    #expect(try peer.events(socket) == [])
    await peer.clock.advance(by: .milliseconds(1))
    let opened = try peer.events(socket)
    #expect(opened.map { $0[0] } == ["stream_open"])
    #expect(opened[0][1]?["id"]?.string == id)
    #expect(opened[0][1]?["clientPlaylistUri"]?.string == "/hls/\(id)/output.m3u8")
    await peer.clock.advance(by: .milliseconds(600))
    let report: JSONValue = ["stream": .string(id), "percent": "2.22%", "chunks": ["0-9"], "numSegments": 450]
    #expect(try peer.events(socket) == [["stream_progress", report]])
    await peer.clock.advance(by: .seconds(30))
    _ = try peer.events(stranger)
    _ = try peer.events(socket)
    await peer.clock.advance(by: .seconds(38))
    _ = try peer.events(stranger)
    _ = try peer.events(socket)
    await peer.clock.advance(by: .seconds(20))
    let whole: JSONValue = ["stream": .string(id), "percent": "100.00%", "chunks": ["0-449"], "numSegments": 450]
    #expect(try peer.events(socket) == [["stream_progress", whole], ["stream_ready"]])
    _ = try peer.send("POST", "/api/session/\(id)/close", as: token)
    #expect(try peer.events(socket) == [["user_session_closed", .string(id)], ["stream_closed", .string(id)]])
    #expect(try peer.events(stranger).map { $0[0] } == ["user_stream_update"])
  }

  @Test("segments that were made before the encoder was restarted are still served and reported")
  func restart() async throws {
    let token = try peer.signIn("grace")
    let socket = try peer.openSocket(token)
    let session = try peer.json(
      "POST", "/api/items/\(try peer.item("Field Notes"))/play", as: token, body: ["forceTranscode": true])
    let id = try #require(session["id"]?.string)
    func status(_ segment: Int) throws -> Int { try peer.send("GET", "/hls/\(id)/output-\(segment).ts").status }
    func reports() throws -> [JSONValue] {
      try peer.events(socket, named: "stream_progress").compactMap { $0[1] }
    }
    await peer.clock.advance(by: .seconds(2))
    #expect(try reports().first?["chunks"] == ["0-9"])
    // Asking for a segment far ahead restarts the encoder there.
    #expect(try status(300) == 404)
    await peer.clock.advance(by: .milliseconds(200))
    #expect(try [9, 300, 301].map(status) == [200, 200, 404])
    // Asking for a segment before the encoder's start restarts it as well.
    #expect(try status(200) == 404)
    await peer.clock.advance(by: .seconds(2))
    let report: JSONValue = [
      "stream": .string(id), "percent": "4.67%", "chunks": ["0-9", "200-209", 300], "numSegments": 450,
    ]
    #expect(try reports() == [report])
    #expect(try [0, 9, 200, 209, 300, 210].map(status) == [200, 200, 200, 200, 200, 404])
  }
}
