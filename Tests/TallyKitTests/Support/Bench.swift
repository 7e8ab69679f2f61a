import Foundation
import MediaCore
import TallyTesting
import Testing

@testable import TallyKit

/// A fake server, a client of it, and the powers to disturb both.
struct Bench: Sendable {
  let server: FakeTallyServer
  let faults: FaultTransport
  let clock: ManualClock
  let environment: ClientEnvironment
  let tally: TallyService
  /// The id of the user of the sample world.
  let user: String

  /// - Parameter instant: waits return at once; without it time stands until it is moved.
  init(
    world: TallyWorld = .sample, settings: FakeTallyServer.Settings = .init(), instant: Bool = true,
    signedIn: Bool = true, preferences: (any KeyValueStore)? = nil, files: MemoryFileSystem = MemoryFileSystem()
  ) async throws {
    clock = ManualClock(passing: instant ? .everything : .nothing)
    server = FakeTallyServer(world: world, settings: settings, clock: clock)
    faults = FaultTransport(server.transport)
    environment = .manual(clock: clock, files: files)
    tally = TallyService(server: .fake, transport: faults, environment: environment, preferences: preferences)
    user = server.userID(TallyWorld.sampleEmail) ?? ""
    if signedIn { try await signIn() }
  }

  func signIn() async throws {
    try await tally.account.signIn(email: TallyWorld.sampleEmail, password: TallyWorld.password)
    // Whoever waits for a connection has heard of the first answer.
    await clock.advance(by: .zero)
  }

  /// The app was closed and is opened again on the same device.
  func relaunched(_ transport: (any Transport)? = nil) -> TallyService {
    TallyService(server: .fake, transport: transport ?? faults, environment: environment.relaunched())
  }

  /// Returns once the caches have followed the sign-in: from then on their observers are notified of changes only.
  func followed() async {
    _ = try? await tally.watchlistStore.items()
    _ = try? await tally.progressStore.progress(of: 1)
  }

  /// The number of times that a call came to the server.
  func count(_ operation: OperationID) -> Int { server.requests.count { $0.operation == operation } }

  /// The steps in the development log.
  func log(_ start: String) -> [String] {
    tally.client.log.entries.map(\.message).filter { $0.hasPrefix(start) }
  }
}
