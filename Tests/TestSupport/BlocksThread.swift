public import Testing

/// Runs tests that block a thread one after the other, over all suites that have this trait: on two processors a process has two threads
/// for tasks, and two blocked ones would stop every test.
public struct BlocksThread: SuiteTrait, TestTrait, TestScoping {
  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
  ) async throws {
    // The trait of a suite is also applied to each of its tests: take one turn for each test case.
    guard testCase != nil else { return try await body() }
    await Turn.shared.take()
    do {
      try await body()
    } catch {
      await Turn.shared.pass()
      throw error
    }
    await Turn.shared.pass()
  }

  /// Grants one turn at a time; the others wait in the order they came.
  private actor Turn {
    static let shared = Turn()

    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func take() async {
      guard isTaken else {
        isTaken = true
        return
      }
      await withCheckedContinuation { waiting.append($0) }
    }

    func pass() {
      if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
    }
  }
}

extension Trait where Self == BlocksThread {
  public static var blocksThread: Self { Self() }
}
