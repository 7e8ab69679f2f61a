public import Testing

/// Runs the test cases of all suites and targets that have this trait one after the other. For tests whose deadlines are real, which a test
/// beside them would delay, and for tests that block a thread: on two processors a process has two threads for tasks, and two blocked
/// threads would stop every test. A time limit of a test also counts the waiting.
public struct OneAtATime: SuiteTrait, TestTrait, TestScoping {
  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
  ) async throws {
    await Turn.shared.take()
    do {
      try await body()
    } catch {
      await Turn.shared.pass()
      throw error
    }
    await Turn.shared.pass()
  }
}

extension Trait where Self == OneAtATime {
  public static var oneAtATime: Self { Self() }
}
