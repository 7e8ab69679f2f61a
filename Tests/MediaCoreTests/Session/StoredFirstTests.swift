import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("A rotated pair is stored before any call uses it")
struct StoredFirstTests {
  @Test("every request with the new token finds it in the store", arguments: [1, 20])
  func storedAtFirstUse(calls: Int) async throws {
    let (store, server) = (WatchedStore(), TokenServer())
    let service = TestService(server, secrets: store)
    try await service.signIn()
    server.update { $0.current = 1 }
    server.whenRenewing {
      await server.refusals.reached(calls)
      return .pair(1)
    }
    let early = Counter()
    server.whenReading { request in
      guard request.fields["Authorization"] == "Bearer access-1" else { return }
      if store.access(TestService.key) != "access-1" { early.add() }
    }
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<calls { group.addTask { _ = try? await service.read("\(index)") } }
    }
    #expect(early.value == 0)
    #expect(server.requests.count { $0.fields["Authorization"] == "Bearer access-1" } == calls)
  }

  @Test("while the store writes, a call on another thread still sees the pair before")
  func otherThread() async throws {
    let (store, server) = (WatchedStore(), TokenServer())
    let service = TestService(server, secrets: store)
    let session = service.client.session
    let seen = Notebook<String>()
    store.whenWriting { _ in
      let access = session.knownGrant?.credentials.access.reveal() ?? "none"
      seen.add("\(access) of \(session.knownAccount ?? "nobody")")
    }
    try await service.signIn()
    #expect(seen.entries == ["none of nobody"])
    #expect(session.knownAccount == "ada")
    _ = try await service.read()
    server.update { $0.current = 1 }
    server.whenRenewing { .pair(1) }
    #expect(try await service.read() == "text 1")
    #expect(seen.entries.dropFirst() == ["access-0 of ada"])
    _ = try await service.read()
    #expect(session.knownGrant?.credentials.access.reveal() == "access-1")
    try await session.replaceTokens(
      access: Secret("access-2"), refresh: nil, generation: await session.currentGeneration())
    #expect(seen.entries.dropFirst(2) == ["access-1 of ada"])
  }

  @Test("a death at any operation of the store after the server's answer loses no sign-in", arguments: 0..<6)
  func death(operations: Int) async throws {
    let (store, server) = (WatchedStore(), TokenServer())
    let first = TestService(server, secrets: store)
    try await first.signIn()
    server.update { $0.current = 1 }
    // The server answers a repeated renewal with the same new pair.
    server.whenRenewing {
      store.die(after: operations)
      return .pair(1)
    }
    let used = Counter()
    server.whenReading { request in
      guard request.fields["Authorization"] == "Bearer access-1" else { return }
      if store.access(TestService.key) != "access-1" { used.add() }
      if store.isDead { throw TransportFailure.unreachable(.connectionLost) }
    }
    _ = try? await first.read()
    if operations > 0 { #expect(used.value == 0) }
    store.revive()
    server.whenRenewing { .pair(1) }
    let second = TestService(server, secrets: store)
    #expect(try await second.read() == "text 1")
    #expect(second.stored?.access.reveal() == "access-1")
    #expect(try await second.client.session.status() == .signedIn(account: "ada", name: "Ada"))
  }
}

/// A store that shows what it holds, calls back before each write, and can die: everything after that moment fails.
private final class WatchedStore: SecretStore {
  struct Death: Error {}

  private let base = MemorySecretStore()
  private let hook = Locked<(@Sendable (Secret) -> Void)?>(nil)
  private let left = Locked<Int?>(nil)

  var isDead: Bool { left.withLock { $0 == 0 } }

  func whenWriting(_ look: @escaping @Sendable (Secret) -> Void) { hook.withLock { $0 = look } }
  func die(after operations: Int) { left.withLock { $0 = operations } }
  func revive() { left.withLock { $0 = nil } }

  func access(_ key: String) -> String? {
    (try? base.read(key)).flatMap { Credentials(sealed: $0) }?.access.reveal()
  }

  private func live() throws {
    try left.withLock { left in
      guard let known = left else { return }
      if known == 0 { throw Death() }
      left = known - 1
    }
  }

  func read(_ key: String) throws -> Secret? {
    try live()
    return try base.read(key)
  }

  func write(_ secret: Secret, key: String) throws {
    try live()
    hook.withLock { $0 }?(secret)
    try base.write(secret, key: key)
  }

  func delete(_ key: String) throws {
    try live()
    try base.delete(key)
  }
}
