import Foundation
import MediaCore
import MediaTesting
import Testing

@testable import ShelfTesting

@Suite("Shares, feeds and e-readers of FakeShelfServer")
struct ShelfPublishingWireTests {
  private let peer = ShelfPeer()

  private func openFeed(_ peer: ShelfPeer, _ path: String, _ slug: String, as token: String) throws -> JSONValue {
    let body: JSONValue = ["serverAddress": "http://shelf.test", "slug": .string(slug)]
    return try #require(try peer.json("POST", "/api/feeds/\(path)/open", as: token, body: body)["feed"])
  }

  @Test("shelves show open feeds if the request includes them, and a feed has no member for its slug")
  func shelves() throws {
    let token = try peer.signIn()
    let book = try peer.item("Field Notes")
    let series = try #require(peer.world.series.first?["id"]?.string)
    let feed = try openFeed(peer, "item/\(book)", "notes", as: token)
    #expect(feed.object?.keys.sorted() == ["entityId", "entityType", "feedUrl", "id", "meta"])
    #expect(feed["feedUrl"] == "http://shelf.test/feed/notes" && feed["entityType"] == "libraryItem")
    let other = try openFeed(peer, "series/\(series)", "lantern", as: token)
    let path = "/api/libraries/\(peer.world.libraryIDs[0])/personalized"
    func feeds(_ query: String) throws -> [String: [JSONValue]] {
      let shelves = try peer.json("GET", path + query, as: token).array ?? []
      return Dictionary(
        uniqueKeysWithValues: shelves.map { shelf in
          (shelf["id"]?.string ?? "", (shelf["entities"]?.array ?? []).compactMap { $0["rssFeed"] })
        })
    }
    let included = try feeds("?include=rssfeed")
    #expect(included["recently-added"] == [feed] && included["recent-series"] == [other])
    #expect(included["newest-authors"] == [])
    #expect(try feeds("").values.allSatisfy(\.isEmpty))
    let item = try peer.json("GET", "/api/items/\(book)?expanded=1&include=rssfeed", as: token)
    #expect(item["rssFeed"] == feed)
  }

  @Test("opening and closing a feed is sent to everybody, and anybody can read an open feed")
  func feeds() throws {
    let token = try peer.signIn()
    let socket = try peer.openSocket(try peer.signIn("grace"))
    let show = try peer.item("Night Signals")
    let feed = try openFeed(peer, "item/\(show)", "night", as: token)
    #expect(try peer.events(socket) == [["rss_feed_open", feed]])
    let read = try peer.send("GET", "/feed/night")
    #expect(read.status == 200 && read.fields["Content-Type"] == "text/xml; charset=utf-8")
    let text = String(decoding: read.body, as: UTF8.self)
    #expect(text.contains("<channel><title>Night Signals</title>"))
    let episode = peer.world.episodeIDs(of: show)[0]
    #expect(text.contains("<title>Valves and Wires</title>"))
    #expect(text.contains("<enclosure url=\"http://shelf.test/feed/night/item/\(episode)/media.mp3\""))
    let audio = try peer.send("GET", "/feed/night/item/\(episode)/media.mp3", fields: ["Range": "bytes=0-9"])
    #expect(audio.status == 206 && audio.fields["Content-Type"] == "audio/mpeg" && audio.body.count == 10)
    #expect(try peer.send("GET", "/feed/night/item/other/media.mp3").status == 404)
    #expect(try peer.send("GET", "/feed/night/cover.jpg").fields["Content-Type"] == "image/jpeg")
    #expect(try peer.send("POST", "/api/feeds/\(feed["id"]?.string ?? "")/close", as: token).status == 200)
    #expect(try peer.events(socket) == [["rss_feed_closed", feed]])
    #expect(try peer.send("GET", "/feed/night").status == 404)
  }

  @Test("a share has a whole session whose tracks need no sign-in, and a start counts only for a new session")
  func share() throws {
    var world = ShelfWorld.sample
    let book = try #require(world.itemID(titled: "The Salt Clock"))
    world.share(book, slug: "summer")
    let peer = ShelfPeer(world: world)
    let opened = try peer.send("GET", "/public/share/summer?t=600")
    let session = try #require(try JSONValue(parsing: opened.body)["playbackSession"])
    #expect(session["displayTitle"] == "The Salt Clock" && session["displayAuthor"] == "Ursula Ode")
    #expect(session["libraryItemId"]?.string == book && session["userId"] == .null && session["playMethod"] == 0)
    #expect(session["duration"] == 5401 && session["chapters"]?.array?.count == 4)
    #expect(session["currentTime"] == 600 && session["startTime"] == 600)
    let addresses = (session["audioTracks"]?.array ?? []).compactMap { $0["contentUrl"]?.string }
    #expect(addresses == (1...3).map { "/audiobookshelf/public/share/summer/track/\($0)" })
    let cookie: HTTPFields = ["Cookie": opened.fields["Set-Cookie"]?.components(separatedBy: ";")[0] ?? ""]
    #expect(try peer.send("GET", addresses[1], fields: cookie).status == 200)
    let again = try JSONValue(parsing: peer.send("GET", "/public/share/summer?t=60", fields: cookie).body)
    #expect(again["playbackSession"] == session)
    let body: JSONValue = ["currentTime": 700]
    let saved = try peer.send("PATCH", "/public/share/summer/progress", body: body, fields: cookie)
    #expect(saved.status == 204)
    let later = try JSONValue(parsing: peer.send("GET", "/public/share/summer", fields: cookie).body)
    #expect(later["playbackSession"]?["currentTime"] == 700 && later["playbackSession"]?["startTime"] == 600)
    #expect(peer.server.sharePositions == [700])
    peer.server.restart()
    #expect(peer.server.sharePositions == [])
    #expect(try peer.send("GET", addresses[1], fields: cookie).status == 404)
    let fresh = try JSONValue(parsing: peer.send("GET", "/public/share/summer", fields: cookie).body)
    #expect(fresh["playbackSession"]?["currentTime"] == 0)
  }

  @Test("only administrators receive that a share is made, and that it ends by request or by its date")
  func shareEvents() async throws {
    let token = try peer.signIn()
    let admin = try peer.openSocket(token)
    let user = try peer.openSocket(try peer.signIn("grace"))
    _ = try peer.events(admin)
    let book = try #require(peer.world.item(try peer.item("Field Notes")))
    func make(until end: Double) throws -> JSONValue {
      try peer.json(
        "POST", "/api/share/mediaitem", as: token,
        body: [
          "slug": "notes", "mediaItemType": "book", "mediaItemId": .string(book.mediaID), "expiresAt": .number(end),
          "isDownloadable": false,
        ])
    }
    let share = try make(until: 0)
    #expect(try peer.events(admin) == [["share_open", share]])
    #expect(try peer.send("DELETE", "/api/share/mediaitem/\(share["id"]?.string ?? "")", as: token).status == 204)
    #expect(try peer.events(admin) == [["share_closed", share]])
    let short = try make(until: (peer.clock.now().timeIntervalSince1970 + 1) * 1000)
    _ = try peer.events(admin)
    await peer.clock.advance(by: .seconds(2))
    #expect(try peer.send("GET", "/public/share/notes").status == 404)
    #expect(try peer.events(admin).map { $0[1]?["id"] } == [short["id"]])
    #expect(try peer.events(user) == [])
  }

  @Test("new e-readers of an account are sent to its own devices")
  func readers() throws {
    let token = try peer.signIn()
    let own = try peer.openSocket(token)
    let stranger = try peer.openSocket(try peer.signIn("grace"))
    _ = try peer.events(own)
    let user = try #require(try peer.json("GET", "/api/me", as: token)["id"])
    let reader: JSONValue = [
      "name": "Kobo", "email": "kobo@reader.example", "availabilityOption": "specificUsers", "users": [user],
    ]
    let answer = try peer.json("POST", "/api/me/ereader-devices", as: token, body: ["ereaderDevices": [reader]])
    #expect(answer == ["ereaderDevices": [reader]])
    #expect(try peer.events(own) == [["ereader-devices-updated", answer]])
    #expect(try peer.events(stranger) == [])
  }
}
