/// Runs an action after a delay in which no other action was requested. Of several actions requested in quick succession, only the last one
/// runs.
@MainActor
public final class Debouncer {
  private let delay: Duration
  private let clock: any TimeSource
  private var task: Task<Void, Never>?

  /// Creates a debouncer.
  /// - Parameter delay: the time between a call of ``call(_:)`` and the start of its action. Each further call restarts this time.
  public init(delay: Duration, clock: any TimeSource) {
    self.delay = delay
    self.clock = clock
  }

  deinit { task?.cancel() }

  /// Runs `action` after the delay, unless this method is called again or ``cancel()`` is called before then.
  public func call(_ action: @escaping @MainActor @Sendable () -> Void) {
    task?.cancel()
    task = Task { [delay, clock] in
      do { try await clock.sleep(for: delay, as: .delay) } catch { return }
      // If another call cancelled this task after the sleep ended, skip the action.
      if !Task.isCancelled { action() }
    }
  }

  /// Cancels the action that waits for the delay to end. An action that is already running continues.
  public func cancel() {
    task?.cancel()
    task = nil
  }
}
