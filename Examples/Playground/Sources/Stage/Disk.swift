import Foundation
import MediaCore
import MediaTesting

/// A device's files as one launch of its app sees them.
final class Disk: FileSystem {
  private let files: MemoryFileSystem
  private let launch: Launch
  private let isFull: Locked<Bool>

  /// - Parameter isFull: shared by all launches of a device.
  init(_ files: MemoryFileSystem, launch: Launch, isFull: Locked<Bool>) {
    self.files = files
    self.launch = launch
    self.isFull = isFull
  }

  private func check() throws {
    guard launch.isRunning else { throw FileSystemError.other(code: 5) }
  }

  /// The part of the data that reaches the disk. A process that dies in the midst of a write leaves the part before.
  private func room(for data: Data) throws -> Data {
    if isFull.withLock({ $0 }) { throw FileSystemError.full }
    guard let count = launch.write(data.count) else { throw FileSystemError.other(code: 5) }
    return data.prefix(count)
  }

  func read(_ path: String) throws -> Data? {
    try check()
    return try files.read(path)
  }

  func size(of path: String) throws -> Int? {
    try check()
    return try files.size(of: path)
  }

  func url(of path: String) -> URL? { files.url(of: path) }

  /// Replaces the file as a whole or not at all, as a rename does.
  func replace(_ path: String, with data: Data) throws {
    guard try room(for: data).count == data.count else { throw FileSystemError.other(code: 5) }
    try files.replace(path, with: data)
  }

  func append(_ data: Data, to path: String) throws {
    let kept = try room(for: data)
    try files.append(kept, to: path)
    if kept.count < data.count { throw FileSystemError.other(code: 5) }
  }

  func extend(_ path: String, at length: Int, with data: Data) throws {
    let kept = try room(for: data)
    try files.extend(path, at: length, with: kept)
    if kept.count < data.count { throw FileSystemError.other(code: 5) }
  }

  func truncate(_ path: String, to length: Int) throws {
    try check()
    try files.truncate(path, to: length)
  }

  func move(_ path: String, to destination: String) throws {
    try check()
    try files.move(path, to: destination)
  }

  func remove(_ path: String) throws {
    try check()
    try files.remove(path)
  }

  func list(_ folder: String) throws -> [String] {
    try check()
    return try files.list(folder)
  }
}
