import Foundation
import MediaCore
import Testing
import VaultTesting

@testable import VaultClient

/// A service before a fake server, with a network that can be cut.
struct Stage: Sendable {
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
    let clock = clock ?? ManualClock(instant: true)
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

  /// With alice signed in.
  static func signedIn(
    world: VaultWorld = .sample, settings: FakeVaultServer.Settings = .init(), clock: ManualClock? = nil,
    insights: (any InsightSink)? = nil
  ) async throws -> Stage {
    let stage = Stage(world: world, settings: settings, clock: clock, insights: insights)
    try await stage.vault.account.signIn(username: "alice", password: VaultWorld.standardPassword)
    return stage
  }

  /// The app starts again on the same device.
  func relaunched() -> Stage { Stage(server: server, clock: clock, files: files, secrets: secrets) }

  func count(_ operation: String) -> Int { network.operations.count { $0 == operation } }

  /// A kind of error, or nil for none.
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

/// What a closure was told, from wherever it was called.
final class Noted<Value: Sendable>: Sendable {
  private let list = Locked<[Value]>([])
  var values: [Value] { list.withLock { $0 } }
  func add(_ value: Value) { list.withLock { $0.append(value) } }
}

/// `value` with some members set.
func with<Value>(_ value: Value, _ change: (inout Value) -> Void) -> Value {
  var value = value
  change(&value)
  return value
}
