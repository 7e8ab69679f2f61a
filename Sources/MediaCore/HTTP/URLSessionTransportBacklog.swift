import Foundation

/// The pieces of a download that its receiver has not taken yet. Memory holds ``limit`` bytes of them; small ones are handed over
/// together, so that a slow receiver is called less often.
///
/// On Apple systems the thread of the download's session waits then, and with it the sender. On Linux all sessions of a process
/// share one queue, so nothing may wait on it: there the rest goes through a file without a name, and the sender is not slowed.
///
/// `@unchecked Sendable` because its state is guarded by the condition.
final class DownloadBacklog: @unchecked Sendable {
  static let limit = 1 << 20
  /// The bytes up to which pieces are put together.
  private static let pieceLimit = 128 << 10

  private let condition = NSCondition()
  /// In their order, in front of what is in the file.
  private var pieces: [DownloadPiece] = []
  /// The last piece has room for more.
  private var isRoomy = false
  private var file: SpillFile?
  /// Those of the pieces, and of the one that the receiver has.
  private var bytesInMemory = 0
  /// Nothing is added and nothing is handed over any more.
  private var isStopped = false
  /// Nothing is added any more; the receiver gets the rest, and then the error.
  private var end: Result<Void, any Error>?
  private var waiter: CheckedContinuation<Void, Never>?

  /// The bytes that were not handed over yet.
  var waitingBytes: (memory: Int, file: Int) { condition.withLock { (bytesInMemory, file?.waitingBytes ?? 0) } }

  func add(_ piece: DownloadPiece) {
    condition.lock()
    defer { condition.unlock() }
    guard !isStopped, end == nil else { return }
    #if canImport(FoundationNetworking)
      if case .bytes(let bytes) = piece, file?.isEmpty == false || bytesInMemory + bytes.count > Self.limit {
        spill(bytes)
        return wakeReceiver()
      }
    #endif
    keep(piece)
    wakeReceiver()
    #if !canImport(FoundationNetworking)
      while bytesInMemory >= Self.limit, !isStopped { condition.wait() }
    #endif
  }

  private func keep(_ piece: DownloadPiece) {
    bytesInMemory += piece.count
    guard case .bytes(let bytes) = piece, case .bytes(var last) = pieces.last,
      last.count + bytes.count <= Self.pieceLimit
    else {
      isRoomy = false
      return pieces.append(piece)
    }
    pieces.removeLast()
    // All of one size: memory that grows step by step leaves gaps of every size behind.
    if !isRoomy { last = with(Data(capacity: Self.pieceLimit)) { $0.append(last) } }
    last.append(bytes)
    pieces.append(.bytes(last))
    isRoomy = true
  }

  private func spill(_ bytes: Data) {
    do {
      let file = try file ?? SpillFile()
      self.file = file
      try file.append(bytes)
    } catch {
      end = .failure(ClientError(.storage, operation: .transportDownload))
    }
  }

  func finish(throwing error: (any Error)? = nil) {
    condition.withLock {
      end = end ?? error.map { .failure($0) } ?? .success(())
      wakeReceiver()
    }
  }

  /// Hands the pieces over in their order until all are there.
  func receive(with receiver: (DownloadPiece) async throws -> Void) async throws {
    defer { stop() }
    while let piece = try await next() {
      try await receiver(piece)
      condition.withLock {
        bytesInMemory -= piece.count
        condition.signal()
      }
    }
  }

  /// Nobody receives any more: nothing waits from here on.
  func stop() {
    condition.withLock {
      isStopped = true
      (pieces, file) = ([], nil)
      wakeReceiver()
      condition.broadcast()
    }
  }

  /// Nil once all are handed over, after ``stop()``, and for a cancelled receiver.
  private func next() async throws -> DownloadPiece? {
    while !Task.isCancelled {
      switch try condition.withLock({ try takeNext() }) {
      case .piece(let piece): return piece
      case .over: return nil
      case .notYet: await waitForMore()
      }
    }
    return nil
  }

  private enum Known {
    case piece(DownloadPiece)
    case notYet, over
  }

  private func takeNext() throws -> Known {
    guard !isStopped else { return .over }
    if !pieces.isEmpty { return .piece(pieces.removeFirst()) }
    if let file, !file.isEmpty {
      let bytes = try file.next(Self.pieceLimit)
      guard !bytes.isEmpty else { throw ClientError(.storage, operation: .transportDownload) }
      bytesInMemory += bytes.count
      return .piece(.bytes(bytes))
    }
    guard let end else { return .notYet }
    try end.get()
    return .over
  }

  private func waitForMore() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = condition.withLock {
          guard !isStopped, end == nil, pieces.isEmpty, file?.isEmpty ?? true, !Task.isCancelled else { return true }
          waiter = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      condition.withLock { wakeReceiver() }
    }
  }

  /// With the condition locked.
  private func wakeReceiver() {
    waiter?.resume()
    waiter = nil
  }
}

/// Bytes that are read in the order in which they were written. The file has no name: it is gone with its last user, also when
/// the process dies.
private final class SpillFile {
  private let handle: FileHandle
  private var readEnd: UInt64 = 0
  private var writtenEnd: UInt64 = 0
  var waitingBytes: Int { Int(writtenEnd - readEnd) }
  var isEmpty: Bool { readEnd == writtenEnd }

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

  /// The next bytes, `limit` of them at most.
  func next(_ limit: Int) throws -> Data {
    try handle.seek(toOffset: readEnd)
    let bytes = try handle.read(upToCount: min(limit, waitingBytes)) ?? Data()
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
