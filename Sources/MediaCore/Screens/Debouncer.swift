/// Delays an action until no further call has come for some time, and then runs only the action of the last call.
@MainActor
public final class Debouncer {
  private let delay: Duration
  private let clock: any TimeSource
  private var task: Task<Void, Never>?

  /// Creates a debouncer.
  /// - Parameter delay: the time without a further call after which the last action runs.
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

  /// Drops the waiting action. An action that has begun continues.
  public func cancel() {
    task?.cancel()
    task = nil
  }
}
