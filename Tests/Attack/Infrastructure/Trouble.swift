import Foundation
import MediaCore
import MediaTesting
import TestSupport

/// Counts what a device asks its disk and its keychain for, and ends or refuses at one of these operations.
final class Trouble: Sendable {
  enum Kind: Sendable, CaseIterable {
    /// Nothing happens from there on, as when the process ends.
    case dies
    /// That one operation is refused.
    case refuses
  }

  private struct State {
    var count = 0
    var plan: (kind: Kind, number: Int)?
    var refusesWrites: (@Sendable () -> Bool)?
  }

  private let state = Locked(State())

  /// The number of operations since the start.
  var count: Int { state.withLock { $0.count } }

  /// Counts from the beginning.
  func start(_ kind: Kind? = nil, at number: Int = 0) {
    state.withLock { $0 = State(plan: kind.map { ($0, number) }) }
  }

  /// Refuses a write when `refuses` says so; nil refuses none.
  func refuseWrites(_ refuses: (@Sendable () -> Bool)?) { state.withLock { $0.refusesWrites = refuses } }

  func pass(isWrite: Bool = false) throws {
    try state.withLock { state in
      defer { state.count += 1 }
      if isWrite, state.refusesWrites?() == true { throw FileSystemError.full }
      guard let (kind, number) = state.plan else { return }
      if kind == .dies ? state.count >= number : state.count == number { throw FileSystemError.other(code: 5) }
    }
  }
}

/// Files in memory behind ``Trouble``. A folder is removed file by file, and a full disk keeps a part of what it refuses to append.
struct TroubledDisk: FileSystem {
  let memory: MemoryFileSystem
  let trouble: Trouble
  /// The number of bytes that were appended and replaced.
  let writtenBytes = Locked(0)

  func read(_ path: String) throws -> Data? {
    try trouble.pass()
    return try memory.read(path)
  }

  func replace(_ path: String, with data: Data) throws {
    try trouble.pass(isWrite: true)
    try memory.replace(path, with: data)
    writtenBytes.withLock { $0 += data.count }
  }

  func append(_ data: Data, to path: String) throws {
    do { try trouble.pass(isWrite: true) } catch {
      if error as? FileSystemError == .full { try memory.append(data.prefix(data.count / 2), to: path) }
      throw error
    }
    try memory.append(data, to: path)
    writtenBytes.withLock { $0 += data.count }
  }

  func truncate(_ path: String, to length: Int) throws {
    try trouble.pass()
    try memory.truncate(path, to: length)
  }

  func move(_ path: String, to destination: String) throws {
    try trouble.pass()
    try memory.move(path, to: destination)
  }

  func remove(_ path: String) throws {
    let files = memory.contents.keys.filter { $0 == path || $0.hasPrefix(path + "/") }.sorted()
    for file in files.isEmpty ? [path] : files {
      try trouble.pass()
      try memory.remove(file)
    }
  }

  func list(_ folder: String) throws -> [String] {
    try trouble.pass()
    return try memory.list(folder)
  }
}

/// Credentials in memory behind the same ``Trouble``.
struct TroubledSecrets: SecretStore {
  let memory: MemorySecretStore
  let trouble: Trouble

  func read(_ key: String) throws -> Secret? {
    try trouble.pass()
    return try memory.read(key)
  }

  func write(_ secret: Secret, key: String) throws {
    try trouble.pass(isWrite: true)
    try memory.write(secret, key: key)
  }

  func delete(_ key: String) throws {
    try trouble.pass()
    try memory.delete(key)
  }
}
