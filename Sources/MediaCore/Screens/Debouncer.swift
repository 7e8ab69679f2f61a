/// Waits for a pause in a stream of calls and then runs the last one.
@MainActor
public final class Debouncer {
  private let delay: Duration
  private let clock: any TimeSource
  private var task: Task<Void, Never>?

  /// - Parameter delay: the time without a further call after which the work begins.
  public init(delay: Duration, clock: any TimeSource) {
    self.delay = delay
    self.clock = clock
  }

  deinit { task?.cancel() }

  /// Runs `action` after the delay unless another call comes before.
  public func call(_ action: @escaping @MainActor @Sendable () -> Void) {
    task?.cancel()
    task = Task { [delay, clock] in
      do { try await clock.sleep(for: delay, as: .delay) } catch { return }
      // If another call cancelled this task after the sleep ended, skip the action.
      if !Task.isCancelled { action() }
    }
  }

  /// Drops an action that waits. An action that has begun goes on.
  public func cancel() {
    task?.cancel()
    task = nil
  }
}
