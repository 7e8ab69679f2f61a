import Foundation
import MediaTesting
import Testing

@testable import MediaCore

@Suite("Secrets in a keychain")
struct KeychainStoreTests {
  private let keychain = FakeKeychain()

  private func store(_ service: String = "owner", accessGroup: String? = nil) -> KeychainStore {
    KeychainStore(calls: keychain.calls, service: { service }, accessGroup: accessGroup)
  }

  @Test("what is written is read, replaced and deleted; what was never there is nil")
  func roundTrip() throws {
    let store = store()
    #expect(try store.read("a") == nil)
    try store.write(Secret("one"), key: "a")
    try store.write(Secret("two"), key: "a")
    #expect(try store.read("a") == Secret("two"))
    try store.delete("a")
    try store.delete("a")
    #expect(try store.read("a") == nil)
  }

  @Test("neither server nor account can be read from an entry's attributes")
  func attributes() throws {
    try store().write(Secret("token"), key: "shelf/nas.example:13378")
    let item = try #require(keychain.state.withLock { $0.entries.keys.first })
    #expect(!item.account.contains("nas"))
    #expect(item.service == "owner")
    #expect(item.isProtected)
  }

  @Test("entries of two owners are apart")
  func owners() throws {
    try store("one").write(Secret("1"), key: "a")
    #expect(try store("two").read("a") == nil)
    #expect(try store("one").read("a") == Secret("1"))
  }

  @Test("a locked device is an error to try again after, and never an absent secret")
  func locked() throws {
    let store = store()
    try store.write(Secret("token"), key: "a")
    keychain.state.withLock { $0.trouble = KeychainStore.Status.notAllowed }
    #expect(throws: FileSystemError.locked) { try store.read("a") }
    #expect(throws: FileSystemError.locked) { try store.write(Secret("b"), key: "a") }
    #expect(throws: FileSystemError.locked) { try store.delete("a") }
    keychain.state.withLock { $0.trouble = nil }
    #expect(try store.read("a") == Secret("token"))
  }

  @Test("an entry that another process makes between two calls is replaced")
  func race() throws {
    keychain.state.withLock { state in
      state.beforeAdd = { [keychain] item in
        keychain.state.withLock { state in
          state.entries[item] = Data("theirs".utf8)
          state.beforeAdd = nil
        }
      }
    }
    let store = store()
    try store.write(Secret("ours"), key: "a")
    #expect(try store.read("a") == Secret("ours"))
  }

  @Test("a tool without entitlements uses the keychain that needs none")
  func withoutEntitlement() throws {
    keychain.state.withLock { $0.isEntitled = false }
    let store = store()
    try store.write(Secret("token"), key: "a")
    #expect(try store.read("a") == Secret("token"))
    #expect(keychain.state.withLock { $0.entries.keys.map(\.isProtected) } == [false])
  }

  @Test("a group without its entitlement is an error: other apps would not find the entry elsewhere")
  func groupWithoutEntitlement() {
    keychain.state.withLock { $0.isEntitled = false }
    #expect(throws: FileSystemError.notPermitted) {
      try store(accessGroup: "TEAM.group").write(Secret("token"), key: "a")
    }
  }

  @Test("any other status is an error with its number")
  func others() {
    keychain.state.withLock { $0.trouble = -50 }
    #expect(throws: FileSystemError.other(code: -50)) { try store().read("a") }
  }

  @Test("a sign-in that cannot be read on a locked device is no sign-out, and is there once it is unlocked")
  func session() async throws {
    let transport = ClosureTransportOfText("x")
    let service = TestService(transport, secrets: store())
    try await service.signIn()
    let relaunched = TestService(transport, secrets: store(), files: service.files)
    keychain.state.withLock { $0.trouble = KeychainStore.Status.notAllowed }
    let error = await failure { try await relaunched.client.session.status() }
    #expect(error.kind == .storage)
    #expect(error.retryHint == .later)
    keychain.state.withLock { $0.trouble = nil }
    #expect(try await relaunched.client.session.status() == .signedIn(account: "ada", name: "Ada"))
  }
}

/// Answers every request with one text.
private struct ClosureTransportOfText: Transport {
  private let text: String
  init(_ text: String) { self.text = text }
  func send(_ request: HTTPRequest) async throws -> HTTPResponse { HTTPResponse(status: 200, body: Data(text.utf8)) }
}

@Suite("The owner of keychain entries")
struct KeychainOwnerTests {
  private func owner(_ files: any FileSystem, seed: UInt64) -> KeychainOwner {
    KeychainOwner(files: files, random: SeededRandom(seed: seed))
  }

  @Test("is the folder: the same for every process over it, another one for a folder that was removed")
  func folder() throws {
    let files = MemoryFileSystem()
    let first = try owner(files, seed: 1).id()
    #expect(try owner(files, seed: 2).id() == first)
    #expect(try owner(MemoryFileSystem(), seed: 3).id() != first)
  }

  @Test("cannot be read before the device is unlocked, and no new one is made then")
  func locked() throws {
    let files = MemoryFileSystem()
    let first = try owner(files, seed: 1).id()
    files.isLocked = true
    let later = owner(files, seed: 2)
    #expect(throws: FileSystemError.locked) { try later.id() }
    files.isLocked = false
    #expect(try later.id() == first)
  }

  @Test("is the same for two processes that make it at the same moment", arguments: [nil, "?"], [1, 2])
  func race(damaged: String?, read: Int) throws {
    let files = MemoryFileSystem(damaged.map { ["keychain-owner": Data($0.utf8)] } ?? [:])
    let first = owner(files, seed: 1)
    let ids = Locked<[String]>([])
    // `first` makes its id just after `second` has found none.
    let second = owner(
      FilesWithRival(base: files, read: read) {
        if let id = try? first.id() { ids.withLock { $0.append(id) } }
      }, seed: 2)
    let id = try second.id()
    #expect(ids.withLock { $0 } == [id])
    #expect(try owner(files, seed: 3).id() == id)
  }

  @Test("a damaged file is replaced")
  func damaged() throws {
    let files = MemoryFileSystem(["keychain-owner": Data("?".utf8)])
    let id = try owner(files, seed: 1).id()
    #expect(id.count == 36)
    #expect(try owner(files, seed: 2).id() == id)
  }
}

/// Files that another process writes into, right after the read of that number.
private final class FilesWithRival: FileSystem {
  private let base: MemoryFileSystem
  private let rival: @Sendable () -> Void
  private let readsLeft: Locked<Int>

  init(base: MemoryFileSystem, read: Int, rival: @escaping @Sendable () -> Void) {
    (self.base, self.rival, readsLeft) = (base, rival, Locked(read))
  }

  func read(_ path: String) throws -> Data? {
    let data = try base.read(path)
    let isTurn = readsLeft.withLock { left in
      left -= 1
      return left == 0
    }
    if isTurn { rival() }
    return data
  }

  func replace(_ path: String, with data: Data) throws { try base.replace(path, with: data) }
  func append(_ data: Data, to path: String) throws { try base.append(data, to: path) }
  func truncate(_ path: String, to length: Int) throws { try base.truncate(path, to: length) }
  func move(_ path: String, to destination: String) throws { try base.move(path, to: destination) }
  func remove(_ path: String) throws { try base.remove(path) }
  func list(_ folder: String) throws -> [String] { try base.list(folder) }
}
