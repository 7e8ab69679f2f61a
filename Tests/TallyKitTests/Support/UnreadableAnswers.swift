import Foundation
import MediaCore

/// Files of which those with cached answers of the server cannot be read.
struct UnreadableAnswers: FileSystem {
  let base: any FileSystem
  let isLocked = Locked(true)

  func read(_ path: String) throws -> Data? {
    if path.contains("/answers/"), isLocked.withLock({ $0 }) { throw FileSystemError.locked }
    return try base.read(path)
  }
  func replace(_ path: String, with data: Data) throws { try base.replace(path, with: data) }
  func append(_ data: Data, to path: String) throws { try base.append(data, to: path) }
  func truncate(_ path: String, to length: Int) throws { try base.truncate(path, to: length) }
  func move(_ path: String, to destination: String) throws { try base.move(path, to: destination) }
  func remove(_ path: String) throws { try base.remove(path) }
  func list(_ folder: String) throws -> [String] { try base.list(folder) }
}
