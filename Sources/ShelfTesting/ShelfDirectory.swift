import Foundation
import MediaTesting

/// Podcasts of a public directory and of OPML files.
extension ShelfState {
  static let directoryRoutes = [
    ShelfRoute("GET", "/api/search/podcast") { state, call in
      guard let term = call.query["term"], !term.isEmpty else {
        return .shelfJSON(["error": "Invalid request query param \"term\" is required"], status: 400)
      }
      let found = state.world.directory.filter { one in
        one["title"]?.string?.lowercased().contains(term.lowercased()) ?? false
      }
      return .shelfJSON(.array(found))
    },
    ShelfRoute("POST", "/api/podcasts/opml/parse") { _, call in
      guard call.user.isAdmin else { return .shelfForbidden }
      guard let text = call.body["opmlText"]?.string, !text.isEmpty else { return .shelfStatus(400) }
      return .shelfJSON(["feeds": .array(feeds(inOPML: text))])
    },
    ShelfRoute("POST", "/api/podcasts/opml/create") { $0.addFeeds($1) },
  ]

  /// Whether a text can be the address of a feed.
  static func isFeed(_ text: String) -> Bool { text.hasPrefix("http://") || text.hasPrefix("https://") }

  /// The outlines that have the address of a feed.
  private static func feeds(inOPML text: String) -> [JSONValue] {
    text.components(separatedBy: "<outline ").dropFirst().compactMap { outline in
      func value(_ name: String) -> String? {
        outline.components(separatedBy: "\(name)=\"").dropFirst().first?.components(separatedBy: "\"").first
      }
      guard let address = value("xmlUrl") else { return nil }
      return ["title": .string(value("title") ?? value("text") ?? ""), "feedUrl": .string(address)]
    }
  }

  /// Adds the podcasts after the answer on a real server; a feed that cannot be read is not added. Here the directory knows the feeds.
  private mutating func addFeeds(_ call: ShelfCall) -> HTTPResponse {
    guard call.user.isAdmin else { return .shelfForbidden }
    let feeds = call.body["feeds"]?.texts ?? []
    guard !feeds.isEmpty, feeds.allSatisfy(Self.isFeed) else {
      return .shelfSentence("Invalid request body. \"feeds\" must be an array of RSS feed URLs")
    }
    guard call.body["libraryId"].isTruthy, call.body["folderId"].isTruthy else {
      return .shelfSentence("Invalid request body. \"libraryId\" and \"folderId\" are required")
    }
    guard let library = world.library(call.body["libraryId"]?.string ?? ""),
      library.json["folders"]?.array?.contains(where: { $0["id"] == call.body["folderId"] }) == true
    else { return .shelfSentence("Folder not found", status: 404) }
    var added: [String] = []
    for feed in feeds {
      let isKnown = world.items.contains { $0.metadata["feedUrl"]?.string == feed }
      guard !isKnown, let found = world.directory.first(where: { $0["feedUrl"]?.string == feed }) else { continue }
      added.append(
        world.addPodcast(
          in: library.id, title: found["title"]?.string ?? "", author: found["artistName"]?.string, hasCover: false,
          addedDaysAgo: 0, feed: feed))
    }
    worldChanged()
    for item in added.compactMap({ world.item($0) }) { emit("item_added", item: item) }
    return .shelfOK
  }
}

extension ShelfWorld {
  /// Adds a podcast to the public directory that the server searches for podcasts.
  public mutating func addToDirectory(title: String, author: String, feed: String) {
    directory.append([
      "id": .count(1_500_000_000 + directory.count), "artistId": .null, "title": .string(title),
      "artistName": .string(author), "description": "", "descriptionPlain": "", "releaseDate": "2026-11-20T09:00:00Z",
      "genres": ["Podcasts", "Technology"], "cover": "https://cdn.example.org/600x600bb.jpg", "trackCount": 12,
      "feedUrl": .string(feed), "pageUrl": "https://podcasts.example.org/show", "explicit": false,
    ])
  }

  /// Adds an episode to the feed of a podcast that is on the server. The server has not downloaded this episode.
  public mutating func announce(_ title: String, of podcast: String) {
    guard let feed = item(podcast)?.metadata["feedUrl"]?.string else { return }
    let address = "https://cdn.example.org/\(newID("announced")).mp3"
    announced[feed, default: []].insert(
      [
        "title": .string(title), "subtitle": "", "description": "", "descriptionPlain": "", "guid": .string(address),
        "pubDate": "Thu, 26 Nov 2026 09:00:00 +0000", "episodeType": "full", "season": "", "episode": "", "author": "",
        "duration": "1200", "explicit": "", "publishedAt": .number(milliseconds(daysAgo: 0)),
        "enclosure": ["url": .string(address), "type": "audio/mpeg", "length": "9600000"],
      ], at: 0)
  }
}
