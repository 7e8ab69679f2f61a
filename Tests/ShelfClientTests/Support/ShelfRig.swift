import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

/// An app's service with a fake server, a network that can fail, and files that outlive the service.
struct ShelfRig: Sendable {
  let clock: ManualClock
  let serverClock: ShiftedClock
  let server: FakeShelfServer
  let network: FaultTransport
  /// The connection under ``network``, which can break after a number of requests.
  let tether: Tether
  let files = MemoryFileSystem()
  let secrets = MemorySecretStore()
  let environment: ClientEnvironment
  let options: ClientOptions
  let address: ServerAddress
  let shelf: ShelfService
  let world: ShelfWorld
  private let route: @Sendable (any Transport) -> any Transport

  /// - Parameters:
  ///   - instant: whether waits pass at once; if not, the test moves the clock.
  ///   - user: the user who is signed in; nil for none.
  ///   - route: what stands between the service and the network.
  init(
    instant: Bool = true, world: ShelfWorld = .sample, settings: FakeShelfServer.Settings = .init(),
    as user: String? = "ada", address: ServerAddress = .fake, options: ClientOptions = ClientOptions(),
    timeZone: TimeZone? = nil, start: Date = ManualClock.defaultStart, serverAhead: Double = 0,
    through route: @escaping @Sendable (any Transport) -> any Transport = { $0 }
  ) async throws {
    self.world = world
    clock = ManualClock(start: start, passing: instant ? .everything : .nothing)
    serverClock = ShiftedClock(clock, by: serverAhead)
    server = FakeShelfServer(world: world, settings: settings, clock: serverClock)
    tether = Tether(server.transport)
    network = FaultTransport(tether)
    environment = .manual(clock: clock, files: files, secrets: secrets, timeZone: timeZone)
    self.options = options
    self.address = address
    self.route = route
    shelf = ShelfService(server: address, transport: route(network), environment: environment, options: options)
    guard let user else { return }
    try await shelf.account.signIn(username: user, password: Self.password(of: user))
    // Let observers handle the sign-in's answer before the test begins.
    await clock.advance(by: .zero)
  }

  static func password(of user: String) -> String {
    switch user {
    case "ada": "correct horse"
    case "grace": "battery staple"
    case "linus": "staple battery"
    default: "let me in"
    }
  }

  /// Lets some seconds pass, and then saves thirty seconds of listening that end now at `position`.
  func listen(to position: Double, in item: PlayableID, after seconds: Double = 30) async throws {
    await clock.advance(by: .seconds(seconds))
    let end = clock.now()
    try await shelf.progressStore.record(
      LocalListening(
        id: environment.random.uuid(), item: item, startedAt: end - 30, endedAt: end, seconds: 30,
        startPosition: position - 30, position: position))
    await shelf.progressStore.settled()
  }

  /// A new service on the same files and secrets, as after a relaunch of the app.
  /// - Parameter network: a network of its own, for a test in which the old service must not reach the server any more.
  func relaunched(_ network: FaultTransport? = nil) -> ShelfService {
    ShelfService(
      server: address, transport: route(network ?? self.network), environment: environment.relaunched(),
      options: options
    )
  }

  /// Another device of the same or another user.
  func device(as user: String) async throws -> ShelfService {
    let other = ShelfService(
      server: .fake, transport: server.transport, environment: .manual(clock: clock, seed: 99))
    try await other.account.signIn(username: user, password: Self.password(of: user))
    return other
  }

  var books: String { world.libraryIDs[0] }
  var podcasts: String { world.libraryIDs[1] }

  func item(_ title: String) throws -> String { try #require(world.itemID(titled: title)) }

  func book(_ title: String = "The Salt Clock") throws -> PlayableID { PlayableID(libraryItemId: try item(title)) }

  /// An episode by its place, the oldest first.
  func episode(_ index: Int = 0, of podcast: String = "Night Signals") throws -> PlayableID {
    let item = try item(podcast)
    return PlayableID(libraryItemId: item, episodeId: world.episodeIDs(of: item)[index])
  }

  /// The server's record of `id`, read directly from the fake server.
  func stored(_ id: PlayableID, user: String = "ada") -> JSONValue? {
    server.progress(of: id.libraryItemId, episode: id.episodeId, user: user)
  }

  /// The number of requests for `operation`.
  func count(_ operation: OperationID) -> Int { network.operations.count { $0 == operation } }
}

/// The error that `call` throws.
func failure<Result>(
  _ call: () async throws -> Result, sourceLocation: SourceLocation = #_sourceLocation
) async throws -> ClientError {
  do {
    _ = try await call()
  } catch let error as ClientError {
    return error
  }
  Issue.record("no error", sourceLocation: sourceLocation)
  return ClientError(.init(rawValue: "none"), operation: "none")
}
