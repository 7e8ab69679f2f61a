import Foundation
import HubClient
import HubTesting
import Runner

/// The fixture of the flows: a service as in an app, a network that can be cut, and a verifier that asks the server without the SDK.
struct HubFixture: Sendable {
  let hub: HubService
  let verifier: Verifier
  let network: FaultTransport
  private let transport: any Transport
  let address: ServerAddress
  let environment: ClientEnvironment
  let user: HubUserID
  /// The built-in server; nil with a real one.
  let fake: FakeHubServer?
  let clock: ManualClock?

  static let channels = [HubWorld.workshop, HubWorld.kitchen]

  static func make(_ arguments: Arguments) async throws -> HubFixture {
    if let text = arguments.server {
      let user = try require(arguments.username.flatMap(HubUserID.init), "--username USER-ID")
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hub-example-\(UUID().uuidString)")
      return try await HubFixture(
        address: try ServerAddress(text), user: user, transport: DefaultTransport(),
        environment: .live(folder: folder), fake: nil, clock: nil)
    }
    let clock = ManualClock(passing: .everything)
    guard arguments.hasFake else {
      let server = FakeHubServer(world: .sparse, clock: clock)
      return try await HubFixture(
        address: .fake, user: try require(HubUserID(HubWorld.sparseUser), "a user"), transport: server.transport,
        environment: .manual(clock: clock), fake: nil, clock: clock)
    }
    let server = FakeHubServer(clock: clock)
    let user = try require(HubUserID(HubWorld.sampleUser), "a user")
    return try await HubFixture(
      address: .fake, user: user, transport: server.transport, environment: .manual(clock: clock), fake: server,
      clock: clock)
  }

  private init(
    address: ServerAddress, user: HubUserID, transport: any Transport, environment: ClientEnvironment,
    fake: FakeHubServer?, clock: ManualClock?
  ) async throws {
    self.transport = transport
    network = FaultTransport(transport)
    hub = HubService(server: address, user: user, transport: network, environment: environment)
    verifier = Verifier(base: try await hub.client.locator.base(), transport: transport, user: user)
    self.address = address
    self.environment = environment
    self.user = user
    self.fake = fake
    self.clock = clock
  }

  /// The service after a restart of the app: new objects on the same files.
  func relaunched() -> HubService {
    HubService(server: address, user: user, transport: network, environment: environment.relaunched())
  }

  /// The environment of another phone: the same clock, empty files.
  func otherEnvironment() -> ClientEnvironment {
    ClientEnvironment(
      clock: environment.clock, random: SeededRandom(seed: 7), files: MemoryFileSystem(), secrets: MemorySecretStore())
  }

  /// Another phone of a user.
  func hub(of user: HubUserID, _ environment: ClientEnvironment) -> HubService {
    HubService(server: address, user: user, transport: transport, environment: environment)
  }

  /// A separate fixture that a flow may change: its own server, or with a real server its own user.
  /// - Parameters:
  ///   - settings: only with the built-in server.
  ///   - user: with a real server, any user except the sample user means a new user.
  func separate(_ settings: FakeHubServer.Settings = .init(), user: String = HubWorld.sampleUser) async throws
    -> HubFixture
  {
    guard fake != nil else {
      let own = try await HubFixture(
        address: address, user: try require(HubUserID("example-\(environment.random.uuid())"), "a user"),
        transport: transport,
        environment: ClientEnvironment(
          clock: environment.clock, random: environment.random, files: MemoryFileSystem(),
          secrets: MemorySecretStore()), fake: nil, clock: nil)
      if user == HubWorld.sampleUser { try await own.hub.channels.register(HubFixture.channels) }
      return own
    }
    let clock = ManualClock(passing: .everything)
    let server = FakeHubServer(settings: settings, clock: clock)
    return try await HubFixture(
      address: .fake, user: try require(HubUserID(user), "a user"), transport: server.transport,
      environment: .manual(clock: clock), fake: server, clock: clock)
  }

  /// The result of a reconcile as text. Accepts a failure of a real server, because versions on SQLite fail for every user with channels,
  /// and a client has to work with them.
  func outcome(_ reconcile: () async throws(HubError) -> Int?) async throws -> String {
    let count: Int?
    do throws(HubError) { count = try await reconcile() } catch {
      guard fake == nil, case .reconciliationFailed(let failure) = error else { throw error }
      return "this server could not look for new videos: \(failure)"
    }
    return "\(try require(count, "a run")) new to the server"
  }

  func server() throws -> FakeHubServer { try require(fake, "the built-in server") }

  /// Advances the clock at once. Only with the built-in server.
  func wait(_ seconds: Double) async throws {
    try await require(clock, "the built-in clock").sleep(for: .seconds(seconds))
  }

  /// A video that was published a minute ago.
  func upload(_ id: String, channel: String = HubWorld.workshop) -> HubWorld.Upload {
    HubWorld.Upload(
      id, channel: channel, published: environment.clock.now().addingTimeInterval(-60), title: "Published just now")
  }
}
