import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("The delivery of a queue's events")
struct EventDeliveryTests {
  /// Holds the first delivery until it is let go.
  private final class Reader: Sendable {
    private struct State {
      var batches: [(first: Int, count: Int)] = []
      var held: CheckedContinuation<Void, Never>?
    }
    private let state = Locked(State())

    var batches: [(first: Int, count: Int)] { state.withLock { $0.batches } }
    var isHolding: Bool { state.withLock { $0.held != nil } }

    func take(_ events: [Outbox.Event], _ first: Int) async {
      let isFirst = state.withLock { state in
        state.batches.append((first, events.count))
        return state.batches.count == 1
      }
      if isFirst { await withCheckedContinuation { held in state.withLock { $0.held = held } } }
    }

    func letGo() {
      state.withLock { state in
        defer { state.held = nil }
        return state.held
      }?.resume()
    }
  }

  @Test("what comes during a delivery goes out together behind it, and nobody returns before that")
  func together() async throws {
    let reader = Reader()
    let outbox = Outbox(
      account: "ada", path: "outbox/queue", environment: .manual(), lanes: .kept([]), serverNow: { nil },
      report: { _ in }, notify: { await reader.take($0, $1) })
    let returned = Locked(0)
    @Sendable func publish(_ count: Int) -> Task<Void, Never> {
      Task {
        await outbox.publish((0..<count).map { .written("\($0)") })
        returned.withLock { $0 += 1 }
      }
    }
    let first = publish(1)
    #expect(await eventually { reader.isHolding })
    let others = [publish(2), publish(3)]
    #expect(await eventually { await outbox.revision == 6 })
    #expect(returned.withLock { $0 } == 0)
    reader.letGo()
    for task in [first] + others { await task.value }
    #expect(reader.batches.map(\.first) == [1, 2])
    #expect(reader.batches.map(\.count) == [1, 5])
    await publish(1).value
    #expect(reader.batches.map(\.first) == [1, 2, 7])
  }
}
