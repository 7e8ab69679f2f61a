import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("Mutation outbox: trying again")
struct MutationTimerTests {
  /// The pauses an outbox makes until the server is there again at the `count`th try.
  private func pauses(
    _ count: Int, seed: UInt64 = 1, problem: ClientError = ValueServer.unreachable
  ) async throws -> [Double] {
    let clock = HastyClock()
    let harness = OutboxHarness(clock: clock, seed: seed)
    for _ in 0..<count { harness.server.fail(problem) }
    try await harness.accept("a", "1")
    await harness.flush()
    #expect(await eventually { (try? await harness.open.isEmpty) == true })
    #expect(harness.server.values["a"] == "1")
    return clock.sleeps
  }

  @Test("pauses grow to five minutes, each within half and the whole of its ceiling")
  func backOff() async throws {
    let pauses = try await pauses(12)
    #expect(pauses.count == 12)
    for (index, pause) in pauses.enumerated() {
      let ceiling = min(300, 5 * Double(1 << min(index + 1, 6)))
      #expect(pause >= ceiling / 2 && pause <= ceiling, "pause \(index): \(pause)")
    }
  }

  @Test("two devices that failed together come back at different times")
  func jitter() async throws {
    #expect(try await pauses(3, seed: 1) != pauses(3, seed: 2))
  }

  @Test("nothing is tried on its own when everything is sent")
  func rest() async throws {
    #expect(try await pauses(0) == [])
  }

  @Test("a server that said when to come back is not asked before")
  func retryAfter() async throws {
    let problem = ClientError(
      .rateLimited, operation: "test", status: 429, retryAt: ManualClock.defaultStart + 90)
    #expect(try await pauses(1, problem: problem) == [90])
  }

  @Test("of a time to come back far ahead, as after a change of the device's clock, an hour counts")
  func farAhead() async throws {
    let problem = ClientError(
      .rateLimited, operation: "test", status: 429, retryAt: ManualClock.defaultStart + 31_536_000)
    #expect(try await pauses(1, problem: problem) == [3600])
  }

  @Test("a disk that cannot be read at the launch is read again by itself")
  func lockedAtLaunch() async throws {
    let (files, clock) = (TroubledFiles(), ManualClock())
    try await OutboxHarness(files: files).accept("a", "1")
    let harness = OutboxHarness(files: files, clock: clock)
    files.state.withLock { $0.failsReads = true }
    await harness.flush()
    files.state.withLock { $0.failsReads = false }
    #expect(harness.server.written == [])
    await clock.advance(by: .seconds(10))
    #expect(await eventually { harness.server.written == ["a=1"] })
  }
}
