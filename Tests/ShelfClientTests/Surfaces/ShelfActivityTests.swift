import Foundation
import MediaCore
import Testing

@testable import ShelfClient

@Suite("Hand-off and the system's search")
struct ShelfActivityTests {
  private let episode = PlayableID(libraryItemId: "li_1", episodeId: "ep_2")

  @Test("what plays is read back on another device with its place")
  func playing() throws {
    let start = Date(timeIntervalSince1970: 1_800_000_000)
    let now = NowPlayingSnapshot(
      id: episode, kind: .podcast, title: "Oats", author: "Ada", coverURL: nil, position: 60, duration: 600,
      speed: PlaybackSpeed(1.5), isPlaying: true, chapter: nil, skipForward: 15, skipBackward: 15, sleepsAt: nil,
      asOf: start)
    let activity = ShelfActivity(now, at: start + 10, server: URL(string: "https://abs.example.com/books"))
    #expect(activity.title == "Oats" && activity.position == 75)
    #expect(activity.userInfo == ["v": "1", "id": "li_1/ep_2", "position": "75.0"])
    let back = try #require(ShelfActivity(type: ShelfActivity.type, userInfo: activity.userInfo))
    #expect(back.id == episode && back.position == 75)
    #expect(try JSONDecoder().decode(ShelfActivity.self, from: JSONEncoder().encode(activity)) == activity)
    let unplaced = ShelfActivity(id: episode, title: "Oats", position: .nan)
    #expect(unplaced.position == nil && unplaced.userInfo == ["v": "1", "id": "li_1/ep_2"])
    #expect(ShelfActivity(type: ShelfActivity.type, userInfo: unplaced.userInfo)?.position == nil)
  }

  @Test("the web page has the item's path, and neither credentials nor a query")
  func webPage() throws {
    func page(_ server: String) -> String? {
      ShelfActivity(id: episode, title: "", server: URL(string: server)).webPage?.absoluteString
    }
    #expect(page("https://abs.example.com:8443/books/") == "https://abs.example.com:8443/books/item/li_1")
    #expect(page("https://ada:secret@abs.example.com?token=secret#x") == "https://abs.example.com/item/li_1")
    #expect(page("file:///etc") == nil)
    #expect(ShelfActivity(id: episode, title: "").webPage == nil)
    let odd = PlayableID(libraryItemId: "..")
    #expect(ShelfActivity(id: odd, title: "", server: URL(string: "https://abs.example.com")).webPage == nil)
  }

  @Test(
    "foreign and damaged values are no activity",
    arguments: [
      [:], ["id": "li_1"], ["v": "2", "id": "li_1"], ["v": "1"], ["v": "1", "id": ""], ["v": "1", "id": "li_1/../x"],
      ["v": "1", "id": "li_1", "position": "soon"], ["v": "1", "id": "li_1", "position": "-1"],
      ["v": "1", "id": "li_1", "position": "nan"], ["v": "1", "id": "li_1", "position": "1e99"],
    ])
  func damaged(info: [String: String]) {
    #expect(ShelfActivity(type: ShelfActivity.type, userInfo: info) == nil)
  }

  @Test("another activity's type and values of other types are no activity")
  func foreign() {
    let info = ShelfActivity(id: episode, title: "").userInfo
    #expect(ShelfActivity(type: "com.example.other", userInfo: info) == nil)
    #expect(ShelfActivity(type: ShelfActivity.type, userInfo: nil) == nil)
    #expect(ShelfActivity(type: ShelfActivity.type, userInfo: ["v": 1, "id": "li_1"]) == nil)
    #expect(ShelfActivity(type: ShelfActivity.type, userInfo: ["v": "1", "id": "li_1", "position": 5]) == nil)
  }

  @Test("a row becomes an item of the system's search, and its choice is read back")
  func search() throws {
    var row = ShelfRow(id: "li_1/ep_2", kind: .episode, title: "Oats")
    #expect(ShelfSearchItem(row) == nil && ShelfActivity(row) == nil)
    (row.subtitle, row.playable, row.duration) = ("Ada", episode, 600)
    let item = try #require(ShelfSearchItem(row, keywords: ["Food", "Ada", "", "Food"]))
    #expect(item.id == "shelf/li_1/ep_2" && item.title == "Oats" && item.author == "Ada" && item.duration == 600)
    #expect(item.keywords == ["Ada", "Food"])
    #expect(ShelfActivity(row, position: 5)?.position == 5)
    let entry = with(QueueEntry(id: PlayableID(libraryItemId: "li_9"), title: "Book")) {
      $0.artwork = Artwork(.item("li_9"), updatedAt: nil)
    }
    let book = ShelfSearchItem(entry)
    #expect(book.id == "shelf/li_9" && book.keywords == [] && book.artwork == entry.artwork)
    let found: [AnyHashable: Any] = ["kCSSearchableItemActivityIdentifier": item.id]
    #expect(ShelfActivity(type: "com.apple.corespotlightitem", userInfo: found)?.id == episode)
    for other in ["li_1", "shelf/", "shelf/..", "tally/1", ""] {
      #expect(ShelfSearchItem.playable(of: other) == nil, "\(other)")
    }
  }
}
