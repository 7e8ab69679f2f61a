import MediaTesting
import Testing

@testable import MediaCore

@Suite("The moments of an app's life")
struct SystemEventsTests {
  private let world = QueueWorld()
  private var events: SystemEvents { SystemEvents(client: world.client, queue: world.queue) }

  private func submitOffline() async throws {
    try await world.signIn("ada")
    world.isDown.withLock { $0 = true }
    try await world.submit("a")
    await world.queue.flush()
    world.isDown.withLock { $0 = false }
    #expect(try await world.queue.open().count == 1)
  }

  @Test("an app that comes to the front sends what waits, and a service goes on with its own work")
  func active() async throws {
    try await submitOffline()
    let resumed = Counter()
    await SystemEvents(client: world.client, queue: world.queue) { resumed.add() }.becameActive()
    #expect(try await world.queue.open().isEmpty)
    #expect(resumed.value == 1)
  }

  @Test("an app that goes to the background sends what waits")
  func background() async throws {
    try await submitOffline()
    await events.enteredBackground()
    #expect(try await world.queue.open().isEmpty)
  }

  @Test("a network that comes back sends what waits; one that goes is known at once")
  func network() async throws {
    try await submitOffline()
    events.networkChanged(.unusable)
    #expect(world.client.connectivity.status == .offline)
    events.networkChanged(.usable)
    #expect(world.client.connectivity.status == .online)
    await world.queue.settled()
    #expect(await eventuallyEmpty())
  }

  @Test("a connection on demand is neither online nor offline until somebody asks")
  func onDemand() {
    events.networkChanged(.onDemand)
    #expect(world.client.connectivity.status == .unknown)
  }

  private func eventuallyEmpty() async -> Bool {
    for _ in 0..<10_000 {
      if (try? await world.queue.open().isEmpty) == true { return true }
      await Task.detached(priority: .background) {}.value
    }
    return false
  }
}
