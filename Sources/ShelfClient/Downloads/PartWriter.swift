import Foundation
import MediaCore

/// The file of a part while it comes in. Bytes are gathered and appended in blocks, each of which is durable when it is
/// written. After ``close(isKept:)`` nothing is written any more, whatever is still on its way to here.
final class PartWriter: Sendable {
  private struct State {
    var buffer = Data()
    var length: Int
    var isClosed = false
  }

  private let files: any FileSystem
  private let path: String
  private let blockSize: Int
  private let state: Locked<State>

  /// - Parameter length: the bytes that the file has.
  init(_ files: any FileSystem, path: String, length: Int, blockSize: Int) {
    self.files = files
    self.path = path
    self.blockSize = max(1, blockSize)
    state = Locked(State(length: length))
  }

  /// Bytes that are on disk.
  var length: Int { state.withLock { $0.length } }

  /// - Returns: whether a block was written.
  @discardableResult
  func add(_ bytes: Data) throws(ClientError) -> Bool {
    try state.withLock { (state) throws(ClientError) in
      try check(state)
      state.buffer.append(bytes)
      guard state.buffer.count >= blockSize else { return false }
      try write(&state)
      return true
    }
  }

  /// Writes what was gathered.
  func flush() throws(ClientError) {
    try state.withLock { (state) throws(ClientError) in
      try check(state)
      try write(&state)
    }
  }

  /// Throws away what is there.
  func restart() throws(ClientError) {
    try state.withLock { (state) throws(ClientError) in
      try check(state)
      do { try files.remove(path) } catch { throw Self.failure(error) }
      (state.buffer, state.length) = (Data(), 0)
    }
  }

  /// - Parameter isKept: whether what was gathered is written first, as far as that is possible.
  func close(isKept: Bool) {
    state.withLock { state in
      if isKept, !state.isClosed { try? write(&state) }
      state.isClosed = true
      state.buffer = Data()
    }
  }

  private func check(_ state: State) throws(ClientError) {
    if state.isClosed { throw .cancelled(.shelfDownloadsWrite) }
  }

  private func write(_ state: inout State) throws(ClientError) {
    guard !state.buffer.isEmpty else { return }
    do { try files.append(state.buffer, to: path) } catch { throw Self.failure(error) }
    state.length += state.buffer.count
    state.buffer.removeAll(keepingCapacity: true)
  }

  static func failure(_ error: any Error) -> ClientError {
    let detail: String? =
      switch error as? FileSystemError {
      case .full: "full"
      case .locked: "locked"
      case .inUse: "inUse"
      default: nil
      }
    return ClientError(.storage, operation: .shelfDownloadsWrite, detail: detail)
  }
}
