import Foundation
import MediaTesting

/// A library item in the forms in which the server shows it, and what lists sort and filter by.
struct ShelfItemRow: Sendable {
  /// An author, or a series with the item's place in it.
  struct Named: Sendable {
    let id: String
    let name: String
    let sequence: String?

    var order: Double { sequence.flatMap { Double($0) } ?? .infinity }
  }

  struct File: Sendable {
    let ino: String
    let name: String
    let type: String
    let path: String
    let size: Int
    let modifiedAt: Int64
  }

  let expanded: JSONValue
  let minified: JSONValue
  let old: JSONValue
  let id: String
  let libraryID: String
  let mediaID: String
  let isPodcast: Bool
  let duration: Double
  let authors: [Named]
  let series: [Named]
  let episodes: [ShelfEpisode]
  let files: [File]

  var metadata: JSONValue { expanded["media"]?["metadata"] ?? [:] }
  var title: String { metadata["title"]?.string ?? "" }
  var titleIgnoringPrefix: String { metadata["titleIgnorePrefix"]?.string ?? title }
  var genres: [String] { metadata["genres"]?.texts ?? [] }
  var isExplicit: Bool { metadata["explicit"]?.bool ?? false }
  var tags: [String] { expanded["media"]?["tags"]?.texts ?? [] }
  var size: Double { expanded["size"]?.double ?? 0 }
  var addedAt: Double { expanded["addedAt"]?.double ?? 0 }
  var oldMetadata: JSONValue { old["media"]?["metadata"] ?? [:] }
  var chapters: JSONValue { expanded["media"]?["chapters"] ?? [] }
  var isMissing: Bool { expanded["isMissing"]?.bool ?? false }
  var isSingleFile: Bool { expanded["isFile"]?.bool ?? false }
  var updatedAt: Double { expanded["updatedAt"]?.double ?? 0 }
  var coverPath: String? { expanded["media"]?["coverPath"]?.string }
  var narrators: [String] { metadata["narrators"]?.texts ?? [] }
  var tracks: [JSONValue] { expanded["media"]?["tracks"]?.array ?? [] }
  var ebook: File? { expanded["media"]?["ebookFile"].flatMap(File.init) }
  var hasIssues: Bool { isMissing || expanded["isInvalid"]?.bool == true }

  /// - Parameter expanded: the item as `GET /api/items/{id}?expanded=1` gives it.
  init?(expanded: JSONValue) {
    guard let id = expanded["id"]?.string, let media = expanded["media"], let metadata = media["metadata"] else {
      return nil
    }
    let isPodcast = expanded["mediaType"]?.string == "podcast"
    self.expanded = expanded
    self.id = id
    self.isPodcast = isPodcast
    libraryID = expanded["libraryId"]?.string ?? ""
    mediaID = media["id"]?.string ?? ""
    authors = (metadata["authors"]?.array ?? []).compactMap(Named.init)
    series = (metadata["series"]?.array ?? []).compactMap(Named.init)
    episodes = (media["episodes"]?.array ?? []).compactMap { ShelfEpisode(expanded: $0, itemID: id) }
    files = (expanded["libraryFiles"]?.array ?? []).compactMap(File.init)
    duration = isPodcast ? episodes.reduce(0) { $0 + $1.duration } : media["duration"]?.double ?? 0
    minified = Self.minified(expanded, media: media, metadata: metadata, isPodcast: isPodcast)
    old = Self.old(expanded, media: media, metadata: metadata, isPodcast: isPodcast, episodes: episodes)
  }

  private static func minified(_ item: JSONValue, media: JSONValue, metadata: JSONValue, isPodcast: Bool) -> JSONValue {
    var small = media.without("libraryItemId", "audioFiles", "chapters", "ebookFile", "tracks", "episodes")
    small["metadata"] =
      isPodcast ? metadata : metadata.without("authors", "narrators", "series", "descriptionPlain")
    return item.without("lastScan", "scanVersion", "libraryFiles").with("media", small)
  }

  private static func old(
    _ item: JSONValue, media: JSONValue, metadata: JSONValue, isPodcast: Bool, episodes: [ShelfEpisode]
  ) -> JSONValue {
    var plain = media.without(
      "numTracks", "numAudioFiles", "numChapters", "duration", "size", "ebookFormat", "tracks", "numEpisodes")
    plain["metadata"] = metadata.without(
      "titleIgnorePrefix", "authorName", "authorNameLF", "narratorName", "seriesName", "descriptionPlain")
    if isPodcast { plain["episodes"] = .array(episodes.map(\.old)) }
    return item.without("numFiles", "size").with("media", plain)
  }

  /// A podcast read without its episodes, as shelves and playlists do: their number and size are 0.
  var minifiedWithoutEpisodes: JSONValue { isPodcast ? Self.emptied(minified) : minified }

  var expandedWithoutEpisodes: JSONValue {
    guard isPodcast, let media = expanded["media"] else { return expanded }
    return Self.emptied(expanded.with("media", media.with("episodes", [])))
  }

  private static func emptied(_ item: JSONValue) -> JSONValue {
    guard var media = item["media"] else { return item }
    media["numEpisodes"] = 0
    media["size"] = 0
    return item.with("media", media)
  }

  /// The minified item with its one series as an object, as lists of a series have it.
  func minified(series link: Named, emptyNames: Bool = false, prefixed: String? = nil) -> JSONValue {
    var series: JSONValue = ["id": .string(link.id), "name": .string(link.name), "sequence": .text(link.sequence)]
    if let prefixed { series["nameIgnorePrefix"] = .string(prefixed) }
    return changingMetadata { metadata in
      metadata["series"] = series
      if emptyNames { metadata.emptyNames() }
    }
  }

  func changingMetadata(_ change: (inout JSONValue) -> Void) -> JSONValue {
    var item = minified
    guard var media = item["media"], var metadata = media["metadata"] else { return item }
    change(&metadata)
    media["metadata"] = metadata
    item["media"] = media
    return item
  }

  func episode(_ id: String) -> ShelfEpisode? { episodes.first { $0.id == id } }

  /// Returns the item's file with the given `ino`. Returns nil if there is no such file, or if the item is missing, because the server
  /// cannot send the files of a missing item.
  func file(_ ino: String) -> File? { isMissing ? nil : files.first { $0.ino == ino } }
}

extension ShelfItemRow.Named {
  init?(_ value: JSONValue) {
    guard let id = value["id"]?.string, let name = value["name"]?.string else { return nil }
    self.init(id: id, name: name, sequence: value["sequence"]?.string)
  }
}

extension ShelfItemRow.File {
  init?(_ value: JSONValue) {
    guard let ino = value["ino"]?.string, let metadata = value["metadata"] else { return nil }
    self.init(
      ino: ino, name: metadata["filename"]?.string ?? "", type: value["fileType"]?.string ?? "ebook",
      path: metadata["path"]?.string ?? "", size: metadata["size"]?.int ?? 0,
      modifiedAt: Int64(metadata["mtimeMs"]?.double ?? 0))
  }
}

/// An episode of a podcast, in both forms in which the server shows it.
struct ShelfEpisode: Sendable {
  let expanded: JSONValue
  let old: JSONValue
  let id: String
  let itemID: String

  var title: String { expanded["title"]?.string ?? "" }
  var duration: Double { expanded["duration"]?.double ?? 0 }
  var publishedAt: Double? { expanded["publishedAt"]?.double }
  var addedAt: Double { expanded["addedAt"]?.double ?? 0 }
  var track: JSONValue { expanded["audioTrack"] ?? [:] }
  var chapters: JSONValue { expanded["chapters"] ?? [] }

  init?(expanded: JSONValue, itemID: String) {
    guard let id = expanded["id"]?.string else { return nil }
    self.expanded = expanded
    self.id = id
    self.itemID = itemID
    old = expanded.without("audioTrack", "size", "duration")
  }
}

extension JSONValue {
  var texts: [String] { (array ?? []).compactMap(\.string) }

  /// Empties the joined names in the metadata of a book.
  mutating func emptyNames() { for key in ["authorName", "authorNameLF", "seriesName"] { self[key] = "" } }
}
