import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("Deadlines")
struct DeadlineTests {
  @Test("a call ends at its deadline although the transport is deaf to cancellation", arguments: [true, false])
  func deafTransport(isDeaf: Bool) async throws {
    let clock = ManualClock()
    let transport = HeldTransport(ignoresCancellation: isDeaf)
    let service = TestService(transport, clock: clock)
    try await service.signIn()
    let call = Task { await failure { try await service.read() } }
    await transport.arrivals.reached(1)
    await clock.advance(by: .seconds(59))
    #expect(transport.cancellations.value == 0)
    await clock.advance(by: .seconds(1))
    let error = await call.value
    #expect(error.kind == .timedOut)
    #expect(error.operation == "test.read")
    await transport.cancellations.reached(1)
    transport.answer(0, with: .text("too late"))
    #expect(
      service.events.entries.contains {
        if case .failed(let failed, let duration) = $0 {
          failed.kind == .timedOut && duration == .seconds(60)
        } else {
          false
        }
      })
  }

  @Test("one timer serves many deadlines, each at its own moment")
  func manyDeadlines() async {
    let clock = ManualClock()
    let timer = DeadlineTimer(clock: clock)
    let fired = Notebook<Int>()
    let random = SeededRandom(seed: 3)
    let delays = (0..<200).map { _ in Int(random.next() % 1000) + 1 }
    let ids = delays.map { delay in timer.add(at: clock.uptime() + .milliseconds(delay)) { fired.add(delay) } }
    for index in stride(from: 0, to: 200, by: 3) { timer.remove(ids[index]) }
    let expected = delays.indices.filter { $0 % 3 != 0 }.map { delays[$0] }.sorted()
    for step in 1...10 {
      await clock.advance(by: .milliseconds(100))
      let due = expected.filter { $0 <= step * 100 }
      #expect(await eventually { fired.entries.count == due.count }, "all that is due has fired")
      // Sort: deadlines of about the same time may fire in any order.
      #expect(fired.entries.sorted() == due)
    }
  }

  @Test("a deadline that ends first does not disturb later ones, nor one that is added after all have fired")
  func again() async {
    let clock = ManualClock()
    let timer = DeadlineTimer(clock: clock)
    let fired = Notebook<String>()
    _ = timer.add(at: clock.uptime() + .seconds(10)) { fired.add("late") }
    let removed = timer.add(at: clock.uptime() + .seconds(1)) { fired.add("removed") }
    timer.remove(removed)
    await clock.advance(by: .seconds(5))
    #expect(fired.entries.isEmpty)
    await clock.advance(by: .seconds(5))
    #expect(await eventually { fired.entries == ["late"] }, "the first fires")
    _ = timer.add(at: clock.uptime() + .seconds(1)) { fired.add("next") }
    await clock.advance(by: .seconds(1))
    #expect(await eventually { fired.entries == ["late", "next"] }, "the next fires")
  }

  @Test("the time an app's middleware takes counts")
  func slowMiddleware() async throws {
    struct Slow: Middleware {
      let clock: ManualClock
      func respond(to call: Call, next: @escaping Next) async throws(ClientError) -> HTTPResponse {
        do { try await clock.sleep(for: .seconds(3600)) } catch { throw .cancelled(call.operation) }
        return try await next(call)
      }
    }
    let clock = ManualClock()
    var options = ClientOptions()
    options.middleware = [Slow(clock: clock)]
    let service = TestService(ClosureTransport { _ in .text("") }, clock: clock, options: options)
    try await service.signIn()
    let call = Task { await failure { try await service.read() } }
    await clock.sleepers(atLeast: 1)
    await clock.advance(by: .seconds(60))
    #expect(await call.value.kind == .timedOut)
  }

  @Test("a caller who leaves hears so at once and ends the request", arguments: [true, false])
  func caller(isDeaf: Bool) async throws {
    let transport = HeldTransport(ignoresCancellation: isDeaf)
    let service = TestService(transport)
    try await service.signIn()
    let call = Task { await failure { try await service.read() } }
    await transport.arrivals.reached(1)
    call.cancel()
    #expect(await call.value.kind == .cancelled)
    await transport.cancellations.reached(1)
    transport.answer(0, with: .text("too late"))
  }
}
