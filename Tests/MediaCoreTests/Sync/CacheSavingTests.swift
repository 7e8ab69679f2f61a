import Dispatch
import Foundation
import MediaCore
import MediaTesting
import TestSupport
import Testing

@Suite("Saving a cache", .serialized, .oneAtATime)
struct CacheSavingTests {
  @Test("a change that is durable when it returns is not written over by a save that began before it")
  func updateDuringSave() async throws {
    let files = HeldFileSystem(holdsRemove: false)
    let accounts = AccountStorage.shared(name: "test", account: "ada", environment: .manual(files: files))
    let cache = AccountCache<[Int]>.shared("numbers", empty: [], in: accounts)
    try await cache.merge([1], askedAt: try await cache.readMark()) { $0 = $1 }
    while !files.isHeld { await Task.yield() }
    let update = Task { try await cache.update { $0.append(2) } }
    for _ in 0..<1000 { await Task.yield() }
    files.release()
    try await update.value
    let again = AccountStorage.shared(name: "test", account: "ada", environment: .manual(files: files.base))
    #expect(try await AccountCache<[Int]>.shared("numbers", empty: [], in: again).value() == [1, 2])
  }

  @Test("an answer that was asked for before a sign-out is dropped, also where nobody signs in")
  func answerAfterSignOut() async throws {
    let accounts = AccountStorage.shared(name: "test", account: "ada", environment: .manual())
    let cache = AccountCache<[Int]>.shared("numbers", empty: [], in: accounts)
    let mark = try await cache.readMark()
    try await accounts.signOut(.discard)
    let error = await #expect(throws: ClientError.self) { try await cache.merge([1], askedAt: mark) { $0 = $1 } }
    #expect(error?.kind == .signedOut && error?.detail == ClientError.Detail.accountChanged)
    #expect(try await cache.value().isEmpty)
    try await cache.merge([2], askedAt: try await cache.readMark()) { $0 = $1 }
    #expect(try await cache.value() == [2])
  }

  @Test("what is read during a sign-out is read after it, where nobody signs in")
  func readDuringSignOut() async throws {
    let files = HeldFileSystem(holdsRemove: true)
    let accounts = AccountStorage.shared(name: "test", account: "ada", environment: .manual(files: files))
    let cache = AccountCache<[Int]>.shared("numbers", empty: [], in: accounts)
    try await cache.update { $0 = [1] }
    let signOut = Task { try await accounts.signOut(.discard) }
    while !files.isHeld { await Task.yield() }
    let read = Task { try await cache.value() }
    for _ in 0..<1000 { await Task.yield() }
    files.release()
    _ = try await signOut.value
    #expect(try await read.value.isEmpty)
    #expect(try await cache.value().isEmpty)
  }

  @Test("storage for one account that is asked for twice is the same one, and another account's is not")
  func shared() {
    let environment = ClientEnvironment.manual()
    let ada = AccountStorage.shared(name: "test", account: "ada", environment: environment)
    #expect(AccountStorage.shared(name: "test", account: "ada", environment: environment) === ada)
    #expect(AccountStorage.shared(name: "test", account: "grace", environment: environment) !== ada)
    #expect(AccountStorage.shared(name: "test", account: "ada", environment: environment.relaunched()) !== ada)
  }
}

/// Holds the first write, or the first removal, until it is released: on one thread of the pool, and never for long.
private final class HeldFileSystem: FileSystem {
  let base = MemoryFileSystem()
  private let holdsRemove: Bool
  private let isFirst = Locked(true)
  private let began = Locked(false)
  private let released = DispatchSemaphore(value: 0)

  init(holdsRemove: Bool) { self.holdsRemove = holdsRemove }

  var isHeld: Bool { began.withLock { $0 } }
  func release() { released.signal() }

  private func hold() {
    let isFirst = isFirst.withLock { isFirst in
      defer { isFirst = false }
      return isFirst
    }
    guard isFirst else { return }
    began.withLock { $0 = true }
    _ = released.wait(timeout: .now() + 5)
  }

  func read(_ path: String) throws -> Data? { try base.read(path) }
  func replace(_ path: String, with data: Data) throws {
    if !holdsRemove { hold() }
    try base.replace(path, with: data)
  }
  func append(_ data: Data, to path: String) throws { try base.append(data, to: path) }
  func truncate(_ path: String, to length: Int) throws { try base.truncate(path, to: length) }
  func move(_ path: String, to destination: String) throws { try base.move(path, to: destination) }
  func remove(_ path: String) throws {
    if holdsRemove { hold() }
    try base.remove(path)
  }
  func list(_ folder: String) throws -> [String] { try base.list(folder) }
}
