import Foundation

/// The pieces of a download that its receiver has not taken yet. Memory holds ``limit`` bytes of them.
///
/// On Apple systems the thread of the download's session waits then, and with it the sender. On Linux all sessions of a process
/// share one queue, so nothing may wait on it: there the rest goes through a file without a name, and the sender is not slowed.
///
/// `@unchecked Sendable` because its state is guarded by the condition.
final class DownloadBacklog: @unchecked Sendable {
  static let limit = 1 << 20

  private enum Piece: Sendable {
    case inMemory(DownloadPiece)
    /// The next bytes of the file.
    case onDisk(count: Int)
  }

  private let pieces: AsyncThrowingStream<Piece, any Error>
  private let pipe: AsyncThrowingStream<Piece, any Error>.Continuation
  private let condition = NSCondition()
  private var bytesInMemory = 0
  private var isStopped = false
  private var file: SpillFile?

  init() { (pieces, pipe) = AsyncThrowingStream<Piece, any Error>.makeStream() }

  /// The bytes that were not handed over yet.
  var waitingBytes: (memory: Int, file: Int) { condition.withLock { (bytesInMemory, file?.waitingBytes ?? 0) } }

  func add(_ piece: DownloadPiece) {
    condition.lock()
    defer { condition.unlock() }
    guard !isStopped else { return }
    #if canImport(FoundationNetworking)
      if case .bytes(let bytes) = piece, bytesInMemory + bytes.count > Self.limit { return spill(bytes) }
    #endif
    bytesInMemory += piece.count
    pipe.yield(.inMemory(piece))
    #if !canImport(FoundationNetworking)
      while bytesInMemory >= Self.limit, !isStopped { condition.wait() }
    #endif
  }

  private func spill(_ bytes: Data) {
    do {
      let file = try file ?? SpillFile()
      self.file = file
      try file.append(bytes)
      pipe.yield(.onDisk(count: bytes.count))
    } catch {
      isStopped = true
      pipe.finish(throwing: ClientError(.storage, operation: .transportDownload))
    }
  }

  func finish(throwing error: (any Error)? = nil) { pipe.finish(throwing: error) }

  /// Hands the pieces over in their order until all are there.
  func receive(with receiver: (DownloadPiece) async throws -> Void) async throws {
    defer { stop() }
    for try await piece in pieces {
      switch piece {
      case .inMemory(let piece):
        try await receiver(piece)
        condition.withLock {
          bytesInMemory -= piece.count
          condition.signal()
        }
      case .onDisk(let count):
        let bytes = try condition.withLock { try file?.next(count) ?? Data() }
        guard bytes.count == count else { throw ClientError(.storage, operation: .transportDownload) }
        try await receiver(.bytes(bytes))
      }
    }
  }

  /// Nobody receives any more: nothing waits from here on.
  func stop() {
    condition.withLock {
      isStopped = true
      file = nil
      condition.broadcast()
    }
  }
}

/// Bytes that are read in the order in which they were written. The file has no name: it is gone with its last user, also when
/// the process dies.
private final class SpillFile {
  private let handle: FileHandle
  private var readEnd: UInt64 = 0
  private var writtenEnd: UInt64 = 0
  var waitingBytes: Int { Int(writtenEnd - readEnd) }

  init() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    guard FileManager.default.createFile(atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600]) else {
      throw FileSystemError.notPermitted
    }
    defer { try? FileManager.default.removeItem(at: url) }
    handle = try FileHandle(forUpdating: url)
  }

  func append(_ bytes: Data) throws {
    try handle.seek(toOffset: writtenEnd)
    try handle.write(contentsOf: bytes)
    writtenEnd += UInt64(bytes.count)
  }

  func next(_ count: Int) throws -> Data {
    try handle.seek(toOffset: readEnd)
    let bytes = try handle.read(upToCount: count) ?? Data()
    readEnd += UInt64(bytes.count)
    if readEnd == writtenEnd {
      try handle.truncate(atOffset: 0)
      (readEnd, writtenEnd) = (0, 0)
    }
    return bytes
  }
}

extension DownloadPiece {
  fileprivate var count: Int { if case .bytes(let bytes) = self { bytes.count } else { 0 } }
}
