import Foundation
import MediaCore
import MediaTesting
import Testing

@testable import ShelfTesting

@Suite("Podcasts of FakeShelfServer")
struct ShelfPodcastWireTests {
  @Test("a search of the directory without words is refused with JSON")
  func directory() throws {
    let peer = ShelfPeer()
    let answer = try peer.send("GET", "/api/search/podcast", as: try peer.signIn())
    #expect(answer.status == 400 && answer.fields["Content-Type"] == "application/json; charset=utf-8")
    let refusal: JSONValue = ["error": "Invalid request query param \"term\" is required"]
    #expect(try JSONValue(parsing: answer.body) == refusal)
  }

  @Test("podcasts of an OPML file are sent as added items")
  func opml() throws {
    var world = ShelfWorld.sample
    let feeds = ["https://feeds.example.org/far.xml", "https://feeds.example.org/mill.xml"]
    for feed in feeds { world.addToDirectory(title: feed, author: "Far", feed: feed) }
    let peer = ShelfPeer(world: world)
    let token = try peer.signIn()
    let socket = try peer.openSocket(token)
    _ = try peer.events(socket)
    let library = try peer.json("GET", "/api/libraries/\(world.libraryIDs[1])", as: token)
    let body: JSONValue = [
      "feeds": .strings(feeds + ["https://feeds.example.org/gone.xml"]), "libraryId": library["id"] ?? .null,
      "folderId": library["folders"]?[0]?["id"] ?? .null,
    ]
    #expect(try peer.send("POST", "/api/podcasts/opml/create", as: token, body: body).status == 200)
    let events = try peer.events(socket)
    #expect(events.map { $0[0] } == ["item_added", "item_added"])
    #expect(events.map { $0[1]?["media"]?["metadata"]?["feedUrl"]?.string } == feeds)
  }

  @Test("episodes of a feed are found by title and downloaded, the first at once and the others from a queue")
  func downloads() throws {
    var world = ShelfWorld.sample
    let show = try #require(world.itemID(titled: "Night Signals"))
    for title in ["The Long Wave", "Short Wave", "Sea of Noise", "Wave Three"] { world.announce(title, of: show) }
    let peer = ShelfPeer(world: world)
    let token = try peer.signIn()
    let socket = try peer.openSocket(try peer.signIn("grace"))
    let path = "/api/podcasts/\(show)"
    let found = try peer.json("GET", "\(path)/search-episode?title=WAVE", as: token)["episodes"]?.array ?? []
    #expect(found.map { $0["episode"]?["title"]?.string } == ["Wave Three", "Short Wave", "The Long Wave"])
    #expect(found[0]["episode"]?["enclosure"]?["type"] == "audio/mpeg")
    #expect(try peer.send("GET", "\(path)/checknew", as: try peer.signIn("grace")).status == 403)
    let new = try peer.json("GET", "\(path)/checknew?limit=2", as: token)["episodes"]?.array ?? []
    #expect(new.map { $0["title"]?.string } == ["Wave Three", "Sea of Noise"])
    let begun = try peer.events(socket)
    #expect(begun.map { $0[0] } == ["episode_download_started", "episode_download_queued"])
    let first = try #require(begun[0][1])
    #expect(first["episodeDisplayTitle"] == "Wave Three" && first["url"] == new[0]["enclosure"]?["url"])
    #expect(first["libraryItemId"]?.string == show && first["podcastTitle"] == "Night Signals")
    #expect(first["startedAt"] == 1_795_348_800_000 && begun[1][1]?["startedAt"] == .null)
    #expect(first["guid"] == new[0]["guid"] && first["season"] == .null && first["episodeType"] == "full")
    let queue = try peer.json("GET", "\(path)/downloads", as: token)["downloads"]
    #expect(queue?.array == begun[1].array.map { [$0[1]] })
    let chosen = JSONValue.array(found.compactMap { $0["episode"] })
    #expect(try peer.send("POST", "\(path)/download-episodes", as: token, body: chosen).status == 200)
    #expect(
      try peer.events(socket).map { $0[1]?["episodeDisplayTitle"]?.string } == ["Short Wave", "The Long Wave"])
    #expect(try peer.json("GET", "\(path)/checknew", as: token)["episodes"] == [])
    #expect(try peer.send("GET", "\(path)/clear-queue", as: token).status == 200)
    #expect(try peer.events(socket) == [["episode_download_queue_cleared", .string(show)]])
    #expect(try peer.json("GET", "\(path)/downloads", as: token)["downloads"] == [])
  }
}
