import Foundation
import MediaCore

/// A download as it is stored.
struct DownloadRecord: Codable, Hashable, Sendable {
  enum Status: String, Codable, Sendable {
    case active, paused, failed, complete
  }

  /// An audio file or an ebook that belongs to the downloaded item.
  struct Part: Codable, Hashable, Sendable {
    var ino: String
    /// The audio track as the server described it; for an ebook, a track with only the `ino` and the metadata of its file.
    var track: AudioTrack
    /// The name of the file, made of ids alone.
    var file: String
    /// Bytes of the file: by the server's description of the item, and from the first answer on by that answer.
    var size: Int?
    /// Bytes that are recorded as written to disk.
    var received = 0
    /// The version of the file that the received bytes belong to.
    var version: FileVersion?
    /// Whether the whole file is in its place.
    var isWhole = false
    /// The format of an ebook; nil for audio, and in records of earlier versions.
    var ebookFormat: EBookFormat?

    /// The kind of content that the bytes of the file have to be.
    var content: FileContent { ebookFormat == nil ? .audio : .binary }

    /// Whether the part is an ebook, or audio of one of `types`. Audio of unknown type is tried.
    func isPlayable(in types: [String]) -> Bool {
      ebookFormat != nil || track.mimeType?.isMIMEType(in: types) ?? true
    }

    /// The name while it is incomplete.
    var incoming: String { file + ".incoming" }
  }

  /// The members of a `ClientError` that are shown again after a relaunch.
  struct Failure: Codable, Hashable, Sendable {
    var kind: String
    var operation: OperationID
    var status: Int?
    var serverMessage: String?
    var detail: String?

    init(_ error: ClientError) {
      kind = error.kind.rawValue
      (operation, status, serverMessage, detail) = (error.operation, error.status, error.serverMessage, error.detail)
    }

    var error: ClientError {
      ClientError(
        .init(rawValue: kind), operation: operation, status: status, serverMessage: serverMessage, detail: detail)
    }
  }

  let id: PlayableID
  /// Distinguishes this request from an earlier or later one for the same item, so that work for the other one changes nothing here.
  let token: String
  var status = Status.active
  /// The place in the queue.
  var order: Int
  var title: String
  var author = ""
  var duration: Double?
  var chapters: [Chapter] = []
  var artwork: Artwork?
  /// Stored when the server describes the item: making an address later can wait for a server that has not been found yet.
  var coverURL: URL?
  /// The files; empty until the server has described the item.
  var parts: [Part] = []
  var requestedAt: Date
  var completedAt: Date?
  var openedAt: Date?
  var failure: Failure?
  /// Why it is on this device; nil in records of earlier versions, which were all asked for by hand.
  var reason: DownloadReason?
  /// Whether the item's page is kept beside its files; nil in records of earlier versions.
  var hasPage: Bool?

  init(_ id: PlayableID, token: String, title: String, order: Int, requestedAt: Date, reason: DownloadReason) {
    self.id = id
    self.token = token
    self.title = title
    self.order = order
    self.requestedAt = requestedAt
    self.reason = reason
  }

  /// The bytes of all files; nil until every part's size is known.
  var totalBytes: Int? {
    parts.isEmpty ? nil : parts.reduce(0 as Int?) { sum, part in part.size.flatMap { size in sum.map { $0 + size } } }
  }

  var receivedBytes: Int { parts.reduce(0) { $0 + $1.received } }

  /// The names of all its files, whole or incoming. The page of a podcast belongs to the downloads of all its episodes.
  var fileNames: [String] {
    parts.flatMap { [$0.file, $0.incoming] } + (hasPage == true ? [Self.pageName(of: id.libraryItemId).fileName] : [])
  }

  /// The name under which an item's page is kept.
  static func pageName(of item: String) -> String { "page \(item)" }

  var audio: [Part] { parts.filter { $0.ebookFormat == nil } }
  var ebook: Part? { parts.first { $0.ebookFormat != nil } }
}

extension DownloadRecord.Part {
  /// The fewest bytes of a second of audio, for files whose size the server does not describe.
  private static let leastBytesPerSecond = 125.0

  /// The reason why a file of `size` bytes is not the one that the server describes; nil for a file that can be it.
  ///
  /// The description is as old as the last scan of the item: a file that was changed since then has a later date, and any size.
  func mismatch(size: Int, _ version: FileVersion?) -> String? {
    let (changed, scanned) = (version?.changedAt, track.metadata?.mtimeMs)
    if let changed, let scanned, changed.timeIntervalSince(scanned) >= 1 { return nil }
    guard let described = track.metadata?.size, described >= 0 else { return mismatch(ofUndescribed: size) }
    guard described > 0 else { return size == 0 ? nil : mismatch(ofUndescribed: size) }
    if size < described { return ShelfDetail.tooShort }
    return size > described && changed != nil && scanned != nil ? ShelfDetail.wrongSize : nil
  }

  private func mismatch(ofUndescribed size: Int) -> String? {
    Double(size) < max(1, (track.duration ?? 0) * Self.leastBytesPerSecond) ? ShelfDetail.tooShort : nil
  }

  /// Restarts the part, because its bytes are not those of the file.
  mutating func begin() {
    (isWhole, received, version, size) = (false, 0, nil, track.metadata?.size)
  }
}

extension DownloadRecord {
  /// Fills in the server's description of the item. Parts whose file is still the same keep their bytes.
  /// - Throws: `notFound` for an episode that is gone; `unsupported` when there is nothing to play and nothing to read.
  mutating func describe(by item: ShelfItem) throws(ClientError) {
    let tracks: [AudioTrack]
    if let episodeID = id.episodeId {
      guard let episode = item.media.podcast?.episodes?.first(where: { $0.id == episodeID }) else {
        throw ClientError(.notFound, operation: .shelfDownloadsDescribe)
      }
      tracks = Self.track(of: episode).map { [$0] } ?? []
      (title, author) = (episode.title ?? title, item.authorName ?? item.title)
      (duration, chapters) = (episode.duration, episode.chapters)
    } else {
      tracks = (item.media.book?.tracks ?? []).inPlayingOrder()
      (title, author) = (item.title, item.authorName ?? "")
      (duration, chapters) = (item.duration, item.media.book?.chapters ?? [])
    }
    artwork = item.artwork()
    let described = tracks.compactMap { part($0) }
    let ebook = id.episodeId == nil ? item.media.book?.ebookFile.map { part(ebook: $0, item.media.book) } : nil
    // A track without a file cannot be downloaded and would be silent: refuse the whole book.
    guard described.count == tracks.count, !described.isEmpty || ebook != nil else {
      throw ClientError(.unsupported, operation: .shelfDownloadsDescribe, detail: ShelfDetail.noAudio)
    }
    parts = described + [ebook].compactMap { $0 }
  }

  private func part(ebook file: LibraryFile, _ book: Book?) -> Part {
    var track = AudioTrack()
    (track.ino, track.metadata) = (file.ino, file.metadata)
    let format = file.ebookFormat ?? book?.ebookFormat ?? EBookFormat(rawValue: "")
    var part =
      part(track) ?? Part(ino: file.ino, track: track, file: fileName(file.ino, track), size: file.metadata?.size)
    part.ebookFormat = format
    return part
  }

  private func part(_ track: AudioTrack) -> Part? {
    // Servers before 2.19 send tracks without `ino`: read the file's number from the track's address.
    guard let ino = track.ino ?? track.namedFile?.ino else { return nil }
    if var known = parts.first(where: { $0.ino == ino }) {
      known.track = track
      if known.isWhole, known.mismatch(size: known.size ?? 0, known.version) != nil { known.begin() }
      if known.version == nil { known.size = track.metadata?.size }
      return known
    }
    return Part(ino: ino, track: track, file: fileName(ino, track), size: track.metadata?.size)
  }

  private static func track(of episode: Episode) -> AudioTrack? {
    var track = episode.audioTrack ?? AudioTrack()
    if track.ino == nil {
      guard let file = episode.audioFile else { return nil }
      (track.ino, track.properties, track.startOffset) = (file.ino, file.properties, 0)
    }
    if track.metadata == nil { track.metadata = episode.audioFile?.metadata ?? FileMetadata() }
    if track.metadata?.size == nil { track.metadata?.size = episode.audioFile?.metadata?.size ?? episode.size }
    return track
  }

  private static let extensions: Set<String> = [
    "mp3", "m4a", "m4b", "mp4", "aac", "ogg", "oga", "opus", "flac", "wma", "wav", "aiff", "aif", "webm", "mka", "caf",
    "awb", "epub", "pdf", "mobi", "azw3", "cbr", "cbz",
  ]

  /// A name made of ids alone: it reveals nothing of the item and cannot lead out of the folder. The token gives each request its own
  /// file, since work for a removed request may still be ending. Players need the extension.
  private func fileName(_ ino: String, _ track: AudioTrack) -> String {
    let wanted = track.metadata?.ext?.lowercased().drop { $0 == "." } ?? ""
    let suffix = Self.extensions.contains(String(wanted)) ? String(wanted) : "mp3"
    return "\(token) \(id) \(ino)".fileName + "." + suffix
  }
}
