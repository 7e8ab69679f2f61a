public import Foundation
public import MediaCore

/// A file system in memory. To simulate a relaunch of the app, use the same object in a second service.
///
/// The files of a `TestBed` are of this type, so a test can simulate a full disk or a locked device:
///
/// ```swift
/// let test = try await TestShelf.signedIn()
/// let files = try #require(test.environment.files as? MemoryFileSystem)
/// files.isFull = true
/// ```
public final class MemoryFileSystem: FileSystem {
  private let files: Locked<[String: Data]>
  private let locked = Locked(false)
  private let full = Locked(false)

  /// Creates a file system.
  /// - Parameter files: the contents of the files at the beginning, by path.
  public init(_ files: [String: Data] = [:]) { self.files = Locked(files) }

  /// The contents of all files, by path.
  public var contents: [String: Data] { files.withLock { $0 } }

  /// Whether every read and write fails, as on a device that has not been unlocked since it was started.
  public var isLocked: Bool {
    get { locked.withLock { $0 } }
    set { locked.withLock { $0 = newValue } }
  }

  /// Whether every write throws `FileSystemError.full`, as on a full disk. Reading, truncating, moving and removing files still work,
  /// because they need no room.
  public var isFull: Bool {
    get { full.withLock { $0 } }
    set { full.withLock { $0 = newValue } }
  }

  private func check() throws { if isLocked { throw FileSystemError.locked } }

  private func checkRoom() throws {
    try check()
    if isFull { throw FileSystemError.full }
  }

  /// The error of a real folder for a missing file (ENOENT).
  private static let noSuchFile = FileSystemError.other(code: 2)

  public func read(_ path: String) throws -> Data? {
    try check()
    return files.withLock { $0[path] }
  }

  public func size(of path: String) throws -> Int? {
    try check()
    return files.withLock { $0[path]?.count }
  }

  /// A made-up address for `path`. No file can be opened at this address.
  public func url(of path: String) -> URL? { URL(fileURLWithPath: "/memory/" + path) }

  public func replace(_ path: String, with data: Data) throws {
    try checkRoom()
    files.withLock { $0[path] = data }
  }

  public func append(_ data: Data, to path: String) throws {
    try checkRoom()
    files.withLock { $0[path, default: Data()].append(data) }
  }

  /// Writes `data` after the first `length` bytes of the file. Adds no zeros after `data` for later writes.
  public func extend(_ path: String, at length: Int, with data: Data) throws {
    try checkRoom()
    files.withLock { files in
      let gap = length - (files[path]?.count ?? 0)
      if gap > 0 { files[path, default: Data()].append(Data(count: gap)) }
      let start = (files[path]?.startIndex ?? 0) + length
      let end = min(start + data.count, files[path]?.endIndex ?? 0)
      files[path, default: Data()].replaceSubrange(start..<end, with: data)
    }
  }

  public func truncate(_ path: String, to length: Int) throws {
    try check()
    try files.withLock { files in
      guard let data = files[path] else { throw Self.noSuchFile }
      if data.count > length { files[path] = Data(data.prefix(length)) }
    }
  }

  /// Moves a file, and replaces the file at the destination if there is one.
  public func move(_ path: String, to destination: String) throws {
    try check()
    try files.withLock { files in
      guard let data = files.removeValue(forKey: path) else { throw Self.noSuchFile }
      files[destination] = data
    }
  }

  public func remove(_ path: String) throws {
    try check()
    files.withLock { files in
      files[path] = nil
      for key in files.keys where key.hasPrefix(path + "/") { files[key] = nil }
    }
  }

  public func list(_ folder: String) throws -> [String] {
    try check()
    let prefix = folder.isEmpty ? "" : folder + "/"
    return files.withLock { files in
      Set(
        files.keys.filter { $0.hasPrefix(prefix) }.compactMap {
          $0.dropFirst(prefix.count).split(separator: "/").first.map(String.init)
        }
      ).sorted()
    }
  }
}
