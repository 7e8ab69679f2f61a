public import Foundation
public import MediaCore

/// Files that another process uses too: right before one operation of this process, the other process does its own work, unless this process
/// holds the folder's lock.
public final class RivalFileSystem: FileSystem {
  private struct State {
    var count = 0
    var isLocked = false
  }

  private let base: any FileSystem
  private let number: Int
  private let rival: @Sendable (any FileSystem) throws -> Void
  private let state = Locked(State())

  /// - Parameters:
  ///   - number: the operation of this process, counted from 1, before which the other process works.
  ///   - rival: the work of the other process, which has the lock meanwhile.
  public init(
    _ base: any FileSystem, before number: Int, rival: @escaping @Sendable (any FileSystem) throws -> Void
  ) {
    (self.base, self.number, self.rival) = (base, number, rival)
  }

  private func step() throws {
    let isTurn = state.withLock { state in
      state.count += 1
      return state.count == number && !state.isLocked
    }
    if isTurn { try rival(base) }
  }

  public func read(_ path: String) throws -> Data? {
    try step()
    return try base.read(path)
  }
  public func replace(_ path: String, with data: Data) throws {
    try step()
    try base.replace(path, with: data)
  }
  public func append(_ data: Data, to path: String) throws {
    try step()
    try base.append(data, to: path)
  }
  public func truncate(_ path: String, to length: Int) throws {
    try step()
    try base.truncate(path, to: length)
  }
  public func move(_ path: String, to destination: String) throws {
    try step()
    try base.move(path, to: destination)
  }
  public func remove(_ path: String) throws {
    try step()
    try base.remove(path)
  }
  public func list(_ folder: String) throws -> [String] {
    try step()
    return try base.list(folder)
  }
  public func lock(_ path: String) throws -> (any Sendable)? {
    try step()
    state.withLock { $0.isLocked = true }
    return path
  }
}

/// Files whose folder another process holds.
public final class HeldFileSystem: FileSystem {
  private let base: any FileSystem
  public let isHeld = Locked(true)

  public init(_ base: any FileSystem) { self.base = base }

  public func read(_ path: String) throws -> Data? { try base.read(path) }
  public func replace(_ path: String, with data: Data) throws { try base.replace(path, with: data) }
  public func append(_ data: Data, to path: String) throws { try base.append(data, to: path) }
  public func truncate(_ path: String, to length: Int) throws { try base.truncate(path, to: length) }
  public func move(_ path: String, to destination: String) throws { try base.move(path, to: destination) }
  public func remove(_ path: String) throws { try base.remove(path) }
  public func list(_ folder: String) throws -> [String] { try base.list(folder) }
  public func lock(_ path: String) throws -> (any Sendable)? {
    if isHeld.withLock({ $0 }) { throw FileSystemError.inUse }
    return path
  }
}
