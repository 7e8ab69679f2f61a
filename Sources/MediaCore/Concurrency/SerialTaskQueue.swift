/// Tasks of one owner, one after the other in the order in which they were enqueued: a read of a store that takes several steps,
/// or long, never shows something older over what a later read has shown.
@MainActor
public final class SerialTaskQueue {
  private var last: Task<Void, Never>?

  public init() {}

  /// Runs `work` after all earlier tasks have ended, and returns once it has ended itself; it does not end with a cancelled
  /// caller. A task that enqueues another one and waits for it waits for ever.
  public func enqueue(_ work: @escaping @MainActor @Sendable () async -> Void) async {
    let task = Task { [last] in
      await last?.value
      await work()
    }
    last = task
    await task.value
  }
}
