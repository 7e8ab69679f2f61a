import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("Trying again")
struct RetryTests {
  /// Runs one call of `traits` against answers in order, the last of which repeats.
  private func run(
    _ answers: [Result<HTTPResponse, ClientError>], policy: RetryPolicy = RetryPolicy(), traits: EndpointTraits = .read,
    seed: UInt64 = 1, clock: ManualClock = ManualClock(passing: .everything)
  ) async -> (outcome: Result<HTTPResponse, ClientError>, attempts: Int, pauses: [Duration]) {
    let attempts = Counter()
    let events = Notebook<ClientEvent>()
    let retry = RetryMiddleware(
      policy: policy, environment: .manual(clock: clock, seed: seed), observe: { events.add($0) })
    guard let url = URL(string: "https://server.test/texts/1") else { return (answers[0], 0, []) }
    let call = Call(
      request: HTTPRequest(url: url, operation: "test.read"), traits: traits, began: clock.uptime())
    let next: Next = { (_) async throws(ClientError) in
      attempts.add()
      return try answers[min(attempts.value, answers.count) - 1].get()
    }
    let outcome: Result<HTTPResponse, ClientError>
    do throws(ClientError) { outcome = .success(try await retry.respond(to: call, next: next)) } catch {
      outcome = .failure(error)
    }
    let pauses = events.entries.compactMap { event -> Duration? in
      if case .retrying(_, _, let pause) = event { pause } else { nil }
    }
    return (outcome, attempts.value, pauses)
  }

  private static let ok = HTTPResponse(status: 200)
  private static func status(_ status: Int, _ fields: HTTPFields = [:]) -> Result<HTTPResponse, ClientError> {
    .success(HTTPResponse(status: status, fields: fields))
  }

  @Test(
    "only these answers are tried again",
    arguments: [200, 304, 400, 401, 403, 404, 408, 409, 500, 501, 429, 502, 503, 504])
  func statuses(status: Int) async {
    let run = await run([Self.status(status)])
    #expect(run.attempts == ([429, 502, 503, 504].contains(status) ? 3 : 1))
    #expect((try? run.outcome.get())?.status == status)
  }

  @Test(
    "and only these errors",
    arguments: [
      ClientError.Kind.unreachable, .timedOut, .tls, .cancelled, .signedOut, .wrongServer, .undecodable, .storage,
      .invalidRequest,
    ])
  func kinds(kind: ClientError.Kind) async {
    let run = await run([.failure(ClientError(kind, operation: "test.read"))])
    #expect(run.attempts == ([.unreachable, .timedOut].contains(kind) ? 3 : 1))
    #expect(throws: ClientError(kind, operation: "test.read")) { try run.outcome.get() }
  }

  @Test("only endpoints that may be repeated are", arguments: [EndpointTraits.write, .authentication, .probe])
  func notRepeatable(traits: EndpointTraits) async {
    #expect(await run([Self.status(503)], traits: traits).attempts == 1)
    #expect(await run([.failure(ClientError(.unreachable, operation: ""))], traits: traits).attempts == 1)
    #expect(await run([Self.status(503), .success(Self.ok)], traits: .repeatableWrite).attempts == 2)
  }

  @Test("the number of attempts is the policy's", arguments: [1, 2, 3, 7])
  func attempts(count: Int) async {
    let policy = RetryPolicy(attempts: count, base: .milliseconds(1))
    #expect(await run([Self.status(502)], policy: policy).attempts == count)
    #expect(await run([Self.status(502)], policy: .never).attempts == 1)
    let recovered = await run([Self.status(502), .success(Self.ok)], policy: policy)
    #expect(recovered.attempts == min(count, 2))
  }

  @Test("pauses have full jitter: anything from nothing to a ceiling that doubles, up to the longest")
  func jitter() async {
    let policy = RetryPolicy(attempts: 7, base: .seconds(1), longestPause: .seconds(5))
    var seen: [[Double]] = Array(repeating: [], count: 6)
    for seed in 0..<300 {
      let run = await run([Self.status(503)], policy: policy, seed: UInt64(seed))
      #expect(run.attempts == 7)
      for (index, pause) in run.pauses.enumerated() { seen[index].append(pause.seconds) }
    }
    for (index, ceiling) in [1.0, 2, 4, 5, 5, 5].enumerated() {
      #expect(seen[index].allSatisfy { $0 >= 0 && $0 < ceiling })
      #expect((seen[index].min() ?? 1) < ceiling * 0.05)
      #expect((seen[index].max() ?? 0) > ceiling * 0.95)
      let mean = seen[index].reduce(0, +) / 300
      #expect(abs(mean - ceiling / 2) < ceiling * 0.08)
    }
    let (first, second) = (await run([Self.status(503)], seed: 5), await run([Self.status(503)], seed: 5))
    #expect(first.pauses == second.pauses)
  }

  @Test("Retry-After is obeyed to the second, as seconds and as a date by the server's clock")
  func retryAfter() async {
    let clock = ManualClock(start: Date(timeIntervalSince1970: 0), passing: .everything)  // the device's time is 1970
    for (fields, pause) in [
      (["Retry-After": "7"], 7.0), (["retry-after": " 0 "], 0), (["Retry-After": "20"], 20),
      (["Retry-After": "Tue, 01 Sep 2026 10:00:05 GMT", "Date": "Tue, 01 Sep 2026 10:00:00 GMT"], 5),
      (["Retry-After": "Tuesday, 01-Sep-26 10:00:05 GMT", "Date": "Tue, 01 Sep 2026 10:00:00 GMT"], 5),
      (["Retry-After": "Tue, 01 Sep 2026 09:00:00 GMT", "Date": "Tue, 01 Sep 2026 10:00:00 GMT"], 0),
    ] as [(HTTPFields, Double)] {
      for status in [429, 503] {
        let run = await run([Self.status(status, fields), .success(Self.ok)], clock: clock)
        #expect(run.pauses.map(\.seconds) == [pause], "\(fields)")
      }
    }
  }

  @Test("a date without the server's clock is measured by the device's")
  func retryAfterByDevice() async {
    let clock = ManualClock(start: WireDate.parse("2026-09-01T10:00:00Z") ?? .distantPast, passing: .everything)
    let run = await run(
      [Self.status(503, ["Retry-After": "Tue, 01 Sep 2026 10:00:09 GMT"]), .success(Self.ok)], clock: clock)
    #expect(run.pauses == [.seconds(9)])
  }

  @Test(
    "of a longer Retry-After an hour counts",
    arguments: ["3601", "31536000", "9223372036854775807", "Wed, 01 Sep 2027 10:00:00 GMT"])
  func longRetryAfter(text: String) {
    let response = HTTPResponse(
      status: 503, fields: ["Retry-After": text, "Date": "Tue, 01 Sep 2026 10:00:00 GMT"])
    #expect(RetryAfter.delay(response, now: ManualClock.defaultStart) == .seconds(3600))
  }

  @Test("what is no Retry-After is none", arguments: ["", "soon", "-5", "1.5", "99999999999999999999", "Tue, 01 Sep"])
  func oddRetryAfter(text: String) async {
    let response = HTTPResponse(status: 503, fields: ["Retry-After": text])
    #expect(RetryAfter.delay(response, now: .now) == nil)
    let run = await run([.success(response), .success(Self.ok)])
    #expect(run.attempts == 2)
    #expect(run.pauses.allSatisfy { $0 < .milliseconds(500) })
  }

  @Test("a wait beyond the longest pause is left to the caller, with the moment in the error")
  func longWait() async throws {
    let clock = ManualClock(passing: .everything)
    let transport = FakeTransport()
    transport.answer("test.read", with: HTTPResponse(status: 429, fields: ["Retry-After": "21"]))
    let service = TestService(transport, clock: clock)
    try await service.signIn()
    let error = await failure { try await service.read() }
    #expect(error.kind == .rateLimited)
    #expect(error.retryAt == clock.now() + 21)
    #expect(error.retryHint == .after(clock.now() + 21))
    #expect(transport.problems.isEmpty)
  }

  @Test("a bare 429 keeps its service's window")
  func bareRateLimit() async throws {
    let clock = ManualClock(passing: .everything)
    var options = ClientOptions()
    options.retry.bareRateLimitWindow = .seconds(600)
    let transport = FakeTransport()
    transport.answer("test.read", with: HTTPResponse(status: 429))
    let service = TestService(transport, clock: clock, options: options)
    try await service.signIn()
    #expect(await failure { try await service.read() }.retryAt == clock.now() + 600)
    #expect(transport.count("test.read") == 1)

    let short = RetryPolicy(bareRateLimitWindow: .seconds(2))
    #expect(await run([Self.status(429), .success(Self.ok)], policy: short).pauses == [.seconds(2)])
    #expect(await run([Self.status(503), .success(Self.ok)], policy: short).pauses != [.seconds(2)])
  }

  @Test("no pause goes beyond the deadline")
  func deadline() async {
    var traits = EndpointTraits.read
    traits.deadline = .seconds(5)
    let clock = ManualClock(passing: .everything)
    let wait = await run([Self.status(503, ["Retry-After": "5"]), .success(Self.ok)], traits: traits, clock: clock)
    #expect(wait.attempts == 1)
    #expect(await run([Self.status(503, ["Retry-After": "3"]), .success(Self.ok)], traits: traits).attempts == 2)
    // After two pauses of two seconds, too little of the five seconds is left for another attempt.
    let policy = RetryPolicy(attempts: 9)
    let run = await run([Self.status(503, ["Retry-After": "2"])], policy: policy, traits: traits, clock: clock)
    #expect(run.attempts == 2)
    #expect(run.pauses == [.seconds(2)])
  }

  @Test("a server that hangs leaves time for a kept answer before the deadline")
  func hangingServer() async throws {
    let clock = ManualClock(passing: .everything)
    let hangs = Locked(false)
    let transport = ClosureTransport { request in
      guard hangs.withLock({ $0 }) else { return .text("kept") }
      try await clock.sleep(for: request.timeout)
      throw TransportFailure.timedOut
    }
    let service = TestService(transport, clock: clock)
    try await service.signIn()
    var traits = EndpointTraits.read
    traits.caching = .staleOnError
    _ = try await service.read(traits: traits)
    hangs.withLock { $0 = true }
    let start = clock.uptime()
    let answer = try await service.client.answer(.text(traits: traits))
    #expect(answer.isStale && answer.value == "kept")
    #expect(clock.uptime() - start < traits.deadline)
    #expect(transport.requests.map(\.timeout).dropFirst().first == .seconds(30))
  }

  @Test("the time that a call has waited before its first attempt is not there for the attempt")
  func waitedBefore() async throws {
    let clock = ManualClock()
    await clock.advance(by: .seconds(50))
    let retry = RetryMiddleware(policy: .never, environment: .manual(clock: clock), observe: { _ in })
    let url = try #require(URL(string: "https://server.test/texts/1"))
    let timeouts = Notebook<Duration>()
    for began in [0, 20, 50] {
      let call = Call(request: HTTPRequest(url: url), traits: .read, began: .seconds(began))
      _ = try await retry.respond(to: call) { (call) async throws(ClientError) in
        timeouts.add(call.request.timeout)
        return Self.ok
      }
    }
    #expect(timeouts.entries == [.seconds(9), .seconds(29), .seconds(30)])
  }

  @Test("a caller who leaves during a pause is not kept waiting")
  func cancelledPause() async throws {
    let clock = ManualClock()
    let service = TestService(ClosureTransport { _ in HTTPResponse(status: 503) }, clock: clock)
    try await service.signIn()
    let call = Task { await failure { try await service.read() } }
    await clock.sleepers(atLeast: 1)
    call.cancel()
    #expect(await call.value.kind == .cancelled)
    #expect(await eventually { clock.sleeperCount == 0 }, "nobody sleeps")
  }
}
