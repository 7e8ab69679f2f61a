/// The running tasks that a view model has started, by kind. All of them are cancelled when this object is released.
@MainActor
public final class Activities {
  private struct Running {
    let id: Int
    let kind: String
    let task: Task<Void, Never>
  }

  private var running: [Running] = []
  private var nextID = 0

  public init() {}

  deinit { running.forEach { $0.task.cancel() } }

  /// Starts `work` as a task.
  /// - Parameter replacing: whether a running task of the same kind is cancelled, so that only the newest request of a kind changes what is
  ///   shown.
  public func start(_ kind: String, replacing: Bool = true, _ work: @escaping @MainActor @Sendable () async -> Void) {
    if replacing { cancel(kind) }
    nextID += 1
    let id = nextID
    let task = Task { [weak self] in
      await work()
      self?.running.removeAll { $0.id == id }
    }
    running.append(Running(id: id, kind: kind, task: task))
  }

  /// Cancels the running task of a kind.
  public func cancel(_ kind: String) {
    running.filter { $0.kind == kind }.forEach { $0.task.cancel() }
    running.removeAll { $0.kind == kind }
  }

  /// Cancels all tasks.
  public func cancelAll() {
    running.forEach { $0.task.cancel() }
    running = []
  }

  /// Whether a task of this kind is running.
  public func isRunning(_ kind: String) -> Bool { running.contains { $0.kind == kind } }

  /// Returns once no task of a kind runs, or when the caller is cancelled.
  func settled(of kind: String) async {
    while !Task.isCancelled, let next = running.first(where: { $0.kind == kind }) { await next.task.finished() }
  }

  /// Returns once no task runs, or when the caller is cancelled. Kinds in `ignoring` do not count; use it for loops that run as long as the
  /// view model.
  public func settled(ignoring: Set<String> = []) async {
    while !Task.isCancelled, let next = running.first(where: { !ignoring.contains($0.kind) }) {
      await next.task.finished()
    }
  }
}
