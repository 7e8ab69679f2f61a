public import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The files of a real folder. When a function returns, the data that it has written and the names of new files and folders are already
/// handed to the disk. `Data.write(.atomic)` does not ensure this.
///
/// A crash of the process or the system loses nothing that was written. On Apple systems, `fsync` does not flush the cache of the drive
/// itself, so a power cut can still lose the last writes. Some network file systems cannot write the names of files on request, and write
/// them later instead.
public struct FolderFileSystem: FileSystem {
  private let root: String

  /// Creates a file system over a folder.
  /// - Parameter folder: the folder. If it does not exist, the first write creates it with mode 0700.
  public init(folder: URL) { root = folder.path }

  static var defaultFolder: URL {
    let base =
      FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
      ?? FileManager.default.temporaryDirectory
    return base.appendingPathComponent("MediaClients", isDirectory: true)
  }

  public func read(_ path: String) throws -> Data? {
    let file = try file(path)
    let descriptor = open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw Self.failure(errno)
    }
    defer { close(descriptor) }
    var data = Data()
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = buffer.withUnsafeMutableBytes { systemRead(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        throw Self.failure(errno)
      }
      if count == 0 { return data }
      data.append(contentsOf: buffer[0..<count])
    }
  }

  public func replace(_ path: String, with data: Data) throws {
    let file = try file(path)
    try makeParent(of: file)
    // Use a unique name, so that two processes replacing the same file don't write into each other's part.
    let part = "\(file).\(getpid())-\(Self.nextPart()).part"
    do {
      try write(data, to: part, flags: O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC)
      guard rename(part, file) == 0 else { throw Self.failure(errno) }
    } catch {
      unlink(part)
      throw error
    }
    try syncParent(of: file)
  }

  public func append(_ data: Data, to path: String) throws { try add(data, to: path, at: nil) }

  public func extend(_ path: String, at length: Int, with data: Data) throws { try add(data, to: path, at: length) }

  private func add(_ data: Data, to path: String, at length: Int?) throws {
    let file = try file(path)
    let flags = O_WRONLY | O_CLOEXEC | (length == nil ? O_APPEND : 0)
    // Try to write first: the file nearly always exists. Create its folder only if the file does not exist.
    if try write(data, to: file, flags: flags, at: length, mustExist: false) { return }
    try makeParent(of: file)
    try write(data, to: file, flags: flags | O_CREAT, at: length)
    do { try syncParent(of: file) } catch {
      // The caller gets an error, so the write must leave nothing behind: remove the new file.
      unlink(file)
      throw error
    }
  }

  public func truncate(_ path: String, to length: Int) throws {
    let descriptor = open(try file(path), O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.failure(errno) }
    defer { close(descriptor) }
    guard lseek(descriptor, 0, SEEK_END) > off_t(length) else { return }
    guard ftruncate(descriptor, off_t(length)) == 0, fsync(descriptor) == 0 else { throw Self.failure(errno) }
  }

  /// Moves a file in one step, and replaces the file at the destination if there is one.
  public func move(_ path: String, to destination: String) throws {
    let (source, target) = (try file(path), try file(destination))
    try makeParent(of: target)
    guard rename(source, target) == 0 else { throw Self.failure(errno) }
    try syncParent(of: target)
  }

  public func remove(_ path: String) throws {
    let file = try file(path)
    guard try Self.exists(file, lstat) else { return }
    do { try FileManager.default.removeItem(atPath: file) } catch { throw FileSystemError.notPermitted }
    try syncParent(of: file)
  }

  public func list(_ folder: String) throws -> [String] {
    let path = folder.isEmpty ? root : try file(folder)
    guard try Self.exists(path, stat) else { return [] }
    do { return try FileManager.default.contentsOfDirectory(atPath: path).sorted() } catch {
      throw FileSystemError.notPermitted
    }
  }

  public func size(of path: String) throws -> Int? {
    let descriptor = open(try file(path), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw Self.failure(errno)
    }
    defer { close(descriptor) }
    let end = lseek(descriptor, 0, SEEK_END)
    guard end >= 0 else { throw Self.failure(errno) }
    return Int(end)
  }

  public func url(of path: String) -> URL? { (try? file(path)).map { URL(fileURLWithPath: $0) } }

  /// Takes the lock with this path. The lock is released when the returned value is released, and at the latest when the process ends.
  public func lock(_ path: String) throws -> (any Sendable)? {
    let file = try file(path)
    try makeParent(of: file)
    let descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Self.failure(errno) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let code = errno
      close(descriptor)
      throw code == EWOULDBLOCK ? FileSystemError.inUse : Self.failure(code)
    }
    removeAbandonedParts()
    return HeldLock(descriptor: descriptor)
  }

  /// Removes the files of processes that ended in the middle of ``replace(_:with:)``: they can hold credentials, and are never
  /// read.
  private func removeAbandonedParts() {
    guard let names = FileManager.default.enumerator(atPath: root) else { return }
    for case let name as String in names where name.hasSuffix(".part") {
      let owner = name.split(separator: ".").dropLast().last?.split(separator: "-").first.flatMap { pid_t($0) }
      guard let owner, owner != getpid(), kill(owner, 0) != 0, errno == ESRCH else { continue }
      unlink(root + "/" + name)
    }
  }

  private final class HeldLock: Sendable {
    private let descriptor: Int32
    init(descriptor: Int32) { self.descriptor = descriptor }
    deinit { close(descriptor) }
  }

  private static let parts = Locked(0)

  private static func nextPart() -> Int {
    parts.withLock { parts in
      parts += 1
      return parts
    }
  }

  // MARK: Parts

  private func file(_ path: String) throws -> String {
    let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let isSafe = parts.allSatisfy { part in
      !part.isEmpty && !part.elementsEqual(".".utf8) && !part.elementsEqual("..".utf8) && !part.contains(0)
    }
    guard isSafe else { throw FileSystemError.badPath }
    return root + "/" + path
  }

  /// The bytes of zeros that a file gets at one time, as room for later writes.
  private static let room = 64 << 10

  /// - Parameter length: the place of the data in a file with room; nil for where the descriptor stands.
  /// - Returns: false for a file that does not exist and need not.
  @discardableResult
  private func write(
    _ data: Data, to file: String, flags: Int32, at length: Int? = nil, mustExist: Bool = true
  ) throws -> Bool {
    let descriptor = open(file, flags, 0o600)
    if descriptor < 0, errno == ENOENT, !mustExist { return false }
    guard descriptor >= 0 else { throw Self.failure(errno) }
    defer { close(descriptor) }
    let end = lseek(descriptor, 0, SEEK_END)
    do {
      if let length {
        // Reserve room at the end: later writes within it keep the file's length, which saves a disk write each time.
        let needed = off_t(length + data.count)
        if end < needed { _ = ftruncate(descriptor, needed + off_t(Self.room)) }
        guard lseek(descriptor, off_t(length), SEEK_SET) == length else { throw Self.failure(errno) }
      }
      try data.withUnsafeBytes { try writeAll($0, to: descriptor) }
      guard syncData(descriptor) == 0 else { throw Self.failure(errno) }
    } catch {
      // Cut off a half-written record, so that the next one is not written behind it.
      if end >= 0 { _ = ftruncate(descriptor, length.map { off_t($0) } ?? end) }
      throw error
    }
    return true
  }

  private func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count < 0 {
        if errno == EINTR { continue }
        throw Self.failure(errno)
      }
      rest = rest.dropFirst(count)
    }
  }

  /// Whether there is something at the path.
  /// - Parameter look: `stat`, or `lstat` to count a link whose target is missing.
  /// - Throws: when that cannot be known, as in a folder that may not be searched.
  private static func exists(
    _ path: String, _ look: (UnsafePointer<CChar>, UnsafeMutablePointer<stat>) -> Int32
  ) throws -> Bool {
    var status = stat()
    if look(path, &status) == 0 { return true }
    if errno == ENOENT || errno == ENOTDIR { return false }
    throw failure(errno)
  }

  private func makeParent(of file: String) throws {
    let parent = (file as NSString).deletingLastPathComponent
    guard parent != file, access(parent, F_OK) != 0 else { return }
    try makeParent(of: parent)
    // With EEXIST, another process has made the folder between `access` and `mkdir`: go on.
    guard mkdir(parent, 0o700) == 0 || errno == EEXIST else { throw Self.failure(errno) }
    // Ignore these errors: the folder above may belong to another user and be unreadable.
    do { try syncParent(of: parent) } catch FileSystemError.notPermitted, FileSystemError.locked {}
  }

  private func syncParent(of file: String) throws {
    let descriptor = open((file as NSString).deletingLastPathComponent, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.failure(errno) }
    defer { close(descriptor) }
    if fsync(descriptor) != 0, let failure = Self.nameFailure(errno) { throw failure }
  }

  /// The error of an `fsync` of a folder; nil where the file system cannot do that for folders.
  static func nameFailure(_ code: Int32) -> FileSystemError? {
    switch code {
    case EINVAL, EBADF, ENOTSUP: nil
    default: failure(code)
    }
  }

  private static func failure(_ code: Int32) -> FileSystemError {
    switch code {
    case ENOSPC, EDQUOT: .full
    case EACCES, EROFS: .notPermitted
    case EPERM: .locked
    default: .other(code: code)
    }
  }
}

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}

private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, buffer, count)
}

/// Brings the bytes of a file and its length to the disk; its times may follow later.
private func syncData(_ descriptor: Int32) -> Int32 {
  #if canImport(Darwin)
    fsync(descriptor)
  #else
    fdatasync(descriptor)
  #endif
}
