import Foundation
import MediaTesting

@testable import MediaCore

/// A change of a disk.
enum DiskChange: Sendable {
  case replace(String, Data)
  case append(String, Data)
  case truncate(String, Int)
  case move(String, String)
  case remove(String)

  func apply(to files: MemoryFileSystem) throws {
    switch self {
    case .replace(let path, let data): try files.replace(path, with: data)
    case .append(let path, let data): try files.append(data, to: path)
    case .truncate(let path, let length): try files.truncate(path, to: length)
    case .move(let path, let target): try files.move(path, to: target)
    case .remove(let path): try files.remove(path)
    }
  }
}

/// Files in memory that write down every change, and fail on demand.
final class TroubledFiles: FileSystem {
  struct State {
    var changes: [DiskChange] = []
    var appends = 0
    /// The number of bytes that still fit; nil for no limit.
    var room: Int?
    var failsReads = false
    var failsTruncates = false
    var failsAppends = false
    /// The number of next lists that fail.
    var failingLists = 0
  }

  let base: MemoryFileSystem
  let state = Locked(State())

  init(_ base: MemoryFileSystem = MemoryFileSystem()) { self.base = base }

  var changeCount: Int { state.withLock { $0.changes.count } }
  var changes: [DiskChange] { state.withLock { $0.changes } }

  func read(_ path: String) throws -> Data? {
    if state.withLock({ $0.failsReads }) { throw FileSystemError.locked }
    return try base.read(path)
  }

  func replace(_ path: String, with data: Data) throws {
    guard take(data.count) == data.count else { throw FileSystemError.full }
    try change(.replace(path, data))
  }

  /// Writes the part that fits before a full disk refuses the rest.
  func append(_ data: Data, to path: String) throws {
    if state.withLock({ $0.failsAppends }) { throw FileSystemError.full }
    let count = take(data.count)
    state.withLock { $0.appends += 1 }
    if count > 0 { try change(.append(path, data.prefix(count))) }
    if count < data.count { throw FileSystemError.full }
  }

  func truncate(_ path: String, to length: Int) throws {
    if state.withLock({ $0.failsTruncates }) { throw FileSystemError.other(code: 5) }
    try change(.truncate(path, length))
  }

  func move(_ path: String, to destination: String) throws { try change(.move(path, destination)) }

  func remove(_ path: String) throws {
    if state.withLock({ $0.failsTruncates }) { throw FileSystemError.other(code: 5) }
    try change(.remove(path))
  }

  func list(_ folder: String) throws -> [String] {
    let fails = state.withLock { state in
      defer { state.failingLists = max(0, state.failingLists - 1) }
      return state.failingLists > 0
    }
    if fails { throw FileSystemError.other(code: 5) }
    return try base.list(folder)
  }

  private func take(_ count: Int) -> Int {
    state.withLock { state in
      guard let room = state.room else { return count }
      state.room = max(0, room - count)
      return min(room, count)
    }
  }

  private func change(_ change: DiskChange) throws {
    try change.apply(to: base)
    state.withLock { $0.changes.append(change) }
  }
}

extension FileSystem {
  /// The one file of the outbox with this ending.
  func outboxFile(_ ending: String) throws -> String? {
    try list("outbox").first { $0.hasSuffix(ending) }.map { "outbox/\($0)" }
  }
}
