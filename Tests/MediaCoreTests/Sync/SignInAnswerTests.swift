import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

/// The answer to a sign-in contains the account's state on the server. At the sign-in, the queue sends the account's waiting changes, so
/// the state in the answer can be older than these changes and must not undo them.
@Suite("Answer to a sign-in")
struct SignInAnswerTests {
  /// The step of a sign-in at which the cache is read for the first time.
  enum Reading: CaseIterable { case atSignIn, duringFlush, afterFlush, withMerge }

  @Test(
    "a change sent at the sign-in stays, in every order of reading, sending and merging", arguments: Reading.allCases)
  func changeStays(reading: Reading) async throws {
    let world = try await leftBehind()
    let answer = world.server.values
    let mark = try await world.cache.readMark(beforeSignInOf: "ada", askedAt: nil)
    if reading == .duringFlush {
      world.server.state.withLock { state in
        state.whileWriting = { [cache = world.cache] _ throws(ClientError) in _ = try await cache.view() }
      }
    }
    try await world.signIn()
    if reading == .atSignIn { _ = try await world.cache.view() }
    await world.queue.flush()
    #expect(world.server.values == ["a": "1"])
    if reading == .afterFlush { #expect(try await world.cache.value() == ["a": "1"]) }
    try await world.cache.merge(answer, askedAt: mark) { $0 = $1 }
    #expect(try await world.cache.value() == ["a": "1"])
    #expect(try await world.queue.open().isEmpty)
  }

  @Test("a change that still waits shows over the answer, and then its outcome")
  func waitingChange() async throws {
    let world = try await leftBehind()
    world.server.setDown(true)
    let answer = world.server.values
    let mark = try await world.cache.readMark(beforeSignInOf: "ada", askedAt: nil)
    try await world.signIn()
    await world.queue.flush()
    try await world.cache.merge(answer, askedAt: mark) { $0 = $1 }
    let view = try await world.cache.view()
    #expect(view.server == ["a": "0"] && view.value == ["a": "1"])
    world.server.setDown(false)
    await world.queue.flush()
    #expect(try await world.cache.view().server == ["a": "1"])
  }

  @Test("an outcome from before the request gives way to the answer, also if the cache has not read it yet")
  func earlierOutcome() async throws {
    let world = CacheWorld()
    try await world.signIn()
    #expect(await (try world.submit("a", "1")).settled() == .synced)
    try await world.signIn("grace")
    // Another device changes the value.
    world.server.set("a", "2")
    let mark = try await world.cache.readMark(beforeSignInOf: "ada", askedAt: nil)
    try await world.signIn()
    try await world.cache.merge(world.server.values, askedAt: mark) { $0 = $1 }
    #expect(try await world.cache.value() == ["a": "2"])
  }

  @Test("a mark from before the request counts if the account was signed in then")
  func sameAccount() async throws {
    let world = CacheWorld()
    try await world.signIn()
    world.server.set("a", "0")
    try await world.refresh()
    let answer = world.server.values
    let asked = try await world.cache.readMark()
    #expect(await (try world.submit("a", "1")).settled() == .synced)
    let mark = try await world.cache.readMark(beforeSignInOf: "ada", askedAt: asked)
    try await world.signIn()
    try await world.cache.merge(answer, askedAt: mark) { $0 = $1 }
    #expect(try await world.cache.value() == ["a": "1"])
    let other = try await world.cache.readMark(beforeSignInOf: "grace", askedAt: asked)
    #expect(other.account == "grace")
  }

  @Test("an answer for an account that is no longer signed in is dropped")
  func accountChanged() async throws {
    let world = try await leftBehind()
    let mark = try await world.cache.readMark(beforeSignInOf: "ada", askedAt: nil)
    try await world.signIn()
    try await world.signIn("grace")
    let error = await failure { try await world.cache.merge(["a": "of ada"], askedAt: mark) { $0 = $1 } }
    #expect(error.detail == ClientError.Detail.accountChanged)
    #expect(try await world.cache.value().isEmpty)
  }

  /// Returns a world without a signed-in account, in which a change of ada waits and grace has been signed in since the change.
  private func leftBehind() async throws -> CacheWorld {
    let world = CacheWorld()
    try await world.signIn()
    world.server.set("a", "0")
    try await world.refresh()
    world.server.setDown(true)
    _ = await (try world.submit("a", "1")).settled()
    try await world.signIn("grace")
    #expect(try await world.cache.value().isEmpty)
    _ = try await world.client.signOut(.keep)
    world.server.setDown(false)
    return world
  }
}
