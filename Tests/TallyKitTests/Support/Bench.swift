import Foundation
import MediaCore
import TallyTesting
import Testing

@testable import TallyKit

/// A fake server, a client of it, and ways to disturb both.
struct Bench: Sendable {
  let server: FakeTallyServer
  let faults: FaultTransport
  let clock: ManualClock
  let environment: ClientEnvironment
  let tally: TallyService
  /// The id of the user of the sample world.
  let user: String

  /// - Parameters:
  ///   - instant: whether waits return at once; otherwise the test advances the clock.
  ///   - passing: the waits that return at once; nil for what `instant` says.
  init(
    world: TallyWorld = .sample, settings: FakeTallyServer.Settings = .init(), instant: Bool = true,
    passing: ManualClock.Passing? = nil, signedIn: Bool = true, preferences: (any KeyValueStore)? = nil,
    files: MemoryFileSystem = MemoryFileSystem()
  ) async throws {
    clock = ManualClock(passing: passing ?? (instant ? .everything : .nothing))
    server = FakeTallyServer(world: world, settings: settings, clock: clock)
    faults = FaultTransport(server.transport)
    environment = .manual(clock: clock, files: files)
    tally = TallyService(server: .fake, transport: faults, environment: environment, preferences: preferences)
    user = server.userID(TallyWorld.sampleEmail) ?? ""
    if signedIn { try await signIn() }
  }

  func signIn(_ service: TallyService? = nil) async throws {
    try await (service ?? tally).account.signIn(email: TallyWorld.sampleEmail, password: TallyWorld.password)
    // Let observers handle the sign-in's answer before the test goes on: one of them sends what waits.
    await clock.advance(by: .zero)
  }

  /// Another device of the same user, whose requests do not pass ``faults``.
  func otherDevice() async throws -> TallyService {
    let other = TallyService(server: .fake, transport: server.transport, environment: .manual(clock: clock))
    try await signIn(other)
    return other
  }

  /// The service after a relaunch of the app on the same device.
  func relaunched(_ transport: (any Transport)? = nil) -> TallyService {
    TallyService(server: .fake, transport: transport ?? faults, environment: environment.relaunched())
  }

  /// Returns once the caches have loaded the signed-in account, after which their observers are notified only of changes.
  func followed() async {
    _ = try? await tally.watchlistStore.items()
    _ = try? await tally.progressStore.progress(of: 1)
  }

  /// The number of requests of an operation that reached the server.
  func count(_ operation: OperationID) -> Int { server.requests.count { $0.operation == operation } }

  /// The lines of the log that begin with `start`.
  func log(_ start: String) -> [String] {
    tally.client.log.entries.map(\.message).filter { $0.hasPrefix(start) }
  }
}
