package import Foundation
package import MediaCore

/// Files of a process that dies at one of its writing operations: that one is done in part, and nothing after it.
package final class DyingFileSystem: FileSystem {
  private let base: any FileSystem
  private let number: Int
  private let count = Locked(0)

  /// - Parameter number: the writing operation that fails, counted from 1.
  package init(_ base: any FileSystem, at number: Int) { (self.base, self.number) = (base, number) }

  /// The number of writing operations so far.
  package var operations: Int { count.withLock { $0 } }
  package var isDead: Bool { operations >= number }

  private static let death = FileSystemError.other(code: 5)

  /// - Parameter part: what a dying process has still done.
  private func step(_ part: () throws -> Void = {}) throws {
    let now = count.withLock { count in
      count += 1
      return count
    }
    if now == number { try part() }
    if now >= number { throw Self.death }
  }

  package func read(_ path: String) throws -> Data? {
    if isDead { throw Self.death }
    return try base.read(path)
  }

  package func list(_ folder: String) throws -> [String] {
    if isDead { throw Self.death }
    return try base.list(folder)
  }

  package func replace(_ path: String, with data: Data) throws {
    try step()
    try base.replace(path, with: data)
  }

  package func append(_ data: Data, to path: String) throws {
    try step { try base.append(data.prefix(data.count / 2), to: path) }
    try base.append(data, to: path)
  }

  package func extend(_ path: String, at length: Int, with data: Data) throws {
    try step { try base.extend(path, at: length, with: data.prefix(data.count / 2)) }
    try base.extend(path, at: length, with: data)
  }

  package func truncate(_ path: String, to length: Int) throws {
    try step()
    try base.truncate(path, to: length)
  }

  package func move(_ path: String, to destination: String) throws {
    try step()
    try base.move(path, to: destination)
  }

  package func remove(_ path: String) throws {
    try step()
    try base.remove(path)
  }
}
