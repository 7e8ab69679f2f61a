import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("Taking a waiting change back")
struct WithdrawalTests {
  private let world = CacheWorld()

  /// Signs in and submits changes of one target, each of which is merged into the one before.
  private func waiting(_ values: String...) async throws -> Submission {
    try await world.signIn()
    world.server.setDown(true)
    var change: Submission?
    for value in values {
      let submission = try await world.submit("a", value)
      change = change ?? submission
      await world.queue.settled()
    }
    return try #require(change)
  }

  @Test("removes it for good, unless it has become another one by merging")
  func merged() async throws {
    let change = try await waiting("1", "2")
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
    #expect(try await world.queue.withdraw(change.id) { _ in true } == nil)
  }

  @Test("can be a part of it: the rest is made of what the change is by now, and nothing changes if that must stay")
  func edited() async throws {
    let change = try await waiting("1", "2")
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

  @Test(
    "works until the request is sent: a change that is read for sending never goes out, and one that goes out stays",
    arguments: [true, false])
  func sending(_ isReading: Bool) async throws {
    let change = try await waiting("1")
    let (queue, answers) = (world.queue, Notebook<Bool>())
    let withdraw: @Sendable (MutationContext) async throws(ClientError) -> Void = { context async throws(ClientError) in
      answers.add(try await queue.withdraw(context.id) { $0.sent(SetValue.self) == nil } != nil)
    }
    world.server.state.withLock { state in
      state.isDown = false
      if isReading { state.whileReading = withdraw } else { state.whileWriting = withdraw }
    }
    await world.queue.flush()
    #expect(answers.entries == [isReading])
    #expect(world.server.written == (isReading ? [] : ["a=1"]))
    #expect(try await world.queue.open() == [])
    if !isReading { #expect(await change.outcome() == .synced) }
  }
}
