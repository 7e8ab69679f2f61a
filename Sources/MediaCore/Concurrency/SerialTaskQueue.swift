/// Runs tasks one after the other, in the order in which they were enqueued. For example, if two tasks read the same store, the result of
/// the earlier read, even a slow one, cannot overwrite the result of the later read.
@MainActor
public final class SerialTaskQueue {
  private var last: Task<Void, Never>?

  public init() {}

  /// Runs `work` after all earlier tasks have ended, and returns when `work` has ended. Cancelling the caller does not end `work`.
  ///
  /// `work` must not enqueue another task in the same queue and wait for it: both tasks would wait forever.
  public func enqueue(_ work: @escaping @MainActor @Sendable () async -> Void) async {
    let task = Task { [last] in
      await last?.value
      await work()
    }
    last = task
    await task.value
  }
}
