import Foundation
import MediaCore

/// Brings one file of a download to this device, piece by piece.
///
/// Each request asks for a limited range: memory stays small with every transport, a token is renewed between two of them,
/// and no more than one range is lost when the app ends. A file that changed on the server is begun anew.
struct PartTransfer: Sendable {
  let media: any MediaAPI
  let file: RemoteFile
  let writer: PartWriter
  /// Bytes of one request.
  let rangeSize: Int
  /// Records what is on disk.
  let commit: @Sendable (DownloadRecord.Part) async throws(ClientError) -> Void
  /// Called with the bytes on disk after each block.
  let progress: @Sendable (Int) -> Void

  private static let largestRestarts = 5

  /// Receives until the part has all its bytes. What came before an error is recorded.
  func run(_ start: DownloadRecord.Part) async throws(ClientError) -> DownloadRecord.Part {
    var part = start
    var restarts = 0
    var usesRanges = true
    // The size of the description counts only as an estimate; the first answer says how much there is.
    while part.version == nil || part.received != part.size {
      let answer = FileAnswer(part, writer: writer, progress: progress)
      do throws(ClientError) {
        try await request(part, usesRanges: usesRanges, answer)
        part = answer.part(received: writer.length)
        try await commit(part)
      } catch {
        // Gathered bytes are worth keeping, unless the writer is closed.
        try? writer.flush()
        guard isChange(error), restarts < Self.largestRestarts else {
          let known = answer.part(received: writer.length)
          if known != part { try? await commit(known) }
          throw error
        }
        restarts += 1
        // A file without a single byte has no range.
        if part.received == 0 { usesRanges = false }
        try writer.restart()
        (part.received, part.version) = (0, nil)
        try await commit(part)
      }
    }
    return part
  }

  private func request(
    _ part: DownloadRecord.Part, usesRanges: Bool, _ answer: FileAnswer
  ) async throws(ClientError) {
    let end = part.received + rangeSize
    let range = part.received..<(part.version == nil ? end : min(end, part.size ?? end))
    _ = try await media.stream(file, range: usesRanges ? range : nil, of: part.version) { piece in
      switch piece {
      case .head(let head): try answer.begin(head, asked: usesRanges ? range : nil)
      case .bytes(let bytes): try answer.add(bytes)
      }
    }
    try writer.flush()
    try answer.end()
    progress(writer.length)
  }

  private func isChange(_ error: ClientError) -> Bool {
    error.status == 416 || error.kind == .conflict && error.detail == FileAnswer.changed
  }
}

/// One answer on its way to the disk: it is checked that it belongs to what is there, and that all of it comes.
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
    /// The bytes of a whole answer that has ended.
    var end: Int?
  }

  init(_ part: DownloadRecord.Part, writer: PartWriter, progress: @escaping @Sendable (Int) -> Void) {
    before = part
    self.writer = writer
    self.progress = progress
  }

  /// The part with what is on disk now.
  func part(received: Int) -> DownloadRecord.Part {
    var part = before
    part.received = received
    state.withLock { state in
      // Without a length only its end says how long a file is: until then nothing of it counts.
      guard let head = state.head, let size = head.size ?? before.version.flatMap({ _ in before.size }) ?? state.end
      else { return }
      (part.version, part.size) = (head.version, size)
    }
    return part
  }

  func begin(_ head: FileHead, asked: Range<Int>?) throws(ClientError) {
    if let range = head.range {
      guard let asked, range.lowerBound == asked.lowerBound, range.upperBound <= asked.upperBound else {
        throw fault("wrongRange")
      }
      if before.received > 0 {
        let isSame = before.version.map { $0.matches(head.version) } ?? false
        guard isSame, head.size == nil || head.size == before.size else {
          throw ClientError(.conflict, operation: .shelfDownloadsReceive, detail: Self.changed)
        }
      } else if head.size == nil {
        throw fault("noSize")
      }
    } else if writer.length > 0 {
      // All of it from the start: the file changed, or somebody in between knows no ranges.
      try writer.restart()
    }
    state.withLock { $0 = State(head: head, expected: head.range?.count ?? head.size) }
  }

  func add(_ bytes: Data) throws(ClientError) {
    let isTooMuch = state.withLock { state in
      state.count += bytes.count
      return state.expected.map { state.count > $0 } ?? false
    }
    if isTooMuch { throw fault(ClientError.Detail.tooLarge) }
    if try writer.add(bytes) { progress(writer.length) }
  }

  /// - Throws: `unreachable` when the answer broke off.
  func end() throws(ClientError) {
    let isWhole = state.withLock { state in
      guard let head = state.head, (state.expected ?? state.count) == state.count else { return false }
      if head.range == nil { state.end = state.count }
      return true
    }
    if !isWhole {
      throw ClientError(
        .unreachable, operation: .shelfDownloadsReceive, detail: TransportFailure.Reach.connectionLost.rawValue)
    }
  }

  private func fault(_ detail: String) -> ClientError {
    ClientError(.undecodable, operation: .shelfDownloadsReceive, detail: detail)
  }
}
