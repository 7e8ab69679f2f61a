import Foundation

/// The pieces of a download that its receiver has not taken yet. Small ones are handed over together, so that a slow receiver is
/// called less often. At ``limit`` bytes the sender has to wait: with ``isFull()`` and a call when there is room again, or by
/// blocking its thread in ``addAndWait(_:)``.
///
/// `@unchecked Sendable` because its state is guarded by the condition.
final class DownloadBacklog: @unchecked Sendable {
  static let limit = 1 << 20
  /// The bytes up to which pieces are handed over together.
  private static let pieceLimit = 128 << 10
  /// The bytes up to which pieces are joined as they come. Joining takes the sender time, but spares small pieces memory of their
  /// own.
  private static let smallLimit = 4 << 10

  private let condition = NSCondition()
  private let onRoom: @Sendable () -> Void
  /// Pieces that were not handed over yet, in their order.
  private var pieces: [DownloadPiece] = []
  /// The bytes in `pieces`, and in the piece that the receiver has.
  private var bytes = 0
  /// Whether the sender was refused room, and `onRoom` is to be called.
  private var owesRoom = false
  /// Whether receiving has ended: nothing is added or handed over any more.
  private var isStopped = false
  /// The end of the answer: nothing is added any more, and the receiver gets the rest, and then the error.
  private var end: Result<Void, any Error>?
  private var waiter: CheckedContinuation<Void, Never>?

  /// - Parameter onRoom: called by the receiver, once for each time that ``isFull()`` was true, when half of the room is free again.
  init(onRoom: @escaping @Sendable () -> Void = {}) { self.onRoom = onRoom }

  /// The bytes that were not handed over yet.
  var waitingBytes: Int { condition.withLock { bytes } }

  /// Whether there is no room. If so, `onRoom` is called when there is room again.
  func isFull() -> Bool {
    condition.withLock {
      owesRoom = bytes >= Self.limit && !isStopped
      return owesRoom
    }
  }

  /// Adds a piece. One sender calls this, one call after the other.
  func add(_ piece: DownloadPiece) {
    condition.withLock {
      guard !isStopped, end == nil else { return }
      keep(piece)
      wakeReceiver()
    }
  }

  /// Adds a piece, and blocks the thread until there is room for the next one.
  func addAndWait(_ piece: DownloadPiece) {
    add(piece)
    condition.withLock {
      while bytes >= Self.limit, !isStopped { condition.wait() }
    }
  }

  private func keep(_ piece: DownloadPiece) {
    bytes += piece.count
    guard case .bytes(let more) = piece, case .bytes(var last) = pieces.last, last.count + more.count <= Self.smallLimit
    else { return pieces.append(piece) }
    pieces.removeLast()
    last.append(more)
    pieces.append(.bytes(last))
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
      let hasRoom = condition.withLock {
        bytes -= piece.count
        condition.signal()
        guard owesRoom, bytes <= Self.limit / 2 else { return false }
        owesRoom = false
        return true
      }
      if hasRoom { onRoom() }
    }
  }

  /// Ends receiving: drops the pieces and resumes every waiter.
  func stop() {
    condition.withLock {
      isStopped = true
      pieces = []
      wakeReceiver()
      condition.broadcast()
    }
  }

  /// The next piece; nil once all are handed over, after ``stop()``, and for a cancelled receiver.
  private func next() async throws -> DownloadPiece? {
    while !Task.isCancelled {
      switch try condition.withLock({ try takeNext() }) {
      case .head(let head): return .head(head)
      case .pieces(let pieces): return .bytes(Self.joined(pieces))
      case .over: return nil
      case .notYet: await waitForMore()
      }
    }
    return nil
  }

  private enum Known {
    case head(HTTPResponse)
    case pieces([Data])
    case notYet, over
  }

  private func takeNext() throws -> Known {
    guard !isStopped else { return .over }
    if case .head(let head) = pieces.first {
      pieces.removeFirst()
      return .head(head)
    }
    if !pieces.isEmpty { return .pieces(takeBytes()) }
    guard let end else { return .notYet }
    try end.get()
    return .over
  }

  /// Call with the condition locked.
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
          guard !isStopped, end == nil, pieces.isEmpty, !Task.isCancelled else { return true }
          waiter = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      condition.withLock { wakeReceiver() }
    }
  }

  /// Call with the condition locked.
  private func wakeReceiver() {
    waiter?.resume()
    waiter = nil
  }
}

extension DownloadPiece {
  fileprivate var count: Int { if case .bytes(let bytes) = self { bytes.count } else { 0 } }
}
