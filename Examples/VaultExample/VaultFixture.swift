import Foundation
import MediaTesting
import Runner
import VaultClient
import VaultTesting

/// The environment of the flows: a device with a signed-in account, more devices for flows that end a process, and a
/// verifier that reads the server without the SDK.
struct VaultFixture: Sendable {
  /// The device of most flows.
  let device: Device
  let verifier: Verifier
  let address: ServerAddress
  let transport: any Transport
  let username: String
  let password: String
  private let secrets: MemorySecretStore
  /// The built-in server; nil with a real one.
  let fake: FakeVaultServer?
  let clock: ManualClock?

  var vault: VaultService { device.vault }
  var network: FaultTransport { device.network }

  static func make(_ arguments: Arguments) async throws -> VaultFixture {
    guard let text = arguments.server else {
      let settings = FakeVaultServer.Settings(simulatedUpstreams: true)
      return arguments.world == .sparse ? try await sparse(settings) : try await builtIn(settings)
    }
    return try await VaultFixture(
      address: try ServerAddress(text), transport: DefaultTransport(),
      username: try require(arguments.username, "--username NAME"), password: try arguments.password(), fake: nil,
      clock: nil)
  }

  private static func builtIn(_ settings: FakeVaultServer.Settings) async throws -> VaultFixture {
    let clock = ManualClock(passing: .everything)
    let server = FakeVaultServer(settings: settings, clock: clock)
    return try await VaultFixture(
      address: .fake, transport: server.transport, username: "alice", password: VaultWorld.standardPassword,
      fake: server, clock: clock)
  }

  /// The account that is not like the sample, treated like one of a real server. With `VAULT_WORLD=empty` it has no titles.
  private static func sparse(_ settings: FakeVaultServer.Settings) async throws -> VaultFixture {
    let clock = ManualClock(passing: .everything)
    let isEmpty = ProcessInfo.processInfo.environment["VAULT_WORLD"] == "empty"
    let server = FakeVaultServer(world: isEmpty ? empty : .sparse, settings: settings, clock: clock)
    return try await VaultFixture(
      address: .fake, transport: server.transport, username: "nora", password: VaultWorld.standardPassword, fake: nil,
      clock: clock)
  }

  /// An account without a single title or list.
  private static var empty: VaultWorld {
    var world = VaultWorld()
    world.addUser("nora")
    return world
  }

  private init(
    address: ServerAddress, transport: any Transport, username: String, password: String, fake: FakeVaultServer?,
    clock: ManualClock?
  ) async throws {
    self.address = address
    self.transport = transport
    self.username = username
    self.password = password
    self.fake = fake
    self.clock = clock
    secrets = MemorySecretStore()
    device = Device(address, transport, Self.environment(clock, secrets, number: 1))
    try await device.vault.account.signIn(username: username, password: password)
    verifier = Verifier(
      base: try await device.vault.client.locator.base(), transport: transport, username: username, password: password)
  }

  private static func environment(_ clock: ManualClock?, _ secrets: MemorySecretStore, number: UInt64)
    -> ClientEnvironment
  {
    if let clock { return .manual(clock: clock, seed: number, secrets: secrets) }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("vault-example-\(UUID().uuidString)")
    return .live(folder: folder, secrets: secrets)
  }

  /// A device with empty files: signed in like the first one, or signed out.
  func device(signedIn: Bool = true, insights: (any InsightSink)? = nil) -> Device {
    let number = UInt64(network.operations.count) + 2
    return Device(
      address, transport, Self.environment(clock, signedIn ? secrets : MemorySecretStore(), number: number), insights)
  }

  /// A server of its own, for flows that change much or need control over it.
  func separate(_ settings: FakeVaultServer.Settings = .init(simulatedUpstreams: true)) async throws -> VaultFixture {
    try await Self.builtIn(settings)
  }

  func server() throws -> FakeVaultServer { try require(fake, "the built-in server") }

  /// The result of a flow whose account has no title to change; the built-in server always has one.
  func nothing(_ what: String) throws -> String {
    guard fake == nil else { throw FlowFailure("missing: \(what)") }
    return "nothing to try it on: no \(what)"
  }
}

/// One installation of an app: its files, its network that can be cut, and the service.
struct Device: Sendable {
  let vault: VaultService
  let network: FaultTransport
  private let address: ServerAddress
  private let transport: any Transport
  private let environment: ClientEnvironment
  private let insights: (any InsightSink)?

  init(
    _ address: ServerAddress, _ transport: any Transport, _ environment: ClientEnvironment,
    _ insights: (any InsightSink)? = nil, network: FaultTransport? = nil
  ) {
    let network = network ?? FaultTransport(transport)
    self.network = network
    vault = VaultService(server: address, transport: network, environment: environment, insights: insights)
    self.address = address
    self.transport = transport
    self.environment = environment
    self.insights = insights
  }

  /// The service of a widget beside the app, which accepts changes.
  func widget() -> VaultService { VaultService(extending: address, environment: environment) }

  /// The service of a widget that only reads.
  func reader() -> VaultService { VaultService(reading: address, environment: environment) }

  /// Ends the process and starts the app again: only the content of the disk remains.
  func relaunched() async throws -> Device {
    await vault.store.settled()
    await vault.client.accounts.save()
    // A folder on disk belongs to one process: the new service shares the old one's session and changes, and the old one keeps sending.
    guard environment.files is MemoryFileSystem else {
      return Device(address, transport, environment, insights, network: network)
    }
    let next = Device(address, transport, environment.relaunched(), insights)
    next.network.isDown = network.isDown
    // Cut the old service's network: a process that has ended sends nothing.
    network.isDown = true
    return next
  }

  func count(_ operation: OperationID) -> Int { network.operations.count { $0 == operation } }

  /// Cuts the network for `body`.
  @discardableResult
  func offline<Result>(_ body: () async throws -> Result) async throws -> Result {
    network.isDown = true
    defer { network.isDown = false }
    let result = try await body()
    await vault.store.settled()
    return result
  }

  /// The network is back: sends open changes, and fails when some stay open.
  func reconnect() async throws {
    for _ in 0..<3 { await vault.queue.flush(.foreground) }
    let open = try await vault.queue.open()
    try expect(open.isEmpty, "nothing waiting any more, got \(open.map(\.target))")
  }
}

/// Throws unless both are the same.
func expectEqual<Value: Equatable>(_ value: Value, _ expected: Value, _ what: String) throws {
  try expect(value == expected, "\(what) to be \(expected), got \(value)")
}

/// The error that a call threw; a failure when it threw none.
func failure(_ body: @Sendable () async throws -> Void) async throws -> ClientError {
  do { try await body() } catch let error as ClientError { return error }
  throw FlowFailure("expected an error")
}
