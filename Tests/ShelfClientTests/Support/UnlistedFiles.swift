import Foundation
import MediaCore

/// Files whose folder of downloads cannot be listed until a test allows it.
final class UnlistedFiles: FileSystem {
  private let base: any FileSystem
  let isListed = Locked(false)

  init(_ base: any FileSystem) { self.base = base }

  func list(_ folder: String) throws -> [String] {
    guard isListed.withLock({ $0 }) || !folder.hasSuffix("/downloads") else { throw FileSystemError.locked }
    return try base.list(folder)
  }
  func read(_ path: String) throws -> Data? { try base.read(path) }
  func replace(_ path: String, with data: Data) throws { try base.replace(path, with: data) }
  func append(_ data: Data, to path: String) throws { try base.append(data, to: path) }
  func truncate(_ path: String, to length: Int) throws { try base.truncate(path, to: length) }
  func move(_ path: String, to destination: String) throws { try base.move(path, to: destination) }
  func remove(_ path: String) throws { try base.remove(path) }
  func url(of path: String) -> URL? { base.url(of: path) }
}
