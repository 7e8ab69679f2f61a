import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("Sharing one answer")
struct CoalescingTests {
  private let coalescing = CoalescingMiddleware()
  private let deadline = DeadlineMiddleware(timer: DeadlineTimer(clock: ManualClock()))

  private func call(
    _ path: String = "a", traits: EndpointTraits = .read, generation: Int = 0, method: HTTPMethod = .get,
    body: String? = nil, fields: HTTPFields = [:], operation: OperationID = "test.read"
  ) throws -> Call {
    let url = try #require(URL(string: "https://server.test/\(path)"))
    var call = Call(
      request: HTTPRequest(
        method: method, url: url, fields: fields, body: body.map { Data($0.utf8) }, operation: operation),
      traits: traits, began: .zero)
    call.scope = AccountScope(account: "ada", generation: generation)
    return call
  }

  private func next(_ transport: HeldTransport) -> Next {
    { (call) async throws(ClientError) in
      do { return try await transport.send(call.request) } catch {
        throw ClientError(transport: error, operation: call.operation)
      }
    }
  }

  private func start(_ call: Call, _ transport: HeldTransport) -> Task<Result<HTTPResponse, ClientError>, Never> {
    Task { [coalescing, deadline] in
      let shared: Next = { (call) async throws(ClientError) in
        try await coalescing.respond(to: call, next: next(transport))
      }
      do throws(ClientError) { return .success(try await deadline.respond(to: call, next: shared)) } catch {
        return .failure(error)
      }
    }
  }

  private func waiting(_ count: Int) async {
    let areWaiting = await eventually { [coalescing] in
      coalescing.flights.withLock { $0.values.map(\.waiterCount).reduce(0, +) } == count
    }
    #expect(areWaiting, "\(count) callers wait")
  }

  @Test("n callers, one request, one answer for all", arguments: [1, 2, 50])
  func shared(count: Int) async throws {
    let transport = HeldTransport()
    let callers = try (0..<count).map { _ in start(try call(), transport) }
    await waiting(count)
    await transport.arrivals.reached(1)
    transport.answer(0, with: .text("one"))
    let answers = try await callers.asyncMap { await $0.value }.map { try $0.get() }
    #expect(answers.allSatisfy { $0.body == Data("one".utf8) })
    #expect(answers.count { !$0.isShared } == 1)
    #expect(transport.requests.count == 1)
    let isEmpty = await eventually { [coalescing] in coalescing.flights.withLock { $0.isEmpty } }
    #expect(isEmpty, "nothing is kept")
  }

  @Test("an error is shared like an answer")
  func sharedError() async throws {
    let transport = HeldTransport()
    let callers = try (0..<3).map { _ in start(try call(), transport) }
    await waiting(3)
    await transport.arrivals.reached(1)
    transport.fail(0, with: TransportFailure.unreachable(.refused))
    for caller in callers { await #expect(throws: ClientError.self) { try await caller.value.get() } }
  }

  @Test("one waiter's leaving changes nothing for the others, the last one's ends the request")
  func leaving() async throws {
    let transport = HeldTransport(ignoresCancellation: true)
    let callers = try (0..<3).map { _ in start(try call(), transport) }
    await waiting(3)
    await transport.arrivals.reached(1)
    for caller in callers.prefix(2) {
      caller.cancel()
      await #expect(throws: ClientError.cancelled("test.read")) { try await caller.value.get() }
    }
    #expect(transport.cancellations.value == 0)
    callers[2].cancel()
    await #expect(throws: ClientError.cancelled("test.read")) { try await callers[2].value.get() }
    await transport.cancellations.reached(1)
    transport.answer(0, with: .text("too late"))
  }

  @Test("the first caller may leave: the others still get the answer")
  func firstLeaves() async throws {
    let transport = HeldTransport()
    let first = try start(call(), transport)
    await transport.arrivals.reached(1)
    let second = try start(call(), transport)
    await waiting(2)
    first.cancel()
    await #expect(throws: ClientError.cancelled("test.read")) { try await first.value.get() }
    transport.answer(0, with: .text("one"))
    #expect(try await second.value.get().body == Data("one".utf8))
  }

  @Test("the request of a caller whose deadline is over goes on for who joined later")
  func firstTimesOut() async throws {
    let transport = HeldTransport()
    let clock = ManualClock()
    let service = TestService(transport, clock: clock)
    try await service.signIn()
    let first = Task { await failure { try await service.read() } }
    await transport.arrivals.reached(1)
    await clock.advance(by: EndpointTraits.read.deadline / 2)
    let second = Task { try await service.read() }
    try #require(await eventually { service.events.entries.count == 2 })
    await clock.advance(by: EndpointTraits.read.deadline / 2)
    #expect(await first.value.kind == .timedOut)
    #expect(transport.cancellations.value == 0)
    transport.answer(0, with: .text("one"))
    #expect(try await second.value == "one")
    #expect(transport.requests.count == 1)
  }

  @Test("who joined a request that the app's middleware ends asks anew")
  func endedWithin() async throws {
    let transport = HeldTransport()
    let sender = Task { [deadline, coalescing] in
      await failure {
        try await deadline.respond(to: try call()) { (call) async throws(ClientError) in
          // Cancel one caller from inside the pipeline, as a middleware with its own time limit does.
          let part = Task { try? await coalescing.respond(to: call, next: next(transport)) }
          await transport.arrivals.reached(1)
          await waiting(2)
          part.cancel()
          _ = await part.value
          throw ClientError(.timedOut, operation: call.operation)
        }
      }
    }
    await transport.arrivals.reached(1)
    let joined = try start(call(), transport)
    #expect(await sender.value.kind == .timedOut)
    await transport.arrivals.reached(2)
    transport.answer(1, with: .text("two"))
    #expect(try await joined.value.get() == .text("two"))
  }

  @Test("who comes after the last one has left asks anew, and the late end of the old request does no harm")
  func abandoned() async throws {
    let transport = HeldTransport(ignoresCancellation: true)
    let first = try start(call(), transport)
    await transport.arrivals.reached(1)
    await waiting(1)
    first.cancel()
    await waiting(0)
    let second = try start(call(), transport)
    await transport.arrivals.reached(2)
    transport.answer(0, with: .text("old"))
    _ = await first.value
    let third = try start(call(), transport)
    await waiting(2)
    transport.answer(1, with: .text("new"))
    #expect(try await second.value.get() == .text("new"))
    #expect(try await third.value.get().body == Data("new".utf8))
    #expect(transport.requests.count == 2)
  }

  @Test("a transport that reports a cancellation to callers who did not leave is asked once")
  func closedTransport() async throws {
    for failure in [TransportFailure.closed, .cancelled] {
      let service = TestService(ClosureTransport { _ in throw failure })
      try await service.signIn()
      #expect(await MediaCoreTests.failure { try await service.read() }.kind == .cancelled)
      #expect(service.events.entries.count == 2)
    }
  }

  @Test("what differs in anything that can change the answer is asked separately")
  func separate() async throws {
    let transport = HeldTransport()
    func calls() throws -> [Call] {
      try [
        call(), call("b"), call("a?x=1"), call(generation: 1), call(method: .post), call(method: .post, body: "1"),
        call(method: .post, body: "2"), call(fields: ["Range": "bytes=0-9"]),
        call(fields: ["Authorization": "Bearer 2"]),
        call(operation: "test.other"),
      ]
    }
    let callers = try (calls() + calls()).map { start($0, transport) }
    let count = callers.count / 2
    await waiting(count * 2)
    await transport.arrivals.reached(count)
    for index in 0..<count { transport.answer(index, with: .text("\(index)")) }
    for caller in callers { _ = await caller.value }
    #expect(transport.requests.count == count)
    #expect(Set(transport.requests).count == count - 1)  // both generations send this one
  }

  @Test("writes are never shared")
  func writes() async throws {
    let transport = HeldTransport()
    let callers = try (0..<4).map { _ in start(try call(traits: .repeatableWrite), transport) }
    await transport.arrivals.reached(4)
    for index in 0..<4 { transport.answer(index, with: .text("\(index)")) }
    let texts = await callers.asyncMap { await $0.value }
    #expect(Set(try texts.map { try $0.get() }).count == 4)
  }

  @Test("reads of the same account at the same time share one request, from the service down")
  func throughTheService() async throws {
    let transport = HeldTransport()
    let entered = Counter()
    var options = ClientOptions()
    options.middleware = [CountingMiddleware(counter: entered)]
    let service = TestService(transport, options: options)
    try await service.signIn()
    let first = Task { try await service.read() }
    await transport.arrivals.reached(1)
    transport.answer(0, with: .text("one"))
    #expect(try await first.value == "one")
    let again = Task { try await service.read() }
    await transport.arrivals.reached(2)
    transport.answer(1, with: .text("two"))
    #expect(try await again.value == "two")
    #expect(entered.value == 2)
  }

  @Test("the date of a slow answer does not set the server's clock back for a caller who joined late")
  func clock() async throws {
    let (transport, clock) = (HeldTransport(), ManualClock())
    let service = TestService(transport, clock: clock)
    try await service.signIn()
    let slow = with(EndpointTraits.read) { ($0.deadline, $0.attemptTimeout) = (.seconds(300), .seconds(300)) }
    func answer(_ index: Int) {
      var response = HTTPResponse.text("one")
      response.fields["Date"] = "Tue, 01 Sep 2026 10:00:00 GMT"
      transport.answer(index, with: response)
    }
    let first = Task { try await service.read(traits: slow) }
    await transport.arrivals.reached(1)
    answer(0)
    #expect(try await first.value == "one")
    let sender = Task { try await service.read(traits: slow) }
    await transport.arrivals.reached(2)
    await clock.advance(by: .seconds(35))
    let joiner = Task { try await service.read(traits: slow) }
    await clock.advance(by: .seconds(15))
    answer(1)
    #expect(try await sender.value == "one")
    #expect(try await joiner.value == "one")
    #expect(transport.requests.count == 2)
    #expect(service.client.serverNow() == WireDate.parse("2026-09-01T10:00:50Z"))
  }

  @Test("who asks after a write gets no answer that was asked for before it")
  func afterWrite() async throws {
    let transport = HeldTransport()
    let early = start(try call(), transport)
    await waiting(1)
    await transport.arrivals.reached(1)
    let write = start(try call(traits: .write, method: .post, operation: "test.write"), transport)
    await transport.arrivals.reached(2)
    transport.answer(1, with: .text("written"))
    #expect(try await write.value.get() == .text("written"))
    let late = start(try call(), transport)
    try #require(await eventually { transport.requests.count == 3 })
    transport.answer(0, with: .text("old"))
    transport.answer(2, with: .text("new"))
    #expect(try await early.value.get() == .text("old"))
    #expect(try await late.value.get() == .text("new"))
  }

  @Test("a read does not join one from before another service's write")
  func writeOfAnother() async throws {
    let writes = WriteCount()
    let (one, other) = (CoalescingMiddleware(writes: writes), CoalescingMiddleware(writes: writes))
    let transport = HeldTransport()
    let next = next(transport)
    func start(_ call: Call, through coalescing: CoalescingMiddleware) -> Task<HTTPResponse?, Never> {
      Task { try? await coalescing.respond(to: call, next: next) }
    }
    let early = start(try call(), through: one)
    await transport.arrivals.reached(1)
    let write = start(try call("b", traits: .write, method: .post), through: other)
    await transport.arrivals.reached(2)
    transport.answer(1, with: .text("written"))
    _ = await write.value
    let late = start(try call(), through: one)
    await transport.arrivals.reached(3)
    transport.answer(2, with: .text("after"))
    #expect(await late.value == .text("after"))
    transport.answer(0, with: .text("before"))
    #expect(await early.value == .text("before"))
  }
}

struct CountingMiddleware: Middleware {
  let counter: Counter
  func respond(to call: Call, next: @escaping Next) async throws(ClientError) -> HTTPResponse {
    counter.add()
    return try await next(call)
  }
}

extension Sequence where Element: Sendable {
  func asyncMap<Value>(_ transform: (Element) async -> Value) async -> [Value] {
    var values: [Value] = []
    for element in self { values.append(await transform(element)) }
    return values
  }
}
