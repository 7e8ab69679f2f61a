import Foundation
import MediaTesting

/// A text pattern as in the server's database: matches anywhere, with `%` and `_` as wildcards, regardless of case, and regardless of
/// accents unless the query has some.
struct ShelfPattern {
  private let parts: [[Unicode.Scalar]]
  private let foldsAccents: Bool

  init(_ query: String) {
    let lower = Self.lowered(query)
    let plain = Self.withoutAccents(lower)
    foldsAccents = plain == lower
    parts = lower.split(separator: "%", omittingEmptySubsequences: true).map { Array($0.unicodeScalars) }
  }

  private static func lowered(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { (0x41...0x5A).contains($0.value) ? Unicode.Scalar(UInt8($0.value) | 0x20) : $0 }))
  }

  private static func withoutAccents(_ text: String) -> String {
    text.utf8.allSatisfy { $0 < 0x80 } ? text : text.folding(options: .diacriticInsensitive, locale: nil)
  }

  func matches(_ text: String?) -> Bool {
    guard let text else { return false }
    let prepared = foldsAccents ? Self.lowered(Self.withoutAccents(text)) : Self.lowered(text)
    let scalars = Array(prepared.unicodeScalars)
    var start = 0
    for part in parts {
      guard let found = Self.find(part, in: scalars, from: start) else { return false }
      start = found + part.count
    }
    return true
  }

  private static func find(_ part: [Unicode.Scalar], in text: [Unicode.Scalar], from start: Int) -> Int? {
    guard part.count <= text.count else { return nil }
    return (start..<max(start, text.count - part.count + 1)).first { place in
      part.indices.allSatisfy { part[$0] == "_" || text[place + $0] == part[$0] }
    }
  }
}

extension ShelfState {
  func search(_ call: ShelfCall, _ library: ShelfWorld.Library) -> HTTPResponse {
    guard let query = call.query["q"], !query.isEmpty else {
      return .shelfSentence("Invalid request. Query param \"q\" must be a string")
    }
    let limit = call.positive("limit", 12)
    let pattern = ShelfPattern(query.trimmingCharacters(in: .whitespaces))
    let items = visibleItems(call, in: library.id)
    func counts(_ values: (ShelfItemRow) -> [String], _ key: String) -> JSONValue {
      let found = Self.grouped(items.flatMap(values)).filter { pattern.matches($0.0) }
      return .array(found.prefix(limit).map { ["name": .string($0.0), key: .count($0.1)] })
    }
    let tags = counts(\.tags, "numItems")
    let genres = counts(\.genres, "numItems")
    func finds(_ item: ShelfItemRow, _ keys: [String]) -> Bool {
      keys.contains { pattern.matches(item.metadata[$0]?.string) }
    }
    if library.isPodcast {
      let podcasts = items.filter { finds($0, ["title", "author", "itunesId", "itunesArtistId"]) }.prefix(limit)
      let episodes = items.flatMap { item in item.episodes.map { (item, $0) } }
        .filter { pattern.matches($0.1.title) || pattern.matches($0.1.expanded["subtitle"]?.string) }.prefix(limit)
      return .shelfJSON([
        "podcast": .array(podcasts.map { ["libraryItem": $0.expandedWithoutEpisodes] }), "tags": tags, "genres": genres,
        "episodes": .array(
          episodes.map { item, episode in
            ["libraryItem": item.expandedWithoutEpisodes.with("recentEpisode", episode.expanded)]
          }),
      ])
    }
    let books = items.filter { finds($0, ["title", "subtitle", "asin", "isbn"]) }.prefix(limit)
    let authors = world.authors(in: library).filter { pattern.matches($0["name"]?.string) }.prefix(limit)
    let series = world.series(in: library).filter { pattern.matches($0["name"]?.string) }.prefix(limit)
    return .shelfJSON([
      "book": .array(books.map { ["libraryItem": $0.expanded] }), "narrators": counts(\.narrators, "numBooks"),
      "tags": tags, "genres": genres, "series": .array(series.map { found($0, items) }),
      "authors": .array(authors.map { $0.without("lastFirst").with("numBooks", .count(numBooks($0, items))) }),
    ])
  }

  /// A found series with its books, which have neither authors nor series.
  private func found(_ series: JSONValue, _ items: [ShelfItemRow]) -> JSONValue {
    let id = series["id"]?.string
    let books = items.filter { $0.series.contains { $0.id == id } }.map { item -> JSONValue in
      let metadata = item.oldMetadata.with("authors", []).with("series", [])
      return item.old.with("media", (item.old["media"] ?? [:]).with("metadata", metadata))
    }
    return ["series": series, "books": .array(books)]
  }
}
