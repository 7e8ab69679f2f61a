import MediaCore
import MediaTesting
import TestSupport
import Testing

@Suite("An attempt with a limit of time")
struct AttemptTests {
  private func error(_ body: () async throws -> Void) async -> ClientError? {
    do {
      try await body()
      return nil
    } catch { return error as? ClientError }
  }

  @Test("work that ends in time returns its result or throws its error")
  func inTime() async throws {
    let clock = ManualClock()
    let result = try await clock.attempt("test") { () async throws(ClientError) in 7 }
    #expect(result == 7)
    let error = await error {
      _ = try await clock.attempt("test") { () async throws(ClientError) -> Int in
        throw ClientError(.notFound, operation: "test")
      }
    }
    #expect(error?.kind == .notFound)
  }

  @Test("when the time is over, the work is cancelled and nothing is returned")
  func over() async throws {
    let clock = ManualClock()
    let ended = Locked(false)
    let attempt = Task {
      try await clock.attempt("test", within: .seconds(5)) { () async throws(ClientError) -> Int in
        do { try await clock.sleep(for: .seconds(1_000_000)) } catch {
          ended.withLock { $0 = true }
          throw .cancelled("test")
        }
        return 1
      }
    }
    await clock.sleepers(atLeast: 1)
    #expect(
      await eventually {
        await clock.advance(by: .seconds(5))
        return ended.withLock { $0 }
      })
    #expect(try await attempt.value == nil)
  }

  @Test("a caller that is cancelled gets the error of a cancellation, not the missing result of a timeout")
  func cancelled() async throws {
    let clock = ManualClock()
    let attempt = Task {
      try await clock.attempt("test") { () async throws(ClientError) -> Int in
        do { try await clock.sleep(for: .seconds(60)) } catch { throw .cancelled("test") }
        return 1
      }
    }
    await clock.sleepers(atLeast: 1)
    attempt.cancel()
    #expect(await error { _ = try await attempt.value }?.isCancellation == true)
  }
}
