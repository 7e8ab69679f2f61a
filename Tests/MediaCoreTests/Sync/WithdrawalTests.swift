import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("Taking a waiting change back")
struct WithdrawalTests {
  @Test("removes it for good, unless it has become another one by merging")
  func merged() async throws {
    let world = CacheWorld()
    try await world.signIn()
    world.server.setDown(true)
    let change = try await world.submit("a", "1")
    await world.queue.settled()
    try await world.submit("a", "2")
    await world.queue.settled()
    let early = try await world.queue.withdraw(change.id) { $0.value == "1" }
    #expect(early == nil)
    #expect(try await world.queue.open().map(\.value) == ["2"])
    let taken = try await world.queue.withdraw(change.id) { $0.value == "2" }
    #expect(taken?.id == change.id)
    #expect(try await world.queue.all() == [])
    #expect(try await world.cache.value() == [:])
    world.server.setDown(false)
    await world.queue.flush()
    #expect(world.server.written == [])
    #expect(try await world.queue.withdraw(change.id) == nil)
  }

  @Test("can be a part of it: the rest is made of what the change is by now, and nothing changes if that must stay")
  func edited() async throws {
    let world = CacheWorld()
    try await world.signIn()
    world.server.setDown(true)
    let change = try await world.submit("a", "1")
    await world.queue.settled()
    try await world.submit("a", "2")
    await world.queue.settled()
    let edited = try await world.queue.edit(change.id) { record -> SetValue? in
      record.value.map { SetValue(target: "a", value: "\($0) and more") }
    }
    #expect(edited.id == change.id)
    #expect(try await world.queue.open().map(\.value) == ["2 and more"])
    let refused = await failure {
      try await world.queue.edit(change.id) { record -> SetValue? in
        record.value == "2" ? SetValue(target: "a", value: "3") : nil
      }
    }
    #expect(refused.kind == .notFound)
    #expect(try await world.queue.open().map(\.value) == ["2 and more"])
  }

  @Test("does nothing while it is being sent, so that the caller can undo it by another change")
  func sending() async throws {
    let world = CacheWorld()
    try await world.signIn()
    world.server.setDown(true)
    let change = try await world.submit("a", "1")
    await world.queue.settled()
    let (queue, answers) = (world.queue, Notebook<Bool>())
    world.server.state.withLock { state in
      state.isDown = false
      state.whileReading = { (context) async throws(ClientError) in
        let taken = try await queue.withdraw(context.id)
        answers.add(taken != nil)
      }
    }
    await world.queue.flush()
    #expect(answers.entries.first == false && !answers.entries.contains(true))
    #expect(world.server.written == ["a=1"])
    #expect(await change.outcome() == .synced)
  }
}
