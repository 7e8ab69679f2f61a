import Foundation
import HubTesting
import MediaCore
import TestSupport
import Testing

@testable import HubClient

@Suite("A sign-out from a Hub that is cut off, or of which something is refused")
struct CutOffSignOutTests {
  @Test(
    "wherever the process dies, the next launch works; once the id is gone, nothing of its user is left or comes back",
    arguments: [PendingWork.discard, .keep])
  func dies(pending: PendingWork) async throws {
    let clock = ManualClock(passing: .everything)
    let server = FakeHubServer(clock: clock)
    func launch(_ files: any FileSystem, _ user: HubUserID? = nil, seed: UInt64 = 1) throws -> HubService {
      let environment = ClientEnvironment.manual(
        clock: clock, seed: seed, files: files, secrets: FileSecretStore(files: files))
      guard let user else {
        return try HubService(server: .fake, transport: server.transport, environment: environment)
      }
      return HubService(server: .fake, user: user, transport: server.transport, environment: environment)
    }
    let start = MemoryFileSystem()
    let hub = try launch(start)
    try await hub.library.channels.setWanted([HubWorld.workshop])
    await hub.library.refresher.refresh(.pull(force: true))
    await hub.client.accounts.save()
    #expect(try await hub.library.videos.known().videos.count == 4)
    let used = start.contents
    let (accounts, user) = (hub.client.accounts, hub.user.storageName(hub.client.home))
    let erased = pending == .keep ? accounts.answersPath(of: user, "") : accounts.path(of: user, "")
    #expect(used.keys.contains { $0.hasPrefix(erased) })
    var signedOut: [Bool] = []
    for number in 1... {
      let files = MemoryFileSystem(used)
      let dying = DyingFileSystem(files, at: number)
      try? await launch(dying, hub.user).signOut(pending)
      let next = try launch(files, seed: 2)
      signedOut.append(next.user != hub.user)
      if next.user != hub.user {
        #expect(try await next.library.videos.known() == KnownFeed())
        #expect(!files.contents.keys.contains { $0.hasPrefix(erased) })
      }
      #expect(try launch(files, seed: 3).user == next.user)
      if !dying.isDead { break }
    }
    // Only a process that dies at the first operation, before the note of the sign-out is written, leaves the user signed in.
    #expect(signedOut.count > 5)
    #expect(signedOut == [false] + Array(repeating: true, count: signedOut.count - 1))
  }

  @Test("an id that is adopted after a cut-off sign-out leaves nothing of the former user on the device")
  func adoptedAfterDeath() async throws {
    let clock = ManualClock(passing: .everything)
    func environment(_ files: MemoryFileSystem) -> ClientEnvironment {
      .manual(clock: clock, files: files, secrets: FileSecretStore(files: files))
    }
    let start = MemoryFileSystem()
    let hub = try HubService(
      server: .fake, transport: FakeHubServer(clock: clock).transport, environment: environment(start))
    try await hub.library.channels.setWanted([HubWorld.workshop])
    await hub.library.refresher.refresh(.pull(force: true))
    await hub.client.accounts.save()
    let folder = hub.client.accounts.path(of: hub.user.storageName(hub.client.home), "")
    let files = MemoryFileSystem(start.contents)
    let users = HubUserStore(server: .fake, environment: environment(files))
    try users.noteEnd(of: hub.user, .discard)
    #expect(files.contents.keys.contains { $0.hasPrefix(folder) })
    let id = try HubUserID("from-cloud").orThrow()
    try users.adopt(id)
    #expect(!files.contents.keys.contains { $0.hasPrefix(folder) })
    #expect(try users.stored() == id)
  }

  @Test("an id that cannot be erased counts for nobody, and is erased later")
  func refused() async throws {
    let (files, secrets) = (MemoryFileSystem(), StubbornSecretStore())
    func environment(seed: UInt64) -> ClientEnvironment { .manual(seed: seed, files: files, secrets: secrets) }
    let transport = FakeHubServer().transport
    let hub = try HubService(server: .fake, transport: transport, environment: environment(seed: 1))
    secrets.isStubborn = true
    await #expect(throws: HubError.self) { try await hub.signOut() }
    let users = HubUserStore(server: .fake, environment: environment(seed: 2))
    #expect(try users.stored() == nil)
    #expect(throws: HubError.self) { _ = try HubService(reading: .fake, environment: environment(seed: 2)) }
    #expect(!secrets.isEmpty)
    secrets.isStubborn = false
    #expect(try users.stored() == nil)
    #expect(secrets.isEmpty && !files.contents.keys.contains { $0.hasPrefix("users/") })
    let next = try HubService(server: .fake, transport: transport, environment: environment(seed: 2))
    #expect(next.user != hub.user)
    #expect(try users.stored() == next.user)
  }

  @Test("an id that is adopted after such a sign-out is kept, also on a full disk", arguments: [false, true])
  func adopted(isSame: Bool) async throws {
    let (files, secrets) = (MemoryFileSystem(), StubbornSecretStore())
    let hub = try HubService(
      server: .fake, transport: FakeHubServer().transport, environment: .manual(files: files, secrets: secrets))
    secrets.isStubborn = true
    await #expect(throws: HubError.self) { try await hub.signOut() }
    secrets.isStubborn = false
    files.isFull = true
    let id = isSame ? hub.user : try HubUserID("from-cloud").orThrow()
    let environment = ClientEnvironment.manual(seed: 2, files: files, secrets: secrets)
    try HubUserStore(server: .fake, environment: environment).adopt(id)
    for _ in 0..<2 {
      #expect(try HubUserStore(server: .fake, environment: environment.relaunched()).current() == id)
      files.isFull = false
    }
  }

  @Test("a process that dies while it forgets the id does not lock the app out")
  func forgotten() throws {
    let (files, secrets) = (MemoryFileSystem(), MemorySecretStore())
    func store(_ files: any FileSystem) -> HubUserStore {
      HubUserStore(server: .fake, environment: .manual(files: files, secrets: secrets))
    }
    _ = try store(files).current()
    // The second operation on files is the removal of the file. `forget()` has already deleted the secret at this point.
    #expect(throws: HubError.self) { try store(DyingFileSystem(files, at: 2)).forget() }
    #expect(secrets.contents.isEmpty && !files.contents.isEmpty)
    #expect(try store(files).stored() == nil)
    #expect(files.contents.isEmpty)
  }
}

/// A secret store in memory whose `delete(_:)` fails while `isStubborn` is true.
private final class StubbornSecretStore: SecretStore {
  private let secrets = MemorySecretStore()
  private let stubborn = Locked(false)

  var isStubborn: Bool {
    get { stubborn.withLock { $0 } }
    set { stubborn.withLock { $0 = newValue } }
  }
  var isEmpty: Bool { secrets.contents.isEmpty }

  func read(_ key: String) throws -> Secret? { try secrets.read(key) }
  func write(_ secret: Secret, key: String) throws { try secrets.write(secret, key: key) }
  func delete(_ key: String) throws {
    if isStubborn { throw FileSystemError.locked }
    try secrets.delete(key)
  }
}
