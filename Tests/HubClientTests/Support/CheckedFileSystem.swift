import Foundation
import HubTesting
import MediaCore

/// Files in memory that call a check before each read and write. For cases that `MemoryFileSystem.isLocked` does not cover: files that can
/// be written but not read, a single full folder, an event during a write.
final class CheckedFileSystem: FileSystem {
  enum Access: Sendable { case read, write }
  typealias Check = @Sendable (Access, _ path: String) throws -> Void

  private let base: MemoryFileSystem
  private let check: Locked<Check?>

  /// - Parameter check: throws to refuse the access.
  init(_ base: MemoryFileSystem = MemoryFileSystem(), check: @escaping Check) {
    self.base = base
    self.check = Locked(check)
  }

  /// A file system on a full disk.
  static var full: CheckedFileSystem { refusing(.write, with: .full) }

  static func refusing(
    _ refused: Access, with error: FileSystemError, _ base: MemoryFileSystem = MemoryFileSystem()
  ) -> CheckedFileSystem {
    CheckedFileSystem(base) { access, _ in if access == refused { throw error } }
  }

  /// Removes the check.
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
