import Foundation
import MediaCore
import MediaTesting
import ShelfTesting
import Testing

@Suite("Libraries of FakeShelfServer")
struct ShelfLibraryWireTests {
  private let peer = ShelfPeer()

  @Test("an administrator makes a library, and the users who may see it receive it")
  func making() throws {
    let token = try peer.signIn()
    let sockets = try ["grace", "linus"].map { try peer.openSocket(try peer.signIn($0)) }
    let body: JSONValue = [
      "name": "Plays", "folders": [["fullPath": "/plays"]], "icon": "audiobookshelf", "mediaType": "book",
      "provider": "google", "settings": ["coverAspectRatio": 0],
    ]
    #expect(try peer.send("POST", "/api/libraries", as: try peer.signIn("grace"), body: body).status == 403)
    let made = try peer.json("POST", "/api/libraries", as: token, body: body)
    let id = try #require(made["id"]?.string)
    #expect(made["name"] == "Plays" && made["mediaType"] == "book" && made["displayOrder"] == 3)
    #expect(made["folders"]?[0]?["fullPath"] == "/plays" && made["folders"]?[0]?["libraryId"]?.string == id)
    #expect(made["settings"]?["coverAspectRatio"] == 0 && made["settings"]?["markAsFinishedTimeRemaining"] == 10)
    #expect(made["lastScan"] == .null && made["lastScanVersion"] == nil)
    #expect(try peer.events(sockets[0]) == [["library_added", made]])
    #expect(try peer.events(sockets[1]) == [])
    #expect(try peer.json("GET", "/api/libraries/\(id)", as: token)["lastScanVersion"] == .null)
    #expect(try peer.json("GET", "/api/libraries", as: token)["libraries"]?.array?.count == 3)
  }

  @Test("an administrator has a library scanned")
  func scanning() throws {
    let token = try peer.signIn()
    let path = "/api/libraries/\(peer.world.libraryIDs[0])/scan"
    let answer = try peer.send("POST", path, as: token)
    #expect(answer.status == 200 && answer.body == Data("OK".utf8))
    #expect(try peer.send("POST", path, as: try peer.signIn("grace")).status == 403)
    #expect(try peer.send("POST", "/api/libraries/other/scan", as: token).status == 404)
  }

  @Test(
    "a list by progress stays stale, however long, until a row of another kind changes; an old server renews it at once",
    arguments: [false, true])
  func staleLists(isOld: Bool) async throws {
    let peer = ShelfPeer(world: isOld ? .sample.served(by: "2.30.0") : .sample)
    let token = try peer.signIn()
    let finished = "/api/libraries/\(peer.world.libraryIDs[0])/items?filter=progress.ZmluaXNoZWQ%3D&limit=0"
    func count(_ path: String) throws -> Int? { try peer.json("GET", path, as: token)["total"]?.int }
    let before = try #require(try count(finished))
    let path = "/api/me/progress/\(try peer.item("Field Notes"))"
    #expect(try peer.send("PATCH", path, as: token, body: ["isFinished": true]).status == 200)
    #expect(try count(finished) == before + (isOld ? 1 : 0))
    await peer.clock.advance(by: .seconds(3600))
    #expect(try count(finished) == before + (isOld ? 1 : 0))
    #expect(try count(finished + "&_=1") == before + 1)
    // A bookmark changes the row of the user.
    let item = try peer.item("Field Notes")
    let mark: JSONValue = ["time": 1, "title": "here"]
    #expect(try peer.send("POST", "/api/me/item/\(item)/bookmark", as: token, body: mark).status == 200)
    #expect(try count(finished) == before + 1)
  }

  @Test("a book's plain description has neither markup nor entities, and its minified form has none at all")
  func plainDescription() throws {
    var world = ShelfWorld.sample
    let text = "<p>Tides &amp; <b>debts</b></p>"
    let id = world.addBook(in: world.libraryIDs[0], title: "Tides", description: text)
    let peer = ShelfPeer(world: world)
    let token = try peer.signIn()
    let book = try peer.json("GET", "/api/items/\(id)?expanded=1", as: token)["media"]?["metadata"]
    #expect(book?["description"]?.string == text && book?["descriptionPlain"] == "Tides & debts")
    let list = try peer.json("GET", "/api/libraries/\(world.libraryIDs[0])/items?minified=1", as: token)
    let row = list["results"]?.array?.first { $0["id"]?.string == id }?["media"]?["metadata"]
    #expect(row?["description"]?.string == text && row?["descriptionPlain"] == nil)
  }
}
