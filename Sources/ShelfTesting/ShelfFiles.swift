import Foundation
import MediaTesting

/// Generated files: their bytes are computed from their number alone.
enum ShelfFiles {
  private static let types: [String: String] = [
    "mp3": "audio/mpeg", "mpg": "audio/mpeg", "m4b": "audio/mp4", "m4a": "audio/mp4", "mp4": "audio/mp4",
    "ogg": "audio/ogg", "oga": "audio/ogg", "opus": "audio/ogg", "aac": "audio/aac", "flac": "audio/flac",
    "wma": "audio/x-ms-wma", "aiff": "audio/x-aiff", "aif": "audio/x-aiff", "webm": "audio/webm",
    "mka": "audio/x-matroska", "awb": "audio/amr-wb", "caf": "audio/x-caf", "jpg": "image/jpeg",
    "jpeg": "image/jpeg", "png": "image/png", "webp": "image/webp", "epub": "application/epub+zip",
    "pdf": "application/pdf", "mobi": "application/x-mobipocket-ebook", "txt": "text/plain; charset=utf-8",
    "json": "application/json; charset=utf-8", "m3u8": "application/vnd.apple.mpegurl", "ts": "video/mp2t",
  ]

  static func contentType(_ name: String, isAudio: Bool = true) -> String {
    let ending = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
    return types[ending] ?? (isAudio ? "audio/mpeg" : "application/octet-stream")
  }

  private static let heads: [String: [UInt8]] = [
    "audio/mpeg": ShelfAudio.head, "audio/flac": [0x66, 0x4C, 0x61, 0x43],
    "audio/mp4": [0, 0, 0, 0x1C, 0x66, 0x74, 0x79, 0x70, 0x4D, 0x34, 0x41, 0x20], "video/mp2t": [0x47, 0x40, 0x11],
    "image/jpeg": [0xFF, 0xD8, 0xFF, 0xE0, 0, 0x10, 0x4A, 0x46, 0x49, 0x46],
    "image/png": [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A],
    "application/epub+zip": [0x50, 0x4B, 3, 4],
    "image/webp": [0x52, 0x49, 0x46, 0x46, 0, 0, 0, 0, 0x57, 0x45, 0x42, 0x50],
  ]

  /// The bytes of a file in `range`: its head, then the same piece repeated. MP3 files are playable.
  static func bytes(of name: String, type: String, in range: Range<Int>) -> Data {
    let head = heads[type] ?? []
    let isMP3 = type == "audio/mpeg"
    let seed = ShelfHash.hash(name)
    var pattern = isMP3 ? ShelfAudio.frames(of: seed) : ShelfHash.bytes(32, from: seed)
    let first = max(0, range.lowerBound - (isMP3 ? head.count : 0)) % pattern.count
    while pattern.count < range.count + first { pattern.append(pattern) }
    guard range.lowerBound < head.count else { return Data(pattern.dropFirst(first).prefix(range.count)) }
    let start = Data(head[range.lowerBound..<min(head.count, range.upperBound)])
    return start + pattern.dropFirst(isMP3 ? 0 : first + start.count).prefix(range.count - start.count)
  }
}

extension ShelfState {
  // MARK: Files of an item

  func file(_ call: ShelfCall, _ item: ShelfItemRow, asAttachment: Bool) -> HTTPResponse {
    if asAttachment, !call.user.may("download") { return .shelfForbidden }
    guard let file = item.file(call["ino"]) else { return .shelfNotFound }
    return send(file, call, asAttachment: asAttachment)
  }

  func download(_ call: ShelfCall, _ item: ShelfItemRow) -> HTTPResponse {
    call.user.may("download") ? wholeItem(call, item) : .shelfForbidden
  }

  func wholeItem(_ call: ShelfCall, _ item: ShelfItemRow) -> HTTPResponse {
    if item.isMissing { return .shelfNotFound }
    if item.isSingleFile, let file = item.files.first { return send(file, call, asAttachment: true) }
    return Self.archive(named: item.title)
  }

  func downloadSeveral(_ call: ShelfCall) -> HTTPResponse {
    guard call.user.may("download") else { return .shelfForbidden }
    guard call.query["ids"]?.isEmpty == false else { return .shelfSentence("Invalid request. ids must be a string") }
    let items = call.list("ids").compactMap { world.item($0) }
    guard !items.isEmpty else { return .shelfSentence("Library items not found", status: 404) }
    guard items.allSatisfy({ call.user.canSee($0) }) else { return .shelfForbidden }
    return Self.archive(named: "LibraryItems")
  }

  /// An empty archive, sent without its length like a real one.
  private static func archive(named name: String) -> HTTPResponse {
    .shelfFile(
      ["Content-Type": "application/zip", "Content-Disposition": "attachment; filename=\"\(plain(name)).zip\""],
      body: Data([0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 18)))
  }

  private static func plain(_ name: String) -> String {
    String(name.unicodeScalars.filter { $0.isASCII && $0.value >= 0x20 && $0 != "\"" }.map(Character.init))
  }

  func ebook(_ call: ShelfCall, _ item: ShelfItemRow) -> HTTPResponse {
    let ino = call.parameters["ino"]
    let file = ino == nil ? item.ebook : item.files.first { $0.ino == ino && $0.type == "ebook" }
    guard let file else { return ino == nil ? .shelfNotFound : .shelfSentence("Invalid ebook file id") }
    if item.isMissing { return .shelfNotFound }
    return send(file, call, asAttachment: false)
  }

  func sessionTrack(_ call: ShelfCall) -> HTTPResponse {
    let number = JSONValue.scriptNumber(call["index"])
    if number.isNaN { return .shelfStatus(400) }
    guard let session = openSessions[call["session"]] else { return .shelfNotFound }
    if session.encoder != nil { return .shelfRedirect(to: "/hls/\(session.id)/output.m3u8") }
    let wanted = Int(exactly: number)
    let track =
      session.tracks.first { $0["index"]?.int == wanted }
      ?? (session.episodeID != nil && release >= ShelfRelease(26, 3) && (wanted == 0 || wanted == 1)
        ? session.tracks.first : .none)
    guard let ino = track?["ino"]?.string, let file = world.item(session.libraryItemID)?.file(ino) else {
      return .shelfNotFound
    }
    return send(file, call, asAttachment: false)
  }

  /// Sends a file, or the requested range of it.
  func send(_ file: ShelfItemRow.File, _ call: ShelfCall, asAttachment: Bool) -> HTTPResponse {
    var type = ShelfFiles.contentType(file.name, isAudio: file.type == "audio")
    if asAttachment, file.name.lowercased().hasSuffix(".m4b"), call.isAppleMobileBrowser { type = "audio/m4b" }
    let name = asAttachment ? Self.plain(file.name) : nil
    return send(
      "\(file.ino) \(file.modifiedAt)", type: type, size: file.size, modifiedAt: file.modifiedAt, call, attachedAs: name
    )
  }

  private func send(
    _ seed: String, type: String, size: Int, modifiedAt: Int64, _ call: ShelfCall, attachedAs name: String? = nil
  ) -> HTTPResponse {
    let tag = "W/\"\(String(size, radix: 16))-\(String(modifiedAt, radix: 16))\""
    let lastModified = ShelfDate(milliseconds: modifiedAt).http
    var fields: HTTPFields = [
      "Accept-Ranges": "bytes", "Cache-Control": "public, max-age=0", "Last-Modified": lastModified, "ETag": tag,
    ]
    if let name { fields["Content-Disposition"] = "attachment; filename=\"\(name)\"" }
    let conditions = ShelfConditions(call: call, tag: tag, lastModified: lastModified)
    switch conditions.outcome {
    case .send: fields["Content-Type"] = type
    case .notModified: return .shelfFile(fields, status: 304, body: Data())
    case .failed: return Self.refused(412, fields)
    }
    var range = 0..<size
    var status = 200
    switch ShelfRange(conditions.isRangeFresh ? call.header("Range") : nil, size: size) {
    case .none: break
    case .outside:
      fields["Content-Range"] = "bytes */\(size)"
      return Self.refused(416, fields)
    case .part(let part):
      range = part
      status = 206
      fields["Content-Range"] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(size)"
    }
    fields["Content-Length"] = String(range.count)
    let bytes = call.isHead ? Data() : ShelfFiles.bytes(of: seed, type: type, in: range)
    return .shelfFile(fields, status: status, body: bytes)
  }

  /// The page of an error, with the fields about the file that were set already.
  private static func refused(_ status: Int, _ fields: HTTPFields) -> HTTPResponse {
    var page = HTTPResponse.shelfPage(status)
    for name in ["Accept-Ranges", "Cache-Control", "Last-Modified", "ETag", "Content-Range"] where fields[name] != nil {
      page.fields[name] = fields[name]
    }
    return page
  }

  // MARK: Covers and pictures of authors

  func cover(_ call: ShelfCall, item id: String) -> HTTPResponse {
    guard let item = world.item(id), let path = item.coverPath else { return .shelfNotFound }
    let file = item.files.first { $0.path == path }
    return image(
      call, name: "\(id) \(item.updatedAt)", file: path, size: file?.size ?? 1162,
      modifiedAt: file?.modifiedAt ?? Int64(item.updatedAt))
  }

  func authorImage(_ call: ShelfCall, author id: String) -> HTTPResponse {
    guard let author = world.author(id), let path = author["imagePath"]?.string else { return .shelfNotFound }
    return image(call, name: id, file: path, size: 2048, modifiedAt: Int64(author["updatedAt"]?.double ?? 0))
  }

  private func image(
    _ call: ShelfCall, name: String, file: String, size: Int, modifiedAt: Int64
  ) -> HTTPResponse {
    var fields = HTTPFields()
    if call.query["ts"]?.isEmpty == false { fields["Cache-Control"] = "private, max-age=86400" }
    if call.query["raw"]?.isEmpty == false {
      let type = ShelfFiles.contentType(file, isAudio: false)
      var answer = send(name, type: type, size: size, modifiedAt: modifiedAt, call)
      answer.fields.merge(fields)
      return answer
    }
    let accept = call.header("Accept") ?? ""
    let format =
      call.query["format"].flatMap { $0.isEmpty ? nil : $0 }
      ?? (accept.contains("image/webp") || accept == "*/*" ? "webp" : "jpeg")
    let type = format == "webp" ? "image/webp" : "image/jpeg"
    let width = min(max(call.number("width", 400), 1), 4096)
    fields["Content-Type"] = type
    return .shelfFile(fields, body: ShelfFiles.bytes(of: "\(name) \(width)", type: type, in: 0..<width * 2 + 78))
  }
}

/// The part of a file that a `Range` field requests.
enum ShelfRange {
  case none
  case part(Range<Int>)
  case outside

  init(_ field: String?, size: Int) {
    guard let field, field.hasPrefix("bytes=") else {
      self = .none
      return
    }
    var parts: [Range<Int>] = []
    for spec in field.dropFirst(6).split(separator: ",") {
      let ends = spec.trimmingCharacters(in: .whitespaces).split(separator: "-", omittingEmptySubsequences: false)
      guard ends.count == 2, let first = Int(ends[0]) ?? Int(ends[1]).map({ size - $0 }) else { continue }
      let last = ends[0].isEmpty ? size - 1 : min(Int(ends[1]) ?? size - 1, size - 1)
      // Ignore a range such as `-500` if the file has fewer bytes.
      if first >= 0, first <= last { parts.append(first..<last + 1) }
    }
    parts = Self.joined(parts)
    // For several separate ranges, send the whole file.
    self = parts.count == 1 ? .part(parts[0]) : parts.isEmpty ? .outside : .none
  }

  /// Ranges that overlap or touch, as one.
  private static func joined(_ parts: [Range<Int>]) -> [Range<Int>] {
    parts.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { joined, part in
      guard let last = joined.last, part.lowerBound <= last.upperBound else { return joined.append(part) }
      joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, part.upperBound)
    }
  }
}
