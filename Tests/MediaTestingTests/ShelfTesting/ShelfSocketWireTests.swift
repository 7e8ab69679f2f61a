import Foundation
import MediaCore
import MediaTesting
import TestSupport
import Testing

@testable import ShelfTesting

@Suite("The socket of FakeShelfServer")
struct ShelfSocketWireTests {
  private let peer = ShelfPeer()

  @Test("a client that does not answer a ping is gone 20 seconds later, and administrators receive that it is offline")
  func silentClient() async throws {
    let admin = try peer.openSocket(try peer.signIn())
    let socket = try peer.openSocket(try peer.signIn("grace"))
    await peer.clock.advance(by: .seconds(25))
    #expect(try peer.frames(socket) == ["2"])
    _ = try peer.events(admin)
    await peer.clock.advance(by: .milliseconds(19_999))
    #expect(try peer.frames(socket) == ["6"])
    #expect(try peer.events(admin) == [])
    await peer.clock.advance(by: .milliseconds(1))
    let offline = try peer.events(admin)
    #expect(offline.map { $0[0] } == ["user_offline"] && offline[0][1]?["username"] == "grace")
    #expect(peer.server.socketCount(user: "grace") == 0 && peer.server.socketCount(user: "ada") == 1)
    let refused = try peer.send("GET", socket)
    #expect(refused.status == 400)
    #expect(try JSONValue(parsing: refused.body)["code"] == 1)
  }

  @Test("a token is refused with a reason, by a server before 2.26 without one", arguments: [false, true])
  func refusedToken(isOld: Bool) throws {
    let peer = ShelfPeer(world: isOld ? .version2_25 : .sample)
    let opened = try peer.send("GET", "/socket.io/?EIO=4&transport=polling").body
    let id = try #require(try JSONValue(parsing: Data(opened.dropFirst()))["sid"]?.string)
    let path = "/socket.io/?EIO=4&transport=polling&sid=\(id)"
    _ = try peer.send("POST", path, text: "40\u{1e}42[\"auth\",\"wrong\"]")
    let refusal = isOld ? #"42["invalid_token"]"# : #"42["auth_failed",{"message":"Invalid token"}]"#
    #expect(try peer.frames(path).last == refusal)
  }

  @Test("a client that answers each ping stays connected")
  func answered() async throws {
    let socket = try peer.openSocket(try peer.signIn("grace"))
    for _ in 0..<4 {
      await peer.clock.advance(by: .seconds(25))
      #expect(try peer.frames(socket) == ["2"])
      _ = try peer.send("POST", socket, text: "3")
    }
    #expect(peer.server.socketCount(user: "grace") == 1)
  }

  @Test("a poll that begins before the pong waits for the next ping, and a poll without a pong ends in a refusal")
  func waitingPolls() async throws {
    let socket = try peer.openSocket(try peer.signIn("grace"))
    let url = try #require(URL(string: "http://shelf.test\(socket)"))
    let transport = peer.server.transport
    func poll() -> Task<HTTPResponse, any Error> {
      Task { try await transport.send(HTTPRequest(method: .get, url: url)) }
    }
    await peer.clock.advance(by: .seconds(25))
    #expect(try peer.frames(socket) == ["2"])
    let early = poll()
    #expect(await eventually { peer.server.waitingPolls == 1 })
    _ = try peer.send("POST", socket, text: "3")
    await peer.clock.advance(by: .seconds(20))
    await peer.clock.advance(by: .seconds(5))
    #expect(try await early.value.body == Data("2".utf8))
    let late = poll()
    #expect(await eventually { peer.server.waitingPolls == 1 })
    await peer.clock.advance(by: .seconds(20))
    #expect(try await late.value.status == 400)
  }

  @Test("a deleted item leaves other playlists alone, and the owners receive how theirs have changed")
  func deletedItem() throws {
    let token = try peer.signIn("grace")
    let admin = try peer.signIn()
    let (books, gone, kept) = (peer.world.libraryIDs[0], try peer.item("Field Notes"), try peer.item("First Light"))
    func make(_ items: [String], as token: String) throws -> JSONValue {
      let entries = JSONValue.array(items.map { ["libraryItemId": .string($0)] })
      let body: JSONValue = ["libraryId": .string(books), "name": "Mix", "items": entries]
      return try #require(try peer.json("POST", "/api/playlists", as: token, body: body)["id"])
    }
    let (lone, mixed) = (try make([gone], as: token), try make([gone, kept], as: token))
    let bare = try make([], as: admin)
    let socket = try peer.openSocket(token)
    #expect(try peer.send("DELETE", "/api/items/\(gone)", as: admin).status == 200)
    let events = try peer.events(socket)
    #expect(events.map { $0[0] } == ["playlist_updated", "playlist_removed", "item_removed"])
    #expect(events[0][1]?["id"] == mixed && events[1][1]?["id"] == lone)
    #expect(events[0][1]?["items"]?.array?.map { $0["libraryItemId"]?.string } == [kept])
    #expect(events[1][1]?["items"] == [])
    let left = try peer.json("GET", "/api/playlists", as: admin)["playlists"]?.array
    #expect(left?.map { $0["id"] } == [bare])
  }
}
