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
}
