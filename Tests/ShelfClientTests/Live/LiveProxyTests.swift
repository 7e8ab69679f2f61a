import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@Suite("Live updates through a proxy", .timeLimit(.minutes(30)))
struct LiveProxyTests {
  @Test(
    "a proxy that answers each poll at once with the same event, or the same ping, is asked some hundred times an hour",
    arguments: [["2"], [#"42["user_session_closed","s"]"#], [#"42["user_updated",7]"#]])
  func replayed(answers: [String]) async throws {
    let (count, shelf, clock) = try await replaying(answers)
    await clock.advance(by: .seconds(3600))
    #expect(count() > 10 && count() < 600)
    withExtendedLifetime(shelf) {}
  }

  @Test("a proxy that repeats two answers in turn is asked once a second at most")
  func replayedInTurn() async throws {
    let (count, shelf, clock) = try await replaying([
      #"42["user_session_closed","s"]"#, #"42["user_session_closed","t"]"#,
    ])
    await clock.advance(by: .seconds(1200))
    #expect(count() > 500 && count() < 1400)
    withExtendedLifetime(shelf) {}
  }

  /// A service whose polls get these answers in turn, after those that sign in.
  private func replaying(
    _ answers: [String]
  ) async throws -> (count: @Sendable () -> Int, shelf: ShelfService, clock: ManualClock) {
    let rig = try await LiveRig()
    let line = ReplayLine(rig.line, answers)
    let shelf = ShelfService(server: .fake, transport: line, environment: .test(clock: rig.clock, seed: 5))
    try await shelf.account.signIn(username: "grace", password: ShelfRig.password(of: "grace"))
    shelf.live.start()
    #expect(await eventually { line.polls.withLock { $0 } > 10 })
    return ({ line.polls.withLock { $0 } }, shelf, rig.clock)
  }

  @Test(
    "a proxy's 401 to a call of the connection is no sign-out: the connection is made again",
    arguments: [OperationID.liveOpen, .livePoll, .liveSend])
  func proxyRefusal(operation: OperationID) async throws {
    let rig = try await LiveRig()
    let isRefusing = Locked(true)
    let transport = ClosureTransport { request in
      let refuses = isRefusing.withLock { isRefusing in
        defer { if request.operation == operation { isRefusing = false } }
        return isRefusing && request.operation == operation
      }
      return refuses ? HTTPResponse(status: 401) : try await rig.line.send(request)
    }
    let shelf = ShelfService(server: .fake, transport: transport, environment: .test(clock: rig.clock, seed: 5))
    try await shelf.account.signIn(username: "grace", password: ShelfRig.password(of: "grace"))
    shelf.live.start()
    #expect(await rig.passes { shelf.live.currentStatus == .live })
    #expect(!isRefusing.withLock { $0 })
  }
}

/// Answers each poll at once with the next of the given answers, once the sign-in is confirmed.
private final class ReplayLine: Transport {
  let polls = Locked(0)
  private let base: any Transport
  private let answers: [String]

  init(_ base: any Transport, _ answers: [String]) {
    self.base = base
    self.answers = answers
  }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard request.operation == .livePoll else { return try await base.send(request) }
    let number = polls.withLock { polls in
      polls += 1
      return polls
    }
    // A client that asks without a pause would go on for ever, and the test with it.
    if number > 20_000 { try await ContinuousClock().sleep(for: .seconds(3600)) }
    return HTTPResponse(status: 200, body: Data(answers[number % answers.count].utf8))
  }
}
