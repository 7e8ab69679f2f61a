import Foundation
import MediaCore

/// One answer with bytes of a file, on its way to the disk. Nothing is written before the answer's type, length and first bytes can be
/// those of the file. Bytes that are on disk already are only replaced by a whole answer that passes these checks.
final class FileAnswer: Sendable {
  static let changed = "fileChanged"

  private let before: DownloadRecord.Part
  private let writer: PartWriter
  private let progress: @Sendable (Int) -> Void
  private let state = Locked(State())

  private struct State {
    var head: FileHead?
    var expected: Int?
    var count = 0
    /// The number of bytes of a whole answer, once it has ended.
    var end: Int?
    /// The first bytes, until there are enough to be checked; nil afterwards.
    var lead: Data? = Data()
    /// The number of bytes still to skip of a whole answer, because they are on disk already.
    var skipped = 0
    /// Whether the whole answer replaces the bytes on disk.
    var replaces = false
    /// Whether the answer has no version, so that it cannot be joined to the bytes on disk.
    var isForeign = false
    var impostor: FileContent.Impostor?
    /// The first bytes of an impostor, which may hold the server's message.
    var words = Data()
  }

  private static let longestWords = 4096

  init(_ part: DownloadRecord.Part, writer: PartWriter, progress: @escaping @Sendable (Int) -> Void) {
    before = part
    self.writer = writer
    self.progress = progress
  }

  /// The part with the bytes that are on disk now.
  func part(received: Int) -> DownloadRecord.Part {
    var part = before
    part.received = received
    state.withLock { state in
      guard let head = state.head, state.lead == nil, state.impostor == nil else { return }
      // Without a length, the file's size is known only when the answer ends: record no version or size before. If a whole answer replaces
      // the bytes on disk, the file has changed: ignore `before.size`, which is the size of the old file.
      let earlier = state.replaces || before.version == nil ? nil : before.size
      if let size = head.size ?? state.end ?? earlier {
        (part.version, part.size) = (head.version, size)
      } else if state.replaces {
        part.version = nil
      }
    }
    return part
  }

  func begin(_ head: FileHead, asked: Range<Int>?) throws(ClientError) {
    if let impostor = before.content.impostor(mediaType: head.mediaType) {
      state.withLock { $0.impostor = impostor }
      // Refuse a web page at once. Read other wrong answers to their end, because they may contain the server's message.
      if impostor == .page { throw impostor.error(.shelfDownloadsReceive, status: nil) }
      return
    }
    if let size = head.size, let mismatch = before.mismatch(size: size, head.version) { throw fault(mismatch) }
    var new = State(head: head, expected: head.range?.count ?? head.size)
    if let range = head.range {
      new.isForeign = try !check(range, of: head, asked: asked)
    } else if writer.length > 0 {
      // The server sent the whole file instead of a range: the file has changed, or a proxy ignores ranges.
      if head.version.isKnown, before.version?.matches(head.version) == true, (head.size ?? before.size) == before.size
      {
        new.skipped = writer.length
      } else if head.size == nil, !head.version.isKnown {
        // An answer without a version and a length cannot show that it is the same file as the bytes on disk: fail, and keep these bytes.
        throw fault(ShelfDetail.tooShort)
      } else {
        new.replaces = true
      }
    }
    state.withLock { [new] in $0 = new }
  }

  /// - Returns: false for a range without a version, when the bytes on disk have one: the first bytes decide.
  private func check(_ range: Range<Int>, of head: FileHead, asked: Range<Int>?) throws(ClientError) -> Bool {
    guard let asked, range.lowerBound == asked.lowerBound, range.upperBound <= asked.upperBound else {
      throw fault("wrongRange")
    }
    guard before.received > 0 else {
      if head.size == nil { throw fault("noSize") }
      return true
    }
    let isSame = before.version.map { $0.matches(head.version) } ?? false
    guard isSame, head.size == nil || head.size == before.size else {
      if !head.version.isKnown { return false }
      throw Self.change
    }
    return true
  }

  private static let change = ClientError(.conflict, operation: .shelfDownloadsReceive, detail: changed)

  func add(_ bytes: Data) throws(ClientError) {
    enum Step { case wait, write(Data), check, refuse(String) }
    let step = state.withLock { state -> Step in
      state.count += bytes.count
      if state.impostor != nil {
        state.words.append(bytes)
        return state.words.count > Self.longestWords ? .refuse(ShelfDetail.notTheFile) : .wait
      }
      if state.expected.map({ state.count > $0 }) ?? false { return .refuse(ClientError.Detail.tooLarge) }
      guard state.lead != nil else { return .write(bytes) }
      state.lead?.append(bytes)
      return (state.lead?.count ?? 0) >= FileContent.leadSize ? .check : .wait
    }
    switch step {
    case .wait: return
    case .write(let bytes): try write(bytes)
    case .check: try checkLead()
    case .refuse(ShelfDetail.notTheFile): throw FileContent.Impostor.other.error(.shelfDownloadsReceive, status: nil)
    case .refuse(let detail): throw fault(detail)
    }
  }

  /// Checks whether the first bytes can begin the file, and writes them.
  private func checkLead() throws(ClientError) {
    let (lead, replaces, isForeign, impostor) = state.withLock { state in
      let lead = state.lead ?? Data()
      let impostor = before.content.impostor(in: lead, at: state.head?.range?.lowerBound ?? 0)
      if impostor != nil { (state.impostor, state.words) = (impostor, lead) }
      (state.lead, state.expected) = (nil, impostor == nil ? state.expected : nil)
      return (lead, state.replaces, state.isForeign, impostor)
    }
    if let impostor {
      // Refuse a web page or compressed bytes at once. Read other wrong answers to their end: they may contain the server's message.
      if impostor == .page || impostor == .compressed { throw impostor.error(.shelfDownloadsReceive, status: nil) }
      return
    }
    if isForeign { throw Self.change }
    if replaces { try writer.restart() }
    try write(lead)
  }

  private func write(_ bytes: Data) throws(ClientError) {
    let rest = state.withLock { state in
      let skipped = min(state.skipped, bytes.count)
      state.skipped -= skipped
      return bytes.dropFirst(skipped)
    }
    if try writer.add(rest) { progress(writer.length) }
  }

  /// Writes the first bytes of an answer that broke off before there were enough to be checked.
  func keepLead() throws(ClientError) {
    let isUseful = state.withLock { state in
      state.head != nil && state.impostor == nil && !state.replaces && state.skipped == 0
        && state.lead?.isEmpty == false
    }
    if isUseful { try checkLead() }
  }

  /// - Throws: `unreachable` when the answer broke off.
  func end() throws(ClientError) {
    if state.withLock({ $0.impostor == nil && $0.lead != nil }) { try checkLead() }
    if let impostor = state.withLock({ $0.impostor }) { throw impostor.error(.shelfDownloadsReceive, status: nil) }
    let (isWhole, head, count) = state.withLock { state in
      // Without a length, an answer with fewer bytes than the known file of the same version broke off.
      let isSameFile = state.head?.range == nil && !state.replaces && before.version != nil
      let least = isSameFile ? before.size ?? 0 : 0
      let isWhole = state.head != nil && state.count >= least
      return (state.expected.map { $0 == state.count } ?? isWhole, state.head, state.count)
    }
    guard isWhole, let head else {
      throw ClientError(
        .unreachable, operation: .shelfDownloadsReceive, detail: TransportFailure.Reach.connectionLost.rawValue)
    }
    guard head.range == nil else { return }
    if head.size == nil, let mismatch = before.mismatch(size: count, head.version) { throw fault(mismatch) }
    state.withLock { $0.end = count }
  }

  /// Whether the bytes received so far are not those of the file.
  func isRefused(_ error: ClientError) -> Bool {
    state.withLock { $0.impostor != nil } || error.detail == ShelfDetail.tooShort
      || error.detail == ShelfDetail.wrongSize
  }

  /// The error with the server's message, if the body holds one.
  func named(_ error: ClientError, _ message: (Data) -> String?) -> ClientError {
    let (impostor, words) = state.withLock { ($0.impostor, $0.words) }
    guard error.detail == ShelfDetail.notTheFile, let impostor, let text = message(words) else { return error }
    var named = error
    named.serverMessage = text
    // JSON with a message comes from the server, not from a proxy.
    if impostor == .json { named.kind = .server }
    return named
  }

  private func fault(_ detail: String) -> ClientError {
    ClientError(.undecodable, operation: .shelfDownloadsReceive, detail: detail)
  }
}
