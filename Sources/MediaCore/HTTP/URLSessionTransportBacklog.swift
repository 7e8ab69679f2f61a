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
  /// The bytes up to which pieces are handed over together.
  private static let pieceLimit = 128 << 10
  /// The bytes up to which they are put together as they come, which takes time of the session: each piece needs memory of its own.
  private static let smallLimit = 4 << 10

  private let condition = NSCondition()
  /// In their order, in front of what is in the file.
  private var pieces: [DownloadPiece] = []
  private var file: SpillFile?
  /// Those of the pieces, and of the one that the receiver has.
  private var bytesInMemory = 0
  /// Nothing is added and nothing is handed over any more.
  private var isStopped = false
  /// Nothing is added any more; the receiver gets the rest, and then the error.
  private var end: Result<Void, any Error>?
  private var waiter: CheckedContinuation<Void, Never>?
  private let folder: URL

  /// - Parameter folder: where the file is made.
  init(folder: URL = FileManager.default.temporaryDirectory) { self.folder = folder }

  /// The bytes that were not handed over yet.
  var waitingBytes: (memory: Int, file: Int) { condition.withLock { (bytesInMemory, file?.waitingBytes ?? 0) } }

  /// One call after the other.
  func add(_ piece: DownloadPiece) {
    #if canImport(FoundationNetworking)
      if case .bytes(let bytes) = piece, let file = fileToFill(with: bytes.count) { return spill(bytes, to: file) }
    #endif
    condition.lock()
    defer { condition.unlock() }
    guard !isStopped, end == nil else { return }
    keep(piece)
    wakeReceiver()
    #if !canImport(FoundationNetworking)
      while bytesInMemory >= Self.limit, !isStopped { condition.wait() }
    #endif
  }

  private func keep(_ piece: DownloadPiece) {
    bytesInMemory += piece.count
    guard case .bytes(let bytes) = piece, case .bytes(var last) = pieces.last,
      last.count + bytes.count <= Self.smallLimit
    else { return pieces.append(piece) }
    pieces.removeLast()
    last.append(bytes)
    pieces.append(.bytes(last))
  }

  /// Nil while memory has room, and the file is empty.
  private func fileToFill(with count: Int) -> SpillFile? {
    condition.withLock {
      guard !isStopped, end == nil, file?.isEmpty == false || bytesInMemory + count > Self.limit else { return nil }
      do {
        let file = try file ?? SpillFile(in: folder)
        self.file = file
        file.isFilling = true
        return file
      } catch {
        fail()
        return nil
      }
    }
  }

  /// The condition is not locked while the disk works: the receiver would hardly ever get it.
  private func spill(_ bytes: Data, to file: SpillFile) {
    let isWritten: Void? = try? file.write(bytes)
    condition.withLock {
      file.isFilling = false
      guard isWritten != nil else { return fail() }
      file.writtenEnd += bytes.count
      wakeReceiver()
    }
  }

  /// With the condition locked.
  private func fail() {
    end = end ?? .failure(Self.storageFault)
    wakeReceiver()
  }

  private static var storageFault: ClientError { ClientError(.storage, operation: .transportDownload) }

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
      case .head(let head): return .head(head)
      case .pieces(let pieces): return .bytes(Self.joined(pieces))
      case .stored(let file, let range):
        let bytes: Data
        do { bytes = try file.read(range) } catch { throw Self.storageFault }
        condition.withLock {
          bytesInMemory += bytes.count
          file.readEnd = range.upperBound
        }
        return .bytes(bytes)
      case .over: return nil
      case .notYet: await waitForMore()
      }
    }
    return nil
  }

  private enum Known {
    case head(HTTPResponse)
    case pieces([Data])
    case stored(SpillFile, Range<Int>)
    case notYet, over
  }

  private func takeNext() throws -> Known {
    guard !isStopped else { return .over }
    if case .head(let head) = pieces.first {
      pieces.removeFirst()
      return .head(head)
    }
    if !pieces.isEmpty { return .pieces(takeBytes()) }
    if let file {
      if !file.isEmpty { return .stored(file, file.next(Self.pieceLimit)) }
      if !file.isFilling { file.clear() }
    }
    guard let end else { return .notYet }
    try end.get()
    return .over
  }

  /// With the condition locked.
  private func takeBytes() -> [Data] {
    var taken: [Data] = []
    var count = 0
    while taken.count < pieces.count, case .bytes(let bytes) = pieces[taken.count],
      taken.isEmpty || count + bytes.count <= Self.pieceLimit
    {
      taken.append(bytes)
      count += bytes.count
    }
    pieces.removeFirst(taken.count)
    return taken
  }

  private static func joined(_ pieces: [Data]) -> Data {
    if pieces.count == 1 { return pieces[0] }
    return pieces.reduce(into: Data(capacity: pieceLimit)) { $0 += $1 }
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
///
/// `@unchecked Sendable`: its variables are guarded by the condition of the backlog, and one writes while another reads what stands in
/// front of that.
private final class SpillFile: @unchecked Sendable {
  private let handle: FileHandle
  var readEnd = 0
  var writtenEnd = 0
  /// Somebody writes behind the end.
  var isFilling = false

  init(in folder: URL) throws {
    let url = folder.appendingPathComponent(UUID().uuidString)
    guard FileManager.default.createFile(atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600]) else {
      throw FileSystemError.notPermitted
    }
    defer { try? FileManager.default.removeItem(at: url) }
    handle = try FileHandle(forUpdating: url)
  }

  var waitingBytes: Int { writtenEnd - readEnd }
  var isEmpty: Bool { readEnd == writtenEnd }

  /// The place of the next bytes, `limit` of them at most.
  func next(_ limit: Int) -> Range<Int> { readEnd..<readEnd + min(limit, waitingBytes) }

  func write(_ bytes: Data) throws {
    try bytes.withUnsafeBytes { bytes in
      try all(bytes.count) { done in
        pwrite(handle.fileDescriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done, off_t(writtenEnd + done))
      }
    }
  }

  func read(_ range: Range<Int>) throws -> Data {
    var bytes = Data(count: range.count)
    try bytes.withUnsafeMutableBytes { bytes in
      try all(bytes.count) { done in
        pread(
          handle.fileDescriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done, off_t(range.lowerBound + done)
        )
      }
    }
    return bytes
  }

  /// - Parameter step: does a part, behind the bytes that are done already.
  private func all(_ count: Int, _ step: (_ done: Int) -> Int) throws {
    var done = 0
    while done < count {
      let more = step(done)
      if more < 0, errno == EINTR { continue }
      guard more > 0 else { throw FileSystemError.other(code: errno) }
      done += more
    }
  }

  /// Gives the room of what was read back.
  func clear() {
    guard writtenEnd > 0 else { return }
    try? handle.truncate(atOffset: 0)
    (readEnd, writtenEnd) = (0, 0)
  }
}

extension DownloadPiece {
  fileprivate var count: Int { if case .bytes(let bytes) = self { bytes.count } else { 0 } }
}
