import Foundation
import MediaTesting

/// The `filter` of a list: a group, and for most groups a value in base64.
struct ShelfFilter {
  private static let valued = [
    "genres", "tags", "series", "authors", "progress", "narrators", "publishers", "publishedDecades", "missing",
    "languages", "tracks", "ebooks",
  ]
  private static let ofPodcasts: Set<String> = [
    "genres", "tags", "languages", "explicit", "issues", "feed-open", "recent",
  ]

  /// The group; nil if everything matches.
  let group: String?
  let value: String

  init(_ text: String?, isPodcast: Bool) {
    let text = text ?? ""
    var group: String? = text.isEmpty ? nil : text
    var value = ""
    if let valued = Self.valued.first(where: { text.hasPrefix($0 + ".") }) {
      group = valued
      let encoded = String(text.dropFirst(valued.count + 1))
      let plain = (encoded.removingPercentEncoding ?? encoded).filter { $0 != "=" && $0 != " " }
      let padded = plain + String(repeating: "=", count: (4 - plain.count % 4) % 4)
      value = Data(base64Encoded: padded).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
    self.group = isPodcast && group.map(Self.ofPodcasts.contains) != true ? nil : group
    self.value = value
  }

  /// The filter's series with this book's place in it; nil if the book is not in it.
  func seriesLink(of item: ShelfItemRow) -> ShelfItemRow.Named? {
    group == "series" ? item.series.first { $0.id == value } : nil
  }

  func matches(_ item: ShelfItemRow, in world: ShelfWorld, user: ShelfUser?, now: Int64) -> Bool {
    guard let group else { return true }
    switch group {
    case "genres": return item.genres.contains(value)
    case "tags": return item.tags.contains(value)
    case "narrators": return item.narrators.contains(value)
    case "authors": return item.authors.contains { $0.id == value }
    case "series": return value == "no-series" ? item.series.isEmpty : seriesLink(of: item) != nil
    case "publishers": return item.metadata["publisher"]?.string == value
    case "languages": return item.metadata["language"]?.string == value
    case "publishedDecades":
      guard let decade = Int(value), let year = item.metadata["publishedYear"]?.string.flatMap({ Int($0) }) else {
        return false
      }
      return decade <= year && year - 10 < decade
    case "progress": return Self.matches(value, user?.progress(media: item.mediaID), hasEbook: item.ebook != nil)
    case "missing": return isMissing(value, in: item)
    case "tracks":
      return value == "none" ? item.tracks.isEmpty : value == "single" ? item.tracks.count == 1 : item.tracks.count > 1
    case "ebooks": return matchesEbook(item)
    case "issues": return item.hasIssues
    case "recent": return item.addedAt > Double(now) - 60 * 86_400_000
    case "explicit": return item.isExplicit
    case "abridged": return item.metadata["abridged"]?.bool == true
    case "feed-open": return world.feed(of: item.id) != nil
    case "share-open": return world.shares.values.contains { $0.item == item.id }
    default: return true
    }
  }

  static func matches(_ value: String, _ record: ShelfProgress?, hasEbook: Bool) -> Bool {
    let isFinished = record?.isFinished ?? false
    switch value {
    case "finished": return isFinished
    case "not-finished": return !isFinished
    case "not-started": return !isFinished && record?.isAudioStarted != true
    case "in-progress": return !isFinished && record?.isStarted == true
    case "audio-in-progress": return !isFinished && record?.isAudioStarted == true
    case "ebook-in-progress": return !isFinished && record?.isEbookStarted == true
    case "ebook-finished": return isFinished && hasEbook
    default: return true
    }
  }

  private func isMissing(_ field: String, in item: ShelfItemRow) -> Bool {
    switch field {
    case "authors": return item.authors.isEmpty
    case "series": return item.series.isEmpty
    case "genres": return item.genres.isEmpty
    case "tags": return item.tags.isEmpty
    case "narrator", "narrators": return item.narrators.isEmpty
    case "cover": return item.coverPath == nil
    case "chapters": return item.chapters.array?.isEmpty ?? true
    default: return (item.metadata[field]?.string ?? "").isEmpty
    }
  }

  private func matchesEbook(_ item: ShelfItemRow) -> Bool {
    let hasSupplement = item.expanded["libraryFiles"]?.array?.contains { $0["isSupplementary"]?.bool == true } ?? false
    switch value {
    case "ebook": return item.ebook != nil
    case "no-ebook": return item.ebook == nil
    case "supplementary": return hasSupplement
    case "no-supplementary": return !hasSupplement
    default: return true
    }
  }
}

/// A sort key in the order of the server's database: null, numbers, text without regard to the case of ASCII letters.
enum ShelfKey: Comparable {
  case null
  case number(Double)
  case text([UInt8])

  init(_ number: Double?) { self = number.map(ShelfKey.number) ?? .null }

  init(_ text: String?) {
    self = text.map { .text($0.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }) } ?? .null
  }

  static func < (a: ShelfKey, b: ShelfKey) -> Bool {
    switch (a, b) {
    case (.null, .null): false
    case (.null, _): true
    case (_, .null): false
    case (.number(let x), .number(let y)): x < y
    case (.number, .text): true
    case (.text, .number): false
    case (.text(let x), .text(let y)): x.lexicographicallyPrecedes(y)
    }
  }
}

extension Array {
  /// The elements sorted by several keys; equal elements keep their order, also when descending.
  func sorted(by keys: (Element) -> [ShelfKey], descending: Bool) -> [Element] {
    let keyed = enumerated().map { (offset: $0.offset, keys: keys($0.element), element: $0.element) }
    return keyed.sorted { a, b in
      for (x, y) in zip(a.keys, b.keys) {
        if x < y { return !descending }
        if y < x { return descending }
      }
      return a.offset < b.offset
    }.map(\.element)
  }
}
