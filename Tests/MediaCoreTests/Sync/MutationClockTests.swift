import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("The clocks of a merge")
struct MutationClockTests {
  @Test("a merge has the server's time from the read before it, also when that is the server's first answer")
  func firstAnswer() async throws {
    let server = DatedServer()
    let outbox = Outbox(
      account: "ada", path: "outbox/queue", environment: .manual(),
      lanes: .kept([MutationHandler(SetDate.self, server)]), serverNow: { server.known },
      report: { _ in }, notify: { _, _ in })
    let record = try await outbox.accept(SetDate(), base: nil, cause: "user")
    await outbox.flush(.call)
    #expect(server.written == DatedServer.time)
    #expect(try await outbox.record(record.id)?.state == .synced)
  }

  @Test(
    "a change that was merged into a waiting one or edited counts after another device's change that was made between",
    arguments: [false, true])
  func mergedDate(isEdit: Bool) async throws {
    let clock = ManualClock()
    let phone = OutboxHarness(clock: clock)
    let old = OutboxHarness(clock: clock, server: phone.server, seed: 7)
    let first = try await phone.accept("a", "10")
    await clock.advance(by: .seconds(3600))
    try await old.accept("a", "11")
    await clock.advance(by: .seconds(3600))
    if isEdit {
      let payload = AnyMutationPayload(MutationPayload<SetValue>(mutation: SetValue(target: "a", value: "12")))
      _ = try await phone.outbox.change(first.id, countsAnew: true) { $0.payload = payload }
    } else {
      #expect(try await phone.accept("a", "12").id == first.id)
    }
    #expect(try await phone.outbox.record(first.id)?.createdAt == clock.now())
    let moved = try await old.outbox.all()
    #expect(try await phone.outbox.take(moved, decided: []) == [moved[0].id: .taken])
    #expect(try await phone.open == ["11", "12"])
    await phone.flush()
    #expect(phone.server.values == ["a": "12"])
  }

  @Test("a merged change keeps its date when the clock was set back, and a retried one keeps it too")
  func keptDate() async throws {
    let clock = ManualClock()
    let harness = OutboxHarness(clock: clock)
    let (made, first) = (clock.now(), try await harness.accept("a", "odd"))
    #expect(first.redated(made - 60) == first)
    await harness.flush()
    await clock.advance(by: .seconds(3600))
    #expect(try await harness.outbox.change(first.id) { _ in }.createdAt == made)
  }
}

/// A server whose time is known once it has answered.
private final class DatedServer: Sendable {
  static let time = Date(timeIntervalSince1970: 1_700_000_000)

  private let state = Locked<(known: Date?, written: Date?)>((nil, nil))

  var known: Date? { state.withLock { $0.known } }
  var written: Date? { state.withLock { $0.written } }

  func read() -> Date? {
    state.withLock { state in
      state.known = Self.time
      return state.written
    }
  }

  func write(_ date: Date?) { state.withLock { $0.written = date } }
}

/// Writes the server's time.
private struct SetDate: Mutation {
  static let kind: MutationKind = "test.date"

  var target = "date"
  var date: Date?

  func fetch(_ api: DatedServer, _ context: MutationContext) async throws(ClientError) -> Date? { api.read() }

  func resolve(_ merge: MergeInput<SetDate>) -> Resolution<SetDate> {
    var mutation = self
    mutation.date = merge.serverNow
    return .write(mutation)
  }

  func perform(_ api: DatedServer, over remote: Date?, _ context: MutationContext) async throws(ClientError) {
    api.write(date)
  }

  func isReflected(in remote: Date?) -> Bool { remote != nil && remote == date }
}
