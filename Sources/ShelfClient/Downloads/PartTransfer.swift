import Foundation
import MediaCore

/// Downloads one file to this device, range by range.
///
/// Each request asks for a limited range: memory stays small with every transport, a token is renewed between two of them,
/// and no more than one range is lost when the app ends. A file that changed on the server is downloaded again from its start.
struct PartTransfer: Sendable {
  let media: any MediaAPI
  let file: RemoteFile
  let writer: PartWriter
  /// Bytes of one request.
  let rangeSize: Int
  /// Reads the server's message from a body that is not the file.
  let message: @Sendable (Data) -> String?
  /// Records the bytes on disk.
  let commit: @Sendable (DownloadRecord.Part) async throws(ClientError) -> Void
  /// Called with the bytes on disk after each block.
  let progress: @Sendable (Int) -> Void

  private static let largestRestarts = 5

  /// Receives until the part has all its bytes. Records the bytes received before an error.
  func run(_ start: DownloadRecord.Part) async throws(ClientError) -> DownloadRecord.Part {
    var part = start
    var restarts = 0
    var usesRanges = true
    // Send at least one request: its answer has the version and the size.
    while part.version == nil || part.received != part.size {
      let answer = FileAnswer(part, writer: writer, progress: progress)
      do throws(ClientError) {
        try await request(part, usesRanges: usesRanges, answer)
        part = answer.part(received: writer.length)
        try await commit(part)
      } catch {
        // Save the bytes that have arrived. Both calls fail if the writer is closed.
        try? answer.keepLead()
        try? writer.flush()
        // The answer was not the file: drop its bytes.
        if part.received == 0, answer.isRefused(error) { try? writer.restart() }
        guard isChange(error), restarts < Self.largestRestarts else {
          let known = answer.part(received: writer.length)
          if known != part { try? await commit(known) }
          throw answer.named(error, message)
        }
        restarts += 1
        // The server refuses every range of an empty file: request the file without a range.
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
    // A part stored by an earlier version can have more bytes than its size. The answer to a request behind them restarts the part.
    let last = part.version == nil ? end : min(end, max(part.size ?? end, part.received + 1))
    let range = part.received..<last
    _ = try await media.stream(file, range: usesRanges ? range : nil, of: part.version) { piece in
      switch piece {
      case .head(let head): try answer.begin(head, asked: usesRanges ? range : nil)
      case .bytes(let bytes): try answer.add(bytes)
      }
    }
    try answer.end()
    try writer.flush()
    progress(writer.length)
  }

  private func isChange(_ error: ClientError) -> Bool {
    error.status == 416 || error.kind == .conflict && error.detail == FileAnswer.changed
  }
}
