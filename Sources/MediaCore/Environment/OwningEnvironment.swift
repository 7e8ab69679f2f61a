import Foundation

extension ClientEnvironment {
  /// Runs `body` as the owner of the folder when no other process owns it, such as to send a widget's change while the app does not run.
  ///
  /// `body` makes its services over the environment that it gets, and lets them go. Keep it short: an app that starts meanwhile gets
  /// `storage` with the detail `inUse` until `body` returns. Whatever `body` has left running can write nothing afterwards.
  ///
  /// ```text
  /// await environment.whileUnowned { environment in
  ///   let shelf = ShelfService(server: address, environment: environment)
  ///   await shelf.queue.flush(.foreground)
  ///   await shelf.queue.settled()
  /// }
  /// ```
  /// - Returns: nil when another process owns the folder, or the lock cannot be taken now: `body` did not run then.
  public func whileUnowned<Value: Sendable, Failure: Error>(
    _ body: @Sendable (ClientEnvironment) async throws(Failure) -> Value
  ) async throws(Failure) -> Value? {
    guard !isReading else { return nil }
    let owned = OwnedFileSystem(base: files)
    let shared = SharedObjects()
    do { try shared.lock(owned) } catch { return nil }
    defer {
      owned.end()
      shared.unlock()
    }
    return try await body(
      with(self) {
        $0.files = owned
        $0.shared = shared
      })
  }
}

/// Files that are owned for a while, and take no change afterwards.
final class OwnedFileSystem: FileSystem {
  private let base: any FileSystem
  private let hasEnded = Locked(false)

  init(base: any FileSystem) { self.base = base }

  func end() { hasEnded.withLock { $0 = true } }

  /// Holds the lock during the write, so that none is under way when ``end()`` returns.
  private func write<Value>(_ body: () throws -> Value) throws -> Value {
    try hasEnded.withLock { hasEnded in
      if hasEnded { throw FileSystemError.inUse }
      return try body()
    }
  }

  func read(_ path: String) throws -> Data? { try base.read(path) }
  func list(_ folder: String) throws -> [String] { try base.list(folder) }
  func size(of path: String) throws -> Int? { try base.size(of: path) }
  func url(of path: String) -> URL? { base.url(of: path) }
  func lock(_ path: String) throws -> (any Sendable)? { try write { try base.lock(path) } }

  func replace(_ path: String, with data: Data) throws { try write { try base.replace(path, with: data) } }
  func append(_ data: Data, to path: String) throws { try write { try base.append(data, to: path) } }
  func extend(_ path: String, at length: Int, with data: Data) throws {
    try write { try base.extend(path, at: length, with: data) }
  }
  func truncate(_ path: String, to length: Int) throws { try write { try base.truncate(path, to: length) } }
  func move(_ path: String, to destination: String) throws { try write { try base.move(path, to: destination) } }
  func remove(_ path: String) throws { try write { try base.remove(path) } }
}
