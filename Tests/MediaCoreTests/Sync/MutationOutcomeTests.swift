import TestSupport
import Testing

@testable import MediaCore

@Suite("Outcome of a change")
struct MutationOutcomeTests {
  private static let waits: [(ClientError.Kind?, MutationOutcome.Wait)] = [
    (nil, .network), (.unreachable, .network), (.timedOut, .network), (.cancelled, .network), (.signedOut, .signIn),
    (.storage, .device), (.server, .server), (.rateLimited, .server), (.wrongServer, .server), (.conflict, .server),
  ]

  @Test("a change that waits says for what", arguments: waits)
  func wait(kind: ClientError.Kind?, wait: MutationOutcome.Wait) {
    let outcome = MutationOutcome.waiting(kind.map { ClientError($0, operation: "write") })
    #expect(outcome.wait == wait)
  }

  @Test("each wait has a sentence of its own, and a change on the server has none")
  func texts() {
    let texts = Self.waits.compactMap { kind, _ in
      MutationOutcome.waiting(kind.map { ClientError($0, operation: "write") }).text(.english)
    }
    #expect(texts.count == Self.waits.count && Set(texts).count == 4)
    let expired = MutationOutcome.waiting(ClientError(.signedOut, operation: "write"))
    #expect(expired.text(.english) == "Saved on this device. It is sent after you sign in again.")
    let inUse = MutationOutcome.waiting(ClientError(.storage, operation: "write", detail: "inUse"))
    #expect(inUse.wait == .app && inUse.text(.english) == "Saved on this device. The app sends it when it runs.")
    #expect(MutationOutcome.synced.text(.english) == nil && MutationOutcome.written.text(.english) == nil)
    #expect(MutationOutcome.synced.wait == nil)
    let refused = ClientError(.forbidden, operation: "write")
    #expect(MutationOutcome.refused(refused).text(.english) == refused.text(.english))
  }

  @Test("a change made after the sign-in has expired waits for the next sign-in, also after a relaunch")
  func expired() async throws {
    let world = CacheWorld()
    try await world.signIn()
    try await expire(world)
    let change = try await world.submit("a", "1")
    for outcome in [await change.outcome(), await change.written(), await change.settled(), await change.sent()] {
      #expect(outcome.wait == .signIn && outcome.error?.detail == ClientError.Detail.signInExpired)
      #expect(outcome.text(.english) == "Saved on this device. It is sent after you sign in again.")
    }
    let next = world.relaunched()
    let second = try await next.submit("b", "1")
    #expect(await second.settled().wait == .signIn)
    #expect(next.server.reads == 0)
    try await next.signIn()
    #expect(await second.settled() == .synced)
    #expect(next.server.values == ["a": "1", "b": "1"])
  }

  @Test("a change that waited for the network waits for the sign-in once that has expired; a refusal stays")
  func expiredLater() async throws {
    let world = CacheWorld()
    try await world.signIn()
    let refused = try await world.submit("a", "odd")
    #expect(await refused.settled().error?.detail == "odd")
    world.server.setDown(true)
    let change = try await world.submit("b", "1")
    #expect(await change.settled().wait == .network)
    try await expire(world)
    #expect(await change.outcome().wait == .signIn)
    #expect(await refused.outcome().error?.detail == "odd")
  }

  @Test("the error of the attempt that met the expired sign-in stays, and so does one of this device's files")
  func ownErrors() async {
    let expiry = ClientError(.signedOut, operation: "outcome", detail: ClientError.Detail.signInExpired)
    for kind in [ClientError.Kind.signedOut, .storage] {
      let outcome = MutationOutcome.waiting(ClientError(kind, operation: "write"))
      #expect(await outcome.blocked { expiry } == outcome)
    }
    for outcome in [MutationOutcome.written, .synced, .superseded(reason: "later")] {
      #expect(await outcome.blocked { expiry } == outcome)
    }
    #expect(await MutationOutcome.waiting(nil).blocked { nil } == .waiting(nil))
  }

  private func expire(_ world: CacheWorld) async throws {
    let grant = try #require(try await world.client.session.grant())
    _ = await world.client.session.expire(grant, isGenuine: true)
  }
}
