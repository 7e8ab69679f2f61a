import Foundation
import MediaTesting

/// The parts from which the builder of ``ShelfWorld`` makes items.
extension ShelfWorld {
  mutating func newID(_ kind: String) -> String {
    nextNumber += 1
    return ShelfHash.uuid("\(kind) \(nextNumber)")
  }

  func milliseconds(daysAgo: Double) -> Double {
    ((builtAt.timeIntervalSince1970 - daysAgo * 86_400) * 1000).rounded(.down)
  }

  func itemShell(id: String, library: String, folder: String, mediaType: String, addedDaysAgo: Double) -> JSONValue {
    let added = JSONValue.number(milliseconds(daysAgo: addedDaysAgo))
    let place = self.library(library)?.json["folders"]?[0]
    return [
      "id": .string(id), "ino": .string(String(5_000_000 + nextNumber)), "oldLibraryItemId": .null,
      "libraryId": .string(library), "folderId": place?["id"] ?? .null,
      "path": .string("\(place?["fullPath"]?.string ?? "")/\(folder)"), "relPath": .string(folder), "isFile": false,
      "mtimeMs": added, "ctimeMs": added, "birthtimeMs": added, "addedAt": added, "updatedAt": added,
      "isMissing": false, "isInvalid": false, "mediaType": .string(mediaType), "numFiles": 0, "size": 0,
      "lastScan": added, "scanVersion": "2.36.0", "libraryFiles": [],
    ]
  }

  mutating func libraryFile(name: String, folder: String, size: Int, type: String, daysAgo: Double) -> JSONValue {
    nextNumber += 1
    let added = JSONValue.number(milliseconds(daysAgo: daysAgo))
    return [
      "ino": .string(String(5_000_000 + nextNumber)),
      "metadata": [
        "filename": .string(name), "ext": .string("." + (name.split(separator: ".").last.map(String.init) ?? "")),
        "path": .string("/media/\(folder)/\(name)"), "relPath": .string(name), "size": .count(size),
        "mtimeMs": added, "ctimeMs": added, "birthtimeMs": added,
      ],
      "isSupplementary": .null, "addedAt": added, "updatedAt": added, "fileType": .string(type),
    ]
  }

  mutating func audioFile(
    name: String, folder: String, index: Int, duration: Double, addedDaysAgo: Double, album: String
  ) -> (library: JSONValue, audio: JSONValue) {
    let file = libraryFile(
      name: name, folder: folder, size: Int(duration * 8000) + 333, type: "audio", daysAgo: addedDaysAgo)
    let isMP4 = name.hasSuffix(".m4b") || name.hasSuffix(".m4a")
    var audio = file.without("isSupplementary", "fileType")
    let more: [(String, JSONValue)] = [
      ("index", .count(index)), ("trackNumFromMeta", .count(index)), ("discNumFromMeta", .null),
      ("trackNumFromFilename", .null), ("discNumFromFilename", .null), ("manuallyVerified", false),
      ("exclude", false), ("error", .null), ("duration", .number(duration)), ("bitRate", 64000), ("language", .null),
      ("format", isMP4 ? "QuickTime / MOV" : "MP2/3 (MPEG audio layer 2/3)"), ("codec", isMP4 ? "aac" : "mp3"),
      ("timeBase", isMP4 ? "1/44100" : "1/14112000"), ("channels", 1), ("channelLayout", "mono"), ("chapters", []),
      ("embeddedCoverArt", .null), ("metaTags", ["tagAlbum": .string(album)]),
      ("mimeType", .string(ShelfFiles.contentType(name))),
    ]
    for (key, value) in more { audio[key] = value }
    return (file, audio)
  }

  static func track(_ audio: JSONValue, item: String, startOffset: Double) -> JSONValue {
    audio.with("title", audio["metadata"]?["filename"]).with("startOffset", .number(startOffset))
      .with("contentUrl", .string("/api/items/\(item)/file/\(audio["ino"]?.string ?? "")"))
  }

  static func add(_ file: JSONValue, to item: inout JSONValue) {
    let files = (item["libraryFiles"]?.array ?? []) + [file]
    item["libraryFiles"] = .array(files)
    item["numFiles"] = .count(files.count)
    item["size"] = .number((item["size"]?.double ?? 0) + (file["metadata"]?["size"]?.double ?? 0))
  }

  mutating func addCover(to item: inout JSONValue) {
    let folder = item["relPath"]?.string ?? ""
    let file = libraryFile(name: "cover.jpg", folder: folder, size: 1162, type: "image", daysAgo: 30)
    Self.add(file, to: &item)
    var media = item["media"] ?? [:]
    media["coverPath"] = file["metadata"]?["path"]
    item["media"] = media
  }

  private static func reference(named name: String, library: String, in rows: [JSONValue]) -> JSONValue? {
    rows.first { $0["name"]?.string == name && $0["libraryId"]?.string == library }
      .map { ["id": $0["id"] ?? .null, "name": .string(name)] }
  }

  /// The author of a name as books refer to it; created if there is none yet.
  mutating func author(named name: String, library: String, addedDaysAgo: Double) -> JSONValue {
    if let known = Self.reference(named: name, library: library, in: authors) { return known }
    let id = newID("author")
    let added = JSONValue.number(milliseconds(daysAgo: addedDaysAgo))
    add(author: [
      "id": .string(id), "asin": .null, "name": .string(name), "description": .null, "imagePath": .null,
      "libraryId": .string(library), "addedAt": added, "updatedAt": added, "lastFirst": .string(Self.lastFirst(name)),
    ])
    return ["id": .string(id), "name": .string(name)]
  }

  mutating func series(named name: String, library: String, addedDaysAgo: Double) -> JSONValue {
    if let known = Self.reference(named: name, library: library, in: series) { return known }
    let id = newID("series")
    let added = JSONValue.number(milliseconds(daysAgo: addedDaysAgo))
    series.append([
      "id": .string(id), "name": .string(name), "nameIgnorePrefix": .string(Self.ignoringPrefix(name)),
      "description": .null, "addedAt": added, "updatedAt": added, "libraryId": .string(library),
    ])
    return ["id": .string(id), "name": .string(name)]
  }

  static func chapters(_ chapters: [Chapter]) -> JSONValue {
    .array(
      chapters.enumerated().map { index, chapter in
        [
          "id": .count(index), "start": .number(chapter.start), "end": .number(chapter.end),
          "title": .string(chapter.title),
        ]
      })
  }

  /// `The Salt Clock` → `Salt Clock, The`
  static func ignoringPrefix(_ title: String) -> String {
    for prefix in ["the ", "a "] where title.lowercased().hasPrefix(prefix) {
      return "\(title.dropFirst(prefix.count)), \(title.prefix(prefix.count - 1))"
    }
    return title
  }

  /// `Ursula Example` → `Example, Ursula`
  static func lastFirst(_ name: String) -> String {
    guard let space = name.lastIndex(of: " ") else { return name }
    return "\(name[name.index(after: space)...]), \(name[..<space])"
  }
}
