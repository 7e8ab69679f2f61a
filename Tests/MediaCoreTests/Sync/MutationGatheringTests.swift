import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("Mutation queue: changes that come in a row")
struct MutationGatheringTests {
  private let clock = ManualClock()
  private let server = BatchServer()
  private let queue: MutationQueue
  private let client: ServiceClient

  init() async throws {
    client = ServiceClient(
      service: "test", address: .fake, check: nil, coder: JSONCoder(dates: .milliseconds),
      transport: ClosureTransport { _ in .text("answer") }, environment: .manual(clock: clock)
    ) { _ in AuthenticationScheme() }
    queue = MutationQueue(
      in: client.accounts, handlers: [MutationHandler(SharedValue.self, server)])
    try await QueueWorld.signIn("ada", client)
    // The sign-in starts a round of the queue: let it end.
    await clock.advance(by: .zero)
  }

  private func submit(_ target: String, _ value: String = "1") async throws {
    try await queue.submit(SharedValue(target: target, value: value))
  }

  private func pass(_ milliseconds: Int) async { await clock.advance(by: .milliseconds(milliseconds)) }

  @Test("one goes out by itself when for 50 ms no other has come")
  func one() async throws {
    try await submit("a")
    await pass(49)
    #expect(server.requests.isEmpty)
    await pass(1)
    #expect(await eventually { server.requests == ["read a", "write a=1", "read a"] })
  }

  @Test("those that keep coming go out together, after half a second at the latest")
  func atTheLatest() async throws {
    for number in 0..<12 {
      try await submit("t\(number)")
      await pass(40)
    }
    #expect(server.requests.isEmpty)
    try await submit("t12")
    await pass(40)
    #expect(await eventually { server.values.count == 13 })
    #expect(server.requests.prefix(2) == ["read t0 t1 t2", "write t0=1 t1=1 t2=1"])
  }

  @Test("one that shares no request ends the wait")
  func hurried() async throws {
    try await submit("a")
    await clock.sleepers(atLeast: 1)
    try await submit("b", "alone")
    #expect(await eventually { server.values == ["a": "1", "b": "alone"] })
    try await submit("c", "alone")
    #expect(await eventually { server.values["c"] != nil })
    // A later change waits again until 50 ms have passed.
    await queue.settled()
    try await submit("d")
    await pass(10)
    #expect(server.values["d"] == nil)
    await pass(40)
    #expect(await eventually { server.values["d"] == "1" })
  }

  @Test("a caller that waits for the end of sending does not wait for the pause")
  func settled() async throws {
    try await submit("a")
    await clock.sleepers(atLeast: 1)
    await queue.settled()
    #expect(server.values == ["a": "1"])
    #expect(clock.problems == [])
  }

  @Test("a change that is made while a caller waits for the end of sending has no pause")
  func meanwhile() async throws {
    let failure = ClientError(.server, operation: "test", status: 500)
    server.fail(failure, failure)
    let submission = try await queue.submit(SharedValue(target: "a", value: "1"))
    await queue.settled()
    let (isReading, mayGoOn) = (Latch(), Latch())
    server.state.withLock { state in
      state.failures = []
      state.whileReading = { context in
        guard !context.isReadBack else { return }
        isReading.open()
        await mayGoOn.wait()
      }
    }
    async let written = submission.written()
    await isReading.wait()
    async let settled: Void = queue.settled()
    await clock.advance(by: .zero)
    try await submit("b")
    mayGoOn.open()
    await settled
    #expect(await written == .written)
    #expect(clock.problems == [])
    #expect(server.values == ["a": "1", "b": "1"])
  }

  enum Wait: CaseIterable, Sendable { case sent, settled, queue }

  @Test(
    "a caller that waits for the end of sending waits for a flush that took its change along",
    arguments: Wait.allCases)
  func flushed(_ wait: Wait) async throws {
    let (isReadingBack, mayGoOn) = (Latch(), Latch())
    server.state.withLock { state in
      state.whileReading = { context in
        guard context.isReadBack else { return }
        isReadingBack.open()
        await mayGoOn.wait()
      }
    }
    let submission = try await queue.submit(SharedValue(target: "a", value: "1"))
    await clock.sleepers(atLeast: 1)
    async let flushed: Void = queue.flush(.connectivity)
    await isReadingBack.wait()
    let queue = queue
    let outcome = Task {
      switch wait {
      case .sent: return await submission.sent()
      case .settled: return await submission.settled()
      case .queue:
        await queue.settled()
        return await submission.outcome()
      }
    }
    await clock.advance(by: .zero)
    mayGoOn.open()
    #expect(await outcome.value == .synced)
    await flushed
    #expect(server.requests == ["read a", "write a=1", "read a"])
  }

  @Test(
    "a caller that waits for its change's own round starts no second one when that round is over",
    arguments: [true, false])
  func ownRound(_ readsBack: Bool) async throws {
    server.fail(ClientError(.server, operation: "test", status: 500))
    let submission = try await queue.submit(SharedValue(target: "a", value: "1"))
    await queue.settled()
    guard case .waiting(let error) = await submission.sent(readsBack: readsBack) else {
      Issue.record("not waiting")
      return
    }
    #expect(error?.status == 500)
    #expect(server.requests == ["read a"])
    #expect(await submission.written() == .written)
  }

  @Test("a caller that does not wait for the reading back gets its answer before it")
  func beforeReadBack() async throws {
    let mayGoOn = Latch()
    server.state.withLock { state in
      state.whileReading = { context in if context.isReadBack { await mayGoOn.wait() } }
    }
    let submission = try await queue.submit(SharedValue(target: "a", value: "1"))
    #expect(await submission.sent(readsBack: false) == .written)
    mayGoOn.open()
    #expect(await submission.sent() == .synced)
    #expect(server.requests == ["read a", "write a=1", "read a"])
  }

  @Test("a screen shows its own notice for a change that is refused during a flush")
  @MainActor
  func noticeAfterFlush() async throws {
    struct State: ScreenState {
      var error: ClientError?
      var notice: String?
      var isRefreshing = false
    }
    let (isReading, mayGoOn) = (Latch(), Latch())
    server.state.withLock { state in
      state.whileReading = { _ in
        isReading.open()
        await mayGoOn.wait()
      }
    }
    let (queue, clock) = (queue, clock)
    let screen = StoreScreen(State(), accounts: client.accounts)
    let accepted = Task {
      await screen.perform(failure: "That did not work.") { () async throws(ClientError) in
        let submission = try await queue.submit(SharedValue(target: "a", value: "odd"))
        await clock.sleepers(atLeast: 1)
        Task { await queue.flush(.connectivity) }
        await isReading.wait()
        return [submission]
      }
    }
    await isReading.wait()
    await clock.advance(by: .zero)
    mayGoOn.open()
    #expect(await accepted.value)
    #expect(screen.state.notice == "That did not work.")
  }

  @Test("a caller that wants its change written at once gets that")
  func written() async throws {
    try await submit("a")
    let submission = try await queue.submit(SharedValue(target: "b", value: "1"))
    #expect(await submission.written().isDelivered)
    #expect(server.requests.first == "read a b")
  }
}
