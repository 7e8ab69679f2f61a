import Foundation
import MediaCore

/// Writes the file of a part while it is received. Bytes are collected and appended in blocks, and each block is durable once it is
/// written. After ``close(isKept:)`` nothing more is written, even if bytes still arrive.
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

  /// - Parameter length: the bytes that the file has already.
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

  /// Writes the collected bytes.
  func flush() throws(ClientError) {
    try state.withLock { (state) throws(ClientError) in
      try check(state)
      try write(&state)
    }
  }

  /// Removes the file, and drops the collected bytes.
  func restart() throws(ClientError) {
    try state.withLock { (state) throws(ClientError) in
      try check(state)
      do { try files.remove(path) } catch { throw Self.failure(error) }
      (state.buffer, state.length) = (Data(), 0)
    }
  }

  /// - Parameter isKept: whether the collected bytes are written first, if possible.
  func close(isKept: Bool) {
    state.withLock { state in
      if isKept { try? write(&state) }
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
