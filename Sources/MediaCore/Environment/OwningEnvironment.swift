import Foundation

extension ClientEnvironment {
  /// Runs `body` as the owner of the folder if no other process owns the folder, for example to send a widget's change while the app is not
  /// running.
  ///
  /// `body` must create its services with the environment that is passed to it, and release them before it returns. Keep `body` short: an
  /// app that starts while `body` runs gets `storage` errors with the detail `inUse` until `body` has returned. If the sign-in is being
  /// renewed when `body` returns, this function waits for the renewal. Tasks that `body` has left running can write neither files nor
  /// secrets afterwards.
  ///
  /// ```text
  /// await environment.whileUnowned { environment in
  ///   let shelf = ShelfService(server: address, environment: environment)
  ///   await shelf.queue.flush(.foreground)
  ///   await shelf.queue.settled()
  /// }
  /// ```
  /// - Returns: the result of `body`; nil if `body` did not run, because another process owns the folder or the folder's lock cannot be
  ///   taken now.
  public func whileUnowned<Value: Sendable, Failure: Error>(
    _ body: @Sendable (ClientEnvironment) async throws(Failure) -> Value
  ) async throws(Failure) -> Value? {
    guard !isReading else { return nil }
    let ownership = Ownership()
    let owned = OwnedFileSystem(base: files, ownership)
    let shared = SharedObjects()
    do { try shared.lock(owned) } catch { return nil }
    let environment = with(self) {
      $0.files = owned
      $0.secrets = OwnedSecretStore(base: secrets, ownership)
      $0.shared = shared
      $0.ownership = ownership
    }
    let outcome: Result<Value, Failure>
    do throws(Failure) { outcome = .success(try await body(environment)) } catch { outcome = .failure(error) }
    // Begin no token renewal from here on, and wait for one under way: the server ends the old token, so the app would be signed out if
    // `end()` prevented storing the new one.
    ownership.startEnding()
    for object in shared.unfinished { await object.finish() }
    ownership.end()
    shared.unlock()
    return try outcome.get()
  }
}

/// An object whose work under way is waited for before the ownership of the folder ends.
protocol UnfinishedWork: AnyObject, Sendable {
  func finish() async
}

/// The time during which a process owns a folder for a while.
final class Ownership: Sendable {
  private let isOver = Locked(false)
  private let isEndingSoon = Locked(false)

  /// Whether the time is over or about to be, so that nothing may begin whose outcome has to be stored.
  var isEnding: Bool { isEndingSoon.withLock { $0 } }

  func startEnding() { isEndingSoon.withLock { $0 = true } }

  func end() { isOver.withLock { $0 = true } }

  /// Holds the lock during the write, so that none is under way when ``end()`` returns.
  /// - Throws: `inUse` after the end.
  func write<Value>(_ body: () throws -> Value) throws -> Value {
    try isOver.withLock { isOver in
      if isOver { throw FileSystemError.inUse }
      return try body()
    }
  }
}

/// Files that are owned for a while, and take no change afterwards.
struct OwnedFileSystem: FileSystem {
  private let base: any FileSystem
  private let ownership: Ownership

  init(base: any FileSystem, _ ownership: Ownership) { (self.base, self.ownership) = (base, ownership) }

  private func write<Value>(_ body: () throws -> Value) throws -> Value { try ownership.write(body) }

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

/// Secrets that are owned for a while, and take no change afterwards.
struct OwnedSecretStore: SecretStore {
  private let base: any SecretStore
  private let ownership: Ownership

  init(base: any SecretStore, _ ownership: Ownership) { (self.base, self.ownership) = (base, ownership) }

  func read(_ key: String) throws -> Secret? { try base.read(key) }
  func write(_ secret: Secret, key: String) throws { try ownership.write { try base.write(secret, key: key) } }
  func delete(_ key: String) throws { try ownership.write { try base.delete(key) } }
}
