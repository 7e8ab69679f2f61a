public import Testing

/// One test case after the other, over all suites and targets that have this trait: their deadlines are real, and a soak beside them would
/// take the time they need. A time limit also counts the waiting.
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
