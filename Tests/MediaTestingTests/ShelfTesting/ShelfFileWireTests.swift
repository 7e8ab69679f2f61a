import Foundation
import MediaCore
import MediaTesting
import Testing

@testable import ShelfTesting

@Suite("Files of FakeShelfServer")
struct ShelfFileWireTests {
  @Test("no route sends a file of a missing item")
  func missingItem() throws {
    var world = ShelfWorld.sample
    let ids = try ["The Salt Clock", "Field Notes", "Only Text"].map { try #require(world.itemID(titled: $0)) }
    world.share(ids[0], slug: "summer", isDownloadable: true)
    let peer = ShelfPeer(world: world)
    let token = try peer.signIn()
    let session =
      try peer.json(
        "POST", "/api/items/\(ids[1])/play", as: token, body: ["forceDirectPlay": true])["id"]?.string ?? ""
    let opened = try peer.send("GET", "/public/share/summer")
    let cookie: HTTPFields = ["Cookie": opened.fields["Set-Cookie"]?.components(separatedBy: ";")[0] ?? ""]
    func statuses() throws -> [Int] {
      try [
        peer.send("GET", "/public/session/\(session)/track/1"),
        peer.send("GET", "/api/items/\(ids[2])/ebook", as: token),
        peer.send("GET", "/api/items/\(ids[0])/download", as: token),
        peer.send("GET", "/public/share/summer/track/1", fields: cookie),
        peer.send("GET", "/public/share/summer/download", fields: cookie),
      ].map(\.status)
    }
    #expect(try statuses() == [200, 200, 200, 200, 200])
    peer.server.edit { world in
      for id in ids {
        guard let row = world.item(id) else { continue }
        if let changed = ShelfItemRow(expanded: row.expanded.with("isMissing", true)) { world.put(changed) }
      }
    }
    #expect(try statuses() == [404, 404, 404, 404, 404])
  }

  @Test("an m4b file is sent as audio/m4b to a browser on an iPhone that downloads it, and else as audio/mp4")
  func m4b() throws {
    var world = ShelfWorld.empty()
    let library = world.addBookLibrary(name: "Books")
    let book = world.addBook(in: library, title: "Tides")
    world.addUser("ada", password: "correct horse", type: .root)
    let peer = ShelfPeer(world: world)
    let token = try peer.signIn()
    let ino = try #require(world.item(book)?.files.first { $0.name == "Tides.m4b" }?.ino)
    let file = "/api/items/\(book)/file/\(ino)"
    let phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)"
    func type(_ path: String, _ agent: String) throws -> String? {
      try peer.send("GET", path, as: token, fields: ["User-Agent": agent]).fields["Content-Type"]
    }
    #expect(try type("\(file)/download", phone) == "audio/m4b")
    #expect(try type(file, phone) == "audio/mp4")
    #expect(try type("\(file)/download", "Shelf/1 CFNetwork/3860.100.1 Darwin/25.0.0") == "audio/mp4")
    #expect(try type("\(file)/download", "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36") == "audio/mp4")
  }

  @Test("the file of a deleted episode is gone from the podcast and from the file route", arguments: ["", "?hard=1"])
  func deletedEpisode(query: String) throws {
    let peer = ShelfPeer()
    let token = try peer.signIn()
    let show = try peer.item("Night Signals")
    let episode = peer.world.episodeIDs(of: show)[1]
    func item() throws -> JSONValue { try peer.json("GET", "/api/items/\(show)?expanded=1", as: token) }
    let before = try item()
    let ino = try #require(before["media"]?["episodes"]?[1]?["audioFile"]?["ino"]?.string)
    #expect(before["numFiles"] == 4)
    #expect(try peer.send("GET", "/api/items/\(show)/file/\(ino)", as: token).status == 200)
    let answer = try peer.json("DELETE", "/api/podcasts/\(show)/episode/\(episode)\(query)", as: token)
    #expect(answer["libraryFiles"]?.array?.count == 3)
    #expect(try item()["numFiles"] == 3)
    #expect(try item()["libraryFiles"]?.array?.contains { $0["ino"]?.string == ino } == false)
    #expect(try peer.send("GET", "/api/items/\(show)/file/\(ino)", as: token).status == 404)
  }
}
