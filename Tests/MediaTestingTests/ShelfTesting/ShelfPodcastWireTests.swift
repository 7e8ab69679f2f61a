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

  @Test("an added podcast is sent to those who may see its library and explicit content")
  func addedForSome() throws {
    var world = ShelfWorld.sample
    let library = world.addPodcastLibrary(name: "More Podcasts")
    world.addToDirectory(title: "Far", author: "Far", feed: "https://feeds.example.org/far.xml")
    let peer = ShelfPeer(world: world)
    let token = try peer.signIn()
    let sockets = try ["ada", "grace", "linus"].map { try peer.openSocket(try peer.signIn($0)) }
    func receivers() throws -> [Int] { try sockets.map { try peer.events($0, named: "item_added").count } }
    _ = try receivers()
    let shown = try peer.json("GET", "/api/libraries/\(library)", as: token)
    let folder = shown["folders"]?[0]?["id"] ?? .null
    let feeds: JSONValue = [
      "feeds": ["https://feeds.example.org/far.xml"], "libraryId": .string(library), "folderId": folder,
    ]
    #expect(try peer.send("POST", "/api/podcasts/opml/create", as: token, body: feeds).status == 200)
    #expect(try receivers() == [1, 1, 0])
    let draft: JSONValue = [
      "libraryId": .string(library), "folderId": folder, "path": "/far/late",
      "media": ["metadata": ["title": "Late", "explicit": true]],
    ]
    let made = try peer.json("POST", "/api/podcasts", as: token, body: draft)
    #expect(made["media"]?["metadata"]?["explicit"] == true)
    #expect(try receivers() == [1, 0, 0])
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
    #expect(begun.map { $0[0] } == ["episode_download_started", "episode_download_queued", "item_updated"])
    let first = try #require(begun[0][1])
    #expect(first["episodeDisplayTitle"] == "Wave Three" && first["url"] == new[0]["enclosure"]?["url"])
    #expect(first["libraryItemId"]?.string == show && first["podcastTitle"] == "Night Signals")
    #expect(first["startedAt"] == 1_795_348_800_000 && begun[1][1]?["startedAt"] == .null)
    #expect(first["guid"] == new[0]["guid"] && first["season"] == .null && first["episodeType"] == "full")
    let queue = try peer.json("GET", "\(path)/downloads", as: token)["downloads"]
    #expect(queue?.array == begun[1].array.map { [$0[1]] })
    let chosen = JSONValue.array(found.compactMap { $0["episode"] })
    #expect(try peer.send("POST", "\(path)/download-episodes", as: token, body: chosen).status == 200)
    let queued = try peer.events(socket).map { $0[1]?["episodeDisplayTitle"]?.string }
    #expect(queued == ["Wave Three", "Short Wave", "The Long Wave"])
    #expect(try peer.json("GET", "\(path)/checknew", as: token)["episodes"] == [])
    #expect(try peer.send("GET", "\(path)/clear-queue", as: token).status == 200)
    #expect(
      try peer.events(socket, named: "episode_download_queue_cleared")
        == [["episode_download_queue_cleared", .string(show)]])
    #expect(try peer.json("GET", "\(path)/downloads", as: token)["downloads"] == [])
    // Nothing waits any more, so there is nothing to clear.
    #expect(try peer.send("GET", "\(path)/clear-queue", as: token).status == 200)
    #expect(try peer.events(socket) == [])
  }

  @Test("the running download is missing in the queue of another library, and a restart loses the whole queue")
  func queues() throws {
    var world = ShelfWorld.sample
    let other = world.addPodcastLibrary(name: "More Podcasts")
    let show = try #require(world.itemID(titled: "Night Signals"))
    let far = world.addPodcast(in: other, title: "Far Away")
    for (title, podcast) in [("One", show), ("Two", far), ("Three", show)] { world.queueDownload(title, of: podcast) }
    let peer = ShelfPeer(world: world)
    let token = try peer.signIn()
    func titles(_ library: String) throws -> [[String?]] {
      let queue = try peer.json("GET", "/api/libraries/\(library)/episode-downloads", as: token)
      let running = queue["currentDownload"].map { [$0] } ?? []
      return [running, queue["queue"]?.array ?? []].map { $0.map { $0["episodeDisplayTitle"]?.string } }
    }
    #expect(try titles(world.libraryIDs[1]) == [["One"], ["Three"]])
    #expect(try titles(other) == [[], ["Two"]])
    peer.server.restart()
    #expect(try titles(world.libraryIDs[1]) == [[], []])
  }

  @Test("an episode whose download is running is queued once more, and one that waits is not")
  func runningDownload() throws {
    let peer = ShelfPeer(world: ShelfWorld.sample)
    let token = try peer.signIn()
    let path = "/api/podcasts/\(try peer.item("Night Signals"))"
    let socket = try peer.openSocket(token)
    let episodes: JSONValue = [["title": "Wave", "enclosure": ["url": "https://cdn.example.org/wave.mp3"]]]
    for _ in 0..<3 {
      #expect(try peer.send("POST", "\(path)/download-episodes", as: token, body: episodes).status == 200)
    }
    let events = try peer.events(socket).compactMap { $0[0]?.string }.filter { $0.hasPrefix("episode_download") }
    #expect(events == ["episode_download_started", "episode_download_queued"])
  }

  @Test("a podcast without a feed has no new episodes to look for, and an empty list of downloads is refused")
  func withoutFeed() throws {
    var world = ShelfWorld.sample
    let show = try #require(world.itemID(titled: "Night Signals"))
    for number in 1...5 { world.announce("New \(number)", of: show) }
    let peer = ShelfPeer(world: world)
    let token = try peer.signIn()
    let bare = "/api/podcasts/\(try peer.item("Bread Hour"))"
    func text(_ answer: HTTPResponse) -> String { "\(answer.status) \(String(decoding: answer.body, as: UTF8.self))" }
    let check = try peer.send("GET", "\(bare)/checknew", as: token)
    #expect(text(check) == "400 Podcast has no rss feed url")
    let search = try peer.send("GET", "\(bare)/search-episode?title=x", as: token)
    #expect(text(search) == "400 Podcast does not have an RSS feed URL")
    let path = "/api/podcasts/\(show)"
    #expect(try peer.send("GET", "\(path)/search-episode", as: token).status == 500)
    let nothing = try peer.send("POST", "\(path)/download-episodes", as: token, body: [])
    #expect(text(nothing) == "400 Bad Request")
    #expect(try peer.json("GET", "\(path)/checknew?limit=0", as: token)["episodes"]?.array?.count == 5)
    // All of them were published before this check.
    #expect(try peer.json("GET", "\(path)/checknew?limit=0", as: token)["episodes"] == [])
  }

  @Test("a change of an episode takes values of the right type, keeps the item's date, and can be silent")
  func episodeChange() throws {
    let peer = ShelfPeer()
    let token = try peer.signIn()
    let show = try peer.item("Night Signals")
    let before = try peer.json("GET", "/api/items/\(show)?expanded=1", as: token)
    let episode = try #require(before["media"]?["episodes"]?[0])
    let path = "/api/podcasts/\(show)/episode/\(episode["id"]?.string ?? "")"
    let socket = try peer.openSocket(token)
    let wrong: JSONValue = ["title": 5, "publishedAt": "today", "season": .null]
    #expect(try peer.json("PATCH", path, as: token, body: wrong) == before)
    #expect(try peer.events(socket, named: "item_updated") == [])
    let after = try peer.json("PATCH", path, as: token, body: ["title": "Wires", "publishedAt": 1_700_000_000_000])
    let changed = after["media"]?["episodes"]?[0]
    #expect(changed?["title"] == "Wires" && changed?["publishedAt"] == 1_700_000_000_000)
    #expect(after["updatedAt"] == before["updatedAt"])
    #expect(try peer.events(socket, named: "item_updated").count == 1)
    let missing = try peer.send("PATCH", "/api/podcasts/\(show)/episode/none", as: token, body: ["title": "x"])
    #expect(missing.status == 404 && String(decoding: missing.body, as: UTF8.self) == "Episode not found")
  }

  @Test("an address that is none, and an import without a folder, are refused with the server's sentences")
  func refusedFeeds() throws {
    let peer = ShelfPeer()
    let token = try peer.signIn()
    func text(_ path: String, _ body: JSONValue) throws -> String {
      let answer = try peer.send("POST", path, as: token, body: body)
      return "\(answer.status) \(String(decoding: answer.body, as: UTF8.self))"
    }
    let invalid = try text("/api/podcasts/feed", ["rssFeed": "no address"])
    #expect(invalid == "400 Invalid request body. \"rssFeed\" must be a valid URL")
    let gone = try text("/api/podcasts/feed", ["rssFeed": "https://feeds.example.org/gone.xml"])
    #expect(gone == "404 Podcast RSS feed request failed or invalid response data")
    let nowhere = try text("/api/podcasts/opml/create", ["feeds": ["https://feeds.example.org/gone.xml"]])
    #expect(nowhere == "400 Invalid request body. \"libraryId\" and \"folderId\" are required")
  }
}
