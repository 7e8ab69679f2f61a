/// Runs the tasks of one owner one after the other, in the order in which they were enqueued. For example, a long read of a store never
/// shows older data over what a later read has shown.
@MainActor
public final class SerialTaskQueue {
  private var last: Task<Void, Never>?

  public init() {}

  /// Runs `work` after all earlier tasks have ended, and returns when `work` has ended. Cancelling the caller does not end `work`.
  ///
  /// `work` must not enqueue another task and wait for it: both would wait for ever.
  public func enqueue(_ work: @escaping @MainActor @Sendable () async -> Void) async {
    let task = Task { [last] in
      await last?.value
      await work()
    }
    last = task
    await task.value
  }
}
