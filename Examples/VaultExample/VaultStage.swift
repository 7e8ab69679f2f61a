import Foundation
import MediaTesting
import Runner
import VaultClient
import VaultTesting

/// What the flows run on: a device with somebody signed in, more devices when one has to be killed, and a witness that asks the
/// server itself.
struct VaultStage: Sendable {
  /// The device of most flows.
  let device: Device
  let witness: Witness
  let address: ServerAddress
  let transport: any Transport
  let username: String
  let password: String
  private let secrets: MemorySecretStore
  /// Only with the server that is built in.
  let fake: FakeVaultServer?
  let clock: ManualClock?

  var vault: VaultService { device.vault }
  var network: FaultTransport { device.network }

  static func make(_ arguments: Arguments) async throws -> VaultStage {
    guard let text = arguments.server else { return try await builtIn(.init(simulatedUpstreams: true)) }
    return try await VaultStage(
      address: try ServerAddress(text), transport: URLSessionTransport(),
      username: try require(arguments.username, "--username NAME"), password: try arguments.password(), fake: nil,
      clock: nil)
  }

  private static func builtIn(_ settings: FakeVaultServer.Settings) async throws -> VaultStage {
    let clock = ManualClock(instant: true)
    let server = FakeVaultServer(settings: settings, clock: clock)
    return try await VaultStage(
      address: .fake, transport: server.transport, username: "alice", password: VaultWorld.standardPassword,
      fake: server, clock: clock)
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
    witness = Witness(
      base: try await device.vault.client.locator.base(), transport: transport, username: username, password: password)
  }

  private static func environment(_ clock: ManualClock?, _ secrets: MemorySecretStore, number: UInt64)
    -> ClientEnvironment
  {
    if let clock { return .manual(clock: clock, seed: number, secrets: secrets) }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("vault-example-\(UUID().uuidString)")
    return .live(folder: folder, secrets: secrets)
  }

  /// A device with empty files: signed in like the first one, or by nobody yet.
  func device(signedIn: Bool = true, insights: (any InsightSink)? = nil) -> Device {
    let number = UInt64(network.operations.count) + 2
    return Device(
      address, transport, Self.environment(clock, signedIn ? secrets : MemorySecretStore(), number: number), insights)
  }

  /// A server of its own, for flows that change much or need powers over it.
  func separate(_ settings: FakeVaultServer.Settings = .init(simulatedUpstreams: true)) async throws -> VaultStage {
    try await Self.builtIn(settings)
  }

  func server() throws -> FakeVaultServer { try require(fake, "the built-in server") }

  /// What a flow says when the account has nothing to try it on; the built-in server always has.
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
  private let environment: ClientEnvironment
  private let insights: (any InsightSink)?

  init(
    _ address: ServerAddress, _ transport: any Transport, _ environment: ClientEnvironment,
    _ insights: (any InsightSink)? = nil
  ) {
    self.init(address, network: FaultTransport(transport), environment, insights)
  }

  private init(
    _ address: ServerAddress, network: FaultTransport, _ environment: ClientEnvironment, _ insights: (any InsightSink)?
  ) {
    self.network = network
    vault = VaultService(server: address, transport: network, environment: environment, insights: insights)
    self.address = address
    self.environment = environment
    self.insights = insights
  }

  /// The process ends here, and the app is started again: only what is on disk goes on.
  func relaunched() async throws -> Device {
    await vault.store.settled()
    if let outbox = try? await vault.outbox.outbox() { await outbox.close() }
    return Device(address, network: network, environment, insights)
  }

  func count(_ operation: String) -> Int { network.operations.count { $0 == operation } }

  /// Cuts the network for `body`.
  @discardableResult
  func offline<Result>(_ body: () async throws -> Result) async throws -> Result {
    network.isDown = true
    defer { network.isDown = false }
    let result = try await body()
    await vault.store.settled()
    return result
  }

  /// The network is there: sends what waits, and says when something still does.
  func reconnect() async throws {
    for _ in 0..<3 { await vault.outbox.flush(.foreground) }
    let open = try await vault.outbox.open()
    try expect(open.isEmpty, "nothing waiting any more, got \(open.map(\.target))")
  }
}

/// Throws unless both are the same.
func expectEqual<Value: Equatable>(_ value: Value, _ expected: Value, _ what: String) throws {
  try expect(value == expected, "\(what) to be \(expected), got \(value)")
}

/// The error a call threw; a failure when it did not.
func failure(_ body: @Sendable () async throws -> Void) async throws -> ClientError {
  do { try await body() } catch let error as ClientError { return error }
  throw FlowFailure("expected an error")
}
