import Dispatch
import Foundation
import MediaCore
import MediaTesting
import Testing

@Suite("Saving a cache")
struct CacheSavingTests {
  @Test("a change that is durable when it returns is not written over by a save that began before it")
  func updateDuringSave() async throws {
    let files = HeldFileSystem()
    let accounts = AccountStorage.shared(name: "test", account: "ada", environment: .manual(files: files))
    let cache = AccountCache<[Int]>.shared("numbers", empty: [], in: accounts)
    try await cache.merge([1], askedAt: try await cache.readMark()) { $0 = $1 }
    files.waitForWrite()
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

  @Test("storage for one account that is asked for twice is the same one, and another account's is not")
  func shared() {
    let environment = ClientEnvironment.manual()
    let ada = AccountStorage.shared(name: "test", account: "ada", environment: environment)
    #expect(AccountStorage.shared(name: "test", account: "ada", environment: environment) === ada)
    #expect(AccountStorage.shared(name: "test", account: "grace", environment: environment) !== ada)
    #expect(AccountStorage.shared(name: "test", account: "ada", environment: environment.relaunched()) !== ada)
  }
}

/// Holds the first write of a cache until it is released.
private final class HeldFileSystem: FileSystem {
  let base = MemoryFileSystem()
  private let isFirst = Locked(true)
  private let began = DispatchSemaphore(value: 0)
  private let released = DispatchSemaphore(value: 0)

  func waitForWrite() { began.wait() }
  func release() { released.signal() }

  func read(_ path: String) throws -> Data? { try base.read(path) }
  func replace(_ path: String, with data: Data) throws {
    let holds = isFirst.withLock { isFirst in
      defer { isFirst = false }
      return isFirst
    }
    if holds {
      began.signal()
      released.wait()
    }
    try base.replace(path, with: data)
  }
  func append(_ data: Data, to path: String) throws { try base.append(data, to: path) }
  func truncate(_ path: String, to length: Int) throws { try base.truncate(path, to: length) }
  func move(_ path: String, to destination: String) throws { try base.move(path, to: destination) }
  func remove(_ path: String) throws { try base.remove(path) }
  func list(_ folder: String) throws -> [String] { try base.list(folder) }
}
