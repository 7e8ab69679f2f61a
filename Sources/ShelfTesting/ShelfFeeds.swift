import Foundation
import MediaTesting

/// RSS feeds of items, series and collections. Administrators open and close these feeds, and anybody may read them without a sign-in.
extension ShelfState {
  static let feedRoutes = [
    ShelfRoute("POST", "/api/feeds/item/:item/open") { state, call in
      guard call.user.isAdmin else { return .shelfForbidden }
      guard let item = state.world.item(call["item"]) else { return .shelfNotFound }
      let tracks = item.isPodcast ? item.episodes.count : item.tracks.count
      return state.openFeed(call, type: "libraryItem", id: item.id, title: item.title, tracks: tracks)
    },
    ShelfRoute("POST", "/api/feeds/series/:series/open") { state, call in
      guard call.user.isAdmin else { return .shelfForbidden }
      guard let one = state.world.series.first(where: { $0["id"]?.string == call["series"] }) else {
        return .shelfNotFound
      }
      return state.openFeed(call, type: "series", id: call["series"], title: one["name"]?.string ?? "", tracks: 1)
    },
    ShelfRoute("POST", "/api/feeds/collection/:collection/open") { state, call in
      guard call.user.isAdmin else { return .shelfForbidden }
      guard let one = state.collections.first(where: { $0.id == call["collection"] }) else { return .shelfNotFound }
      return state.openFeed(call, type: "collection", id: one.id, title: one.name, tracks: one.entries.count)
    },
    ShelfRoute("POST", "/api/feeds/:id/close") { state, call in
      guard call.user.isAdmin else { return .shelfForbidden }
      guard let feed = state.world.feeds.removeValue(forKey: call["id"]) else { return .shelfNotFound }
      state.cache.dropAnswers()
      state.emitToAll("rss_feed_closed", ShelfWorld.shown(feed))
      return .shelfOK
    },
    feed("") { state, _, feed in state.rss(feed) },
    feed("/item/:episode/:file") { state, call, feed in
      let file = state.audio(in: feed).first { $0.id == call["episode"] }.flatMap { audio in
        audio.track["ino"]?.string.flatMap(audio.item.file)
      }
      return file.map { state.send($0, call, asAttachment: false) } ?? .shelfNotFound
    },
    feed("/cover.jpg") { state, call, feed in
      state.items(in: feed).first.map { state.cover(call, item: $0.id) } ?? .shelfNotFound
    },
  ]

  /// A route of one open feed. The route needs no sign-in.
  private static func feed(_ path: String, _ handler: @escaping ShelfHandlerOf<JSONValue>) -> ShelfRoute {
    ShelfRoute("GET", "/feed/:slug\(path)", .open) { state, call in
      guard let feed = state.world.feeds.values.first(where: { $0["slug"]?.string == call["slug"] }) else {
        return .shelfNotFound
      }
      return handler(&state, call, feed)
    }
  }

  private mutating func openFeed(
    _ call: ShelfCall, type: String, id: String, title: String, tracks: Int
  ) -> HTTPResponse {
    guard let address = call.body["serverAddress"]?.string, let slug = call.body["slug"]?.string, !slug.isEmpty else {
      return .shelfSentence("Invalid request body")
    }
    guard tracks > 0 else { return .shelfSentence("Item has no audio tracks") }
    guard !world.feeds.values.contains(where: { $0["slug"]?.string == slug }) else {
      return .shelfSentence("Slug already in use")
    }
    let feed: JSONValue = [
      "id": .string(random.uuid()), "slug": .string(slug), "entityType": .string(type), "entityId": .string(id),
      "feedUrl": .string("\(address)/feed/\(slug)"),
      "meta": [
        "title": .string(title), "description": .null, "preventIndexing": true, "ownerName": .null,
        "ownerEmail": .null,
      ],
    ]
    world.feeds[feed["id"]?.string ?? ""] = feed
    cache.dropAnswers()
    emitToAll("rss_feed_open", ShelfWorld.shown(feed))
    return .shelfJSON(["feed": ShelfWorld.shown(feed)])
  }

  // MARK: Reading

  /// The items whose audio is in a feed.
  private func items(in feed: JSONValue) -> [ShelfItemRow] {
    let id = feed["entityId"]?.string ?? ""
    switch feed["entityType"]?.string {
    case "series": return Self.inOrder(world.items, ofSeries: id)
    case "collection": return collections.first { $0.id == id }?.entries.compactMap { world.item($0) } ?? []
    default: return world.item(id).map { [$0] } ?? []
    }
  }

  /// An episode or a track in a feed.
  private struct Audio {
    let item: ShelfItemRow
    let id: String
    let title: String
    let track: JSONValue
  }

  private func audio(in feed: JSONValue) -> [Audio] {
    items(in: feed).flatMap { item -> [Audio] in
      if item.isPodcast {
        return item.episodes.map { Audio(item: item, id: $0.id, title: $0.title, track: $0.track) }
      }
      return item.tracks.map { track in
        Audio(item: item, id: track["ino"]?.string ?? "", title: track["title"]?.string ?? "", track: track)
      }
    }
  }

  private func rss(_ feed: JSONValue) -> HTTPResponse {
    let address = feed["feedUrl"]?.string ?? ""
    let entries = audio(in: feed).map { Self.entry($0, address) }
    let title = ShelfWire.escaped(feed["meta"]?["title"]?.string ?? "")
    return .shelfText(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?><rss version=\"2.0\"><channel><title>\(title)</title>"
        + "<link>\(ShelfWire.escaped(address))</link>" + entries.joined() + "</channel></rss>", type: "text/xml")
  }

  private static func entry(_ audio: Audio, _ address: String) -> String {
    let metadata = audio.track["metadata"]
    let url = ShelfWire.escaped("\(address)/item/\(audio.id)/media\(metadata?["ext"]?.string ?? "")")
    return "<item><title>\(ShelfWire.escaped(audio.title))</title><guid>\(audio.id)</guid><enclosure url=\"\(url)\" "
      + "length=\"\(metadata?["size"]?.int ?? 0)\" type=\"\(audio.track["mimeType"]?.string ?? "")\"/></item>"
  }
}

extension ShelfWorld {
  /// The open RSS feed of an item, a series or a collection, as it appears in answers and events; nil if no feed is open.
  func feed(of id: String) -> JSONValue? { feeds.values.first { $0["entityId"]?.string == id }.map(Self.shown) }

  /// Returns a feed as it appears in answers and events: without the member `slug`.
  static func shown(_ feed: JSONValue) -> JSONValue { feed.without("slug") }
}
