import Foundation
import MediaCore
import Testing
import VaultTesting

@testable import VaultClient

/// A service with a fake server and a network that can be cut.
struct Fixture: Sendable {
  let server: FakeVaultServer
  let network: FaultTransport
  let vault: VaultService
  let clock: ManualClock
  let files: MemoryFileSystem
  let secrets: MemorySecretStore

  init(
    world: VaultWorld = .sample, settings: FakeVaultServer.Settings = .init(), clock: ManualClock? = nil,
    files: MemoryFileSystem = MemoryFileSystem(), secrets: MemorySecretStore = MemorySecretStore(),
    auth0: Auth0Settings? = nil, insights: (any InsightSink)? = nil
  ) {
    let clock = clock ?? ManualClock(passing: .everything)
    let server = FakeVaultServer(world: world, settings: settings, clock: clock)
    self.init(
      server: server, clock: clock, files: files, secrets: secrets, auth0: auth0, insights: insights)
  }

  init(
    server: FakeVaultServer, clock: ManualClock, files: MemoryFileSystem, secrets: MemorySecretStore,
    auth0: Auth0Settings? = nil, insights: (any InsightSink)? = nil
  ) {
    self.server = server
    self.clock = clock
    self.files = files
    self.secrets = secrets
    network = FaultTransport(server.transport)
    vault = VaultService(
      server: .fake, auth0: auth0, transport: network,
      environment: .manual(clock: clock, files: files, secrets: secrets), insights: insights)
  }

  /// A fixture with alice signed in.
  static func signedIn(
    world: VaultWorld = .sample, settings: FakeVaultServer.Settings = .init(), clock: ManualClock? = nil,
    insights: (any InsightSink)? = nil
  ) async throws -> Fixture {
    let fixture = Fixture(world: world, settings: settings, clock: clock, insights: insights)
    try await fixture.vault.account.signIn(username: "alice", password: VaultWorld.standardPassword)
    return fixture
  }

  /// Starts the app again on the same device.
  func relaunched() -> Fixture { Fixture(server: server, clock: clock, files: files, secrets: secrets) }

  /// Another device of alice's, with a network of its own.
  func otherDevice(of user: String = "alice") async throws -> Fixture {
    let other = Fixture(server: server, clock: clock, files: MemoryFileSystem(), secrets: MemorySecretStore())
    try await other.vault.account.signIn(username: user, password: VaultWorld.standardPassword)
    return other
  }

  /// Cuts the network for `body`, and sends what waits once it is back.
  func offline(
    _ body: @Sendable () async throws -> Void, meanwhile: @Sendable () async throws -> Void
  ) async throws {
    network.isDown = true
    try await body()
    await vault.store.settled()
    try await meanwhile()
    network.isDown = false
    for _ in 0..<3 { await vault.store.flush() }
  }

  /// Another service of the same process with other roles.
  func service(_ replaceRoles: (inout VaultRoles) -> Void) -> VaultService {
    VaultService(server: .fake, transport: network, environment: vault.client.environment, replaceRoles)
  }

  func count(_ operation: OperationID) -> Int { network.operations.count { $0 == operation } }

  /// The kind of the error that `body` throws, or nil for none.
  static func kind(_ body: @Sendable () async throws -> Void) async -> ClientError.Kind? {
    do {
      try await body()
      return nil
    } catch {
      return (error as? ClientError)?.kind
    }
  }

  static func error(_ body: @Sendable () async throws -> Void) async -> ClientError? {
    do {
      try await body()
      return nil
    } catch {
      return error as? ClientError
    }
  }
}

/// The values that a closure was called with, on any thread.
final class Recorder<Value: Sendable>: Sendable {
  private let list = Locked<[Value]>([])
  var values: [Value] { list.withLock { $0 } }
  func add(_ value: Value) { list.withLock { $0.append(value) } }
}

/// `value` with some members set.
