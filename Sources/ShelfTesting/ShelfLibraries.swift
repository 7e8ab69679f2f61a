import Foundation
import MediaTesting

/// Libraries as a whole.
extension ShelfState {
  func visibleItems(_ call: ShelfCall, in library: String) -> [ShelfItemRow] {
    world.items(in: library).filter { call.user.canSee($0) }
  }

  func libraryList(_ call: ShelfCall) -> HTTPResponse {
    let withStats = call.list("include").contains("stats")
    let libraries = world.libraries.filter { call.user.canSee(library: $0.id) }.map { library -> JSONValue in
      guard withStats else { return library.json }
      let items = world.items(in: library.id)
      let files = items.reduce(0) { $0 + ($1.isPodcast ? $1.episodes.count : $1.tracks.count) }
      return library.json.with(
        "stats",
        [
          "totalSize": .number(items.reduce(0) { $0 + $1.size }),
          "totalDuration": .number(items.reduce(0) { $0 + $1.duration }), "numAudioFiles": .count(files),
          "totalItems": .count(items.count),
        ])
    }
    return .shelfJSON(["libraries": .array(libraries)])
  }

  mutating func oneLibrary(_ call: ShelfCall, _ library: ShelfWorld.Library) -> HTTPResponse {
    guard call.list("include").contains("filterdata") else { return .shelfJSON(library.json) }
    let data = filterData(library)
    let playlists = playlists.filter { $0.userID == call.userID && $0.libraryID == library.id }
    return .shelfJSON([
      "filterdata": data, "issues": data["numIssues"] ?? 0, "numUserPlaylists": .count(playlists.count),
      "library": library.json,
    ])
  }

  // MARK: What filters can ask for

  /// The values to filter by, up to half an hour old.
  mutating func filterData(_ library: ShelfWorld.Library) -> JSONValue {
    if let kept = cache.filterData[library.id], kept.until > now { return kept.data }
    let items = world.items(in: library.id)
    func all(_ values: (ShelfItemRow) -> [String]) -> JSONValue {
      var seen: Set<String> = []
      return .strings(Self.natural(items.flatMap(values).filter { !$0.isEmpty && seen.insert($0).inserted }) { $0 })
    }
    func named(_ rows: [JSONValue]) -> [JSONValue] {
      Self.natural(rows) { $0["name"]?.string ?? "" }.map { ["id": $0["id"] ?? .null, "name": $0["name"] ?? .null] }
    }
    func text(_ key: String) -> JSONValue { all { [$0.metadata[key]?.string ?? ""] } }
    let authors = named(world.authors(in: library))
    let series = named(world.series(in: library))
    let decades = items.compactMap { $0.metadata["publishedYear"]?.string.flatMap { Int($0) } }.map { $0 / 10 * 10 }
    let data: JSONValue = [
      "authors": .array(authors), "genres": all(\.genres), "tags": all(\.tags), "series": .array(series),
      "narrators": all(\.narrators), "languages": text("language"),
      "publishers": library.isPodcast ? [] : text("publisher"),
      "publishedDecades": .strings(Set(decades).sorted().map(String.init)),
      "bookCount": .count(library.isPodcast ? 0 : items.count), "authorCount": .count(authors.count),
      "seriesCount": .count(series.count), "podcastCount": .count(library.isPodcast ? items.count : 0),
      "numIssues": .count(items.filter(\.hasIssues).count), "loadedAt": .integer(now),
    ]
    cache.filterData[library.id] = (data, now + 1_800_000)
    return data
  }

  func narrators(_ call: ShelfCall, _ library: ShelfWorld.Library) -> [JSONValue] {
    let counted = Self.counted(world.items(in: library.id).flatMap(\.narrators))
    return Self.natural(counted) { $0.0 }.map { name, count in
      let id = Data(name.utf8).base64EncodedString().addingPercentEncoding(withAllowedCharacters: .alphanumerics)
      return ["id": .text(id), "name": .string(name), "numBooks": .count(count)]
    }
  }

  /// The elements sorted by a text, regardless of case and accents.
  static func natural<Element>(_ elements: [Element], by text: (Element) -> String) -> [Element] {
    elements.sorted(
      by: { [ShelfKey(text($0).folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil))] },
      descending: false)
  }

  /// Each different text with its count, in the order in which the database groups texts: by their bytes.
  static func grouped(_ texts: [String]) -> [(String, Int)] {
    counted(texts).sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }
  }

  /// Each different text with its count, in the order of first appearance.
  static func counted(_ texts: [String]) -> [(String, Int)] {
    var counts: [String: Int] = [:]
    var order: [String] = []
    for text in texts {
      if counts[text] == nil { order.append(text) }
      counts[text, default: 0] += 1
    }
    return order.map { ($0, counts[$0] ?? 0) }
  }

  // MARK: Recent episodes

  func recentEpisodes(_ call: ShelfCall, _ library: ShelfWorld.Library) -> HTTPResponse {
    guard library.isPodcast else { return .shelfNotFound }
    let user = users[call.userID]
    var found: [(item: ShelfItemRow, episode: ShelfEpisode)] = []
    if call.limit > 0 {
      for item in visibleItems(call, in: library.id) {
        for episode in item.episodes where user?.progress(media: episode.id)?.isFinished != true {
          found.append((item, episode))
        }
      }
      found.sort { ($0.episode.publishedAt ?? -.infinity) > ($1.episode.publishedAt ?? -.infinity) }
    }
    let episodes = call.page(of: found).map { entry in
      let podcast = (entry.item.old["media"] ?? [:]).with("episodes", [])
      return entry.episode.expanded.with("podcast", podcast).with("libraryId", .string(library.id))
    }
    return .shelfJSON(["episodes": .array(episodes), "limit": .count(call.limit), "page": .count(call.page)])
  }

  func podcastTitles(_ call: ShelfCall, _ library: ShelfWorld.Library) -> HTTPResponse {
    guard call.user.isAdmin else { return .shelfForbidden }
    let titles = world.items(in: library.id).filter(\.isPodcast).map { item -> JSONValue in
      [
        "title": .string(item.title), "itunesId": item.metadata["itunesId"] ?? .null,
        "libraryItemId": .string(item.id), "libraryId": .string(library.id),
      ]
    }
    return .shelfJSON(["podcasts": .array(titles)])
  }

  /// The podcasts as OPML; podcasts without a feed are left out.
  func opml(_ library: ShelfWorld.Library) -> HTTPResponse {
    let podcasts = world.items(in: library.id).filter(\.isPodcast).compactMap { item -> String? in
      guard let address = item.metadata["feedUrl"]?.string, !address.isEmpty else { return nil }
      let title = ShelfWire.escaped(item.title)
      let feed = ShelfWire.escaped(address)
      return "<outline type=\"rss\" text=\"\(title)\" title=\"\(title)\" xmlUrl=\"\(feed)\"/>"
    }
    return .shelfText(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?><opml version=\"1.0\"><head/><body>"
        + podcasts.joined() + "</body></opml>", type: "application/xml")
  }

  /// The feed of a podcast in the world; other feeds cannot be fetched without a network.
  func podcastFeed(_ call: ShelfCall) -> HTTPResponse {
    guard call.user.isAdmin else { return .shelfForbidden }
    guard let url = call.body["rssFeed"]?.string, Self.isFeed(url) else {
      return .shelfSentence("Invalid request body. \"rssFeed\" must be a valid URL")
    }
    guard let item = world.items.first(where: { $0.isPodcast && $0.metadata["feedUrl"]?.string == url }) else {
      return .shelfSentence("Podcast RSS feed request failed or invalid response data", status: 404)
    }
    return .shelfJSON(["podcast": ["metadata": item.metadata, "episodes": .array(world.announced[url] ?? [])]])
  }

  // MARK: Statistics

  func libraryStats(_ call: ShelfCall, _ library: ShelfWorld.Library) -> JSONValue {
    let items = world.items(in: library.id)
    func top(_ value: (ShelfItemRow) -> Double, _ key: String) -> JSONValue {
      let sorted = items.sorted(by: { [.number(value($0))] }, descending: true).prefix(10)
      return .array(sorted.map { ["id": .string($0.id), "title": .string($0.title), key: .number(value($0))] })
    }
    let genres = Self.grouped(items.flatMap(\.genres)).sorted(by: { [.number(Double($0.1))] }, descending: true)
    var stats: JSONValue = [
      "totalItems": .count(items.count), "totalSize": .number(items.reduce(0) { $0 + $1.size }),
      "totalDuration": .number(items.reduce(0) { $0 + $1.duration }),
      "numAudioTracks": .count(items.reduce(0) { $0 + $1.tracks.count + $1.episodes.count }),
      "largestItems": top(\.size, "size"), "longestItems": top(\.duration, "duration"),
      "totalGenres": .count(genres.count),
      "genresWithCount": .array(genres.map { ["genre": .string($0.0), "count": .count($0.1)] }),
    ]
    if !library.isPodcast {
      let authors = world.authors(in: library)
      stats["totalAuthors"] = .count(authors.count)
      // Start in the order of ids, as the real server does, and leave out authors without a book.
      let ids = authors.compactMap { $0["id"]?.string }.sorted()
      let counted = ids.compactMap { world.author($0) }.map { (author: $0, count: numBooks($0, items)) }
      let sorted = counted.filter { $0.count > 0 }.sorted(by: { [.number(Double($0.count))] }, descending: true)
      stats["authorsWithCount"] = .array(
        sorted.prefix(10).map { author, count in
          ["id": author["id"] ?? .null, "name": author["name"] ?? .null, "count": .count(count)]
        })
    }
    return stats
  }
}
