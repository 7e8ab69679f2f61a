/// The running tasks of a view model. Each task has a kind, which is a name that the view model chooses. When the `Activities` object is
/// released, all tasks are cancelled.
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

  /// Starts `work` as a task of this kind.
  /// - Parameter replacing: if true, the running tasks of the same kind are cancelled first, so that only the newest task of the kind
  ///   changes the shown state. If false, they continue.
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

  /// Cancels the running tasks of this kind.
  public func cancel(_ kind: String) {
    running.filter { $0.kind == kind }.forEach { $0.task.cancel() }
    running.removeAll { $0.kind == kind }
  }

  /// Cancels the running tasks of all kinds.
  public func cancelAll() {
    running.forEach { $0.task.cancel() }
    running = []
  }

  /// Whether a task of this kind is running.
  public func isRunning(_ kind: String) -> Bool { running.contains { $0.kind == kind } }

  /// Returns once no task of a kind runs, or when the caller is cancelled.
  package func settled(of kind: String) async {
    while !Task.isCancelled, let next = running.first(where: { $0.kind == kind }) { await next.task.finished() }
  }

  /// Returns once no task runs, or when the caller is cancelled. Tasks of the kinds in `ignoring`, such as loops that run as long as the
  /// view model exists, are not waited for.
  public func settled(ignoring: Set<String> = []) async {
    while !Task.isCancelled, let next = running.first(where: { !ignoring.contains($0.kind) }) {
      await next.task.finished()
    }
  }
}
