import Foundation
import HubTesting
import MediaCore

/// Files in memory that ask before each read and write. For what `MemoryFileSystem.isLocked` is too much: files that can be
/// written and not read, one folder without room, something that happens in the moment of a write.
final class CheckedFileSystem: FileSystem {
  enum Access: Sendable { case read, write }
  typealias Check = @Sendable (Access, _ path: String) throws -> Void

  private let base: MemoryFileSystem
  private let check: Locked<Check?>

  /// - Parameter check: refuses by throwing.
  init(_ base: MemoryFileSystem = MemoryFileSystem(), check: @escaping Check) {
    self.base = base
    self.check = Locked(check)
  }

  /// Takes nothing.
  static var full: CheckedFileSystem { refusing(.write, with: .full) }

  static func refusing(
    _ refused: Access, with error: FileSystemError, _ base: MemoryFileSystem = MemoryFileSystem()
  ) -> CheckedFileSystem {
    CheckedFileSystem(base) { access, _ in if access == refused { throw error } }
  }

  /// Asks no more.
  func allowAll() { check.withLock { $0 = nil } }

  private func ask(_ access: Access, _ path: String) throws { try check.withLock { $0 }?(access, path) }

  func read(_ path: String) throws -> Data? {
    try ask(.read, path)
    return try base.read(path)
  }
  func replace(_ path: String, with data: Data) throws {
    try ask(.write, path)
    try base.replace(path, with: data)
  }
  func append(_ data: Data, to path: String) throws {
    try ask(.write, path)
    try base.append(data, to: path)
  }
  func truncate(_ path: String, to length: Int) throws { try base.truncate(path, to: length) }
  func move(_ path: String, to destination: String) throws { try base.move(path, to: destination) }
  func remove(_ path: String) throws { try base.remove(path) }
  func list(_ folder: String) throws -> [String] { try base.list(folder) }
}
