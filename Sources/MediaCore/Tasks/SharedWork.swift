/// Work that is done once and waited for by many. A waiter that leaves early does not stop it for the others.
///
/// Continuations carry no typed errors: the outcome travels as a `Result`.
final class SharedWork<Value: Sendable>: Sendable {
  typealias Outcome = Result<Value, ClientError>

  private typealias Waiter = (id: Int, continuation: CheckedContinuation<Outcome, Never>)

  private struct State {
    var outcome: Outcome?
    var task: Task<Void, Never>?
    /// Waiters in the order in which they came.
    var waiters: [Waiter] = []
    var nextID = 0
    /// Ids of waiters that were cancelled before they began to wait.
    var cancelledIDs: [Int] = []
    var waiterCount = 0
    /// The number of callers that keep the work going, with or without waiters.
    var holders = 0
    var isAbandoned = false
  }

  private let state = Locked(State())
  private let operation: OperationID
  private let endsWhenAbandoned: Bool

  /// - Parameters:
  ///   - endsWhenAbandoned: whether the work is cancelled once its last waiter has left. Not for work whose loss does
  ///     harm, such as a token refresh.
  ///   - finished: called once, when the work is done or given up.
  init(
    operation: OperationID, endsWhenAbandoned: Bool, finished: @escaping @Sendable (SharedWork) -> Void = { _ in },
    _ work: @escaping @Sendable () async -> Outcome
  ) {
    self.operation = operation
    self.endsWhenAbandoned = endsWhenAbandoned
    let task = Task {
      let outcome = await work()
      finished(self)
      self.finish(with: outcome)
    }
    state.withLock { $0.task = $0.outcome == nil ? task : nil }
  }

  /// Work that begins with ``start(_:)``, or that the caller does itself and ends with ``finish(with:)``.
  init(operation: OperationID, endsWhenAbandoned: Bool = false) {
    self.operation = operation
    self.endsWhenAbandoned = endsWhenAbandoned
  }

  /// Does the work in a task of its own, which begins on the thread of the caller: a switch to another thread costs more than most
  /// of a call.
  func start(_ work: @escaping @Sendable () async -> Outcome) {
    let task = Task.begun { [self] in finish(with: await work()) }
    let isOver = state.withLock { state in
      let isOver = state.outcome != nil && state.holders == 0
      if !isOver { state.task = task }
      return isOver
    }
    if isOver { task.cancel() }
  }

  /// Keeps the task going until ``release()``, also when the last waiter leaves. Returns false once the work is over: then there is
  /// nothing to release.
  func hold() -> Bool {
    state.withLock { state in
      guard state.outcome == nil || state.holders > 0 else { return false }
      state.holders += 1
      return true
    }
  }

  /// Ends a hold. The last one cancels the task if the work has its outcome by then, such as a cancellation by its last waiter.
  func release() {
    let task = state.withLock { state -> Task<Void, Never>? in
      state.holders -= 1
      guard state.holders == 0, state.outcome != nil else { return nil }
      defer { state.task = nil }
      return state.task
    }
    task?.cancel()
  }

  /// The number of waiters.
  var waiterCount: Int { state.withLock { $0.waiterCount } }

  /// Whether the last waiter left before the work was done: a caller that came too late to join has to start again.
  var isAbandoned: Bool { state.withLock { $0.isAbandoned } }

  /// The outcome, as soon as it is there; a cancelled caller gets a cancellation at once.
  func value(isolation: isolated (any Actor)? = #isolation) async -> Outcome {
    let (known, id) = state.withLock { state in
      state.nextID += 1
      state.waiterCount += 1
      return (state.outcome, state.nextID)
    }
    // Work that began on the caller's thread is often done by now: return without suspending.
    if let known { return known }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Outcome, Never>) in
        let early = state.withLock { state -> Outcome? in
          if let index = state.cancelledIDs.firstIndex(of: id) {
            state.cancelledIDs.remove(at: index)
            return .failure(.cancelled(operation))
          }
          if let outcome = state.outcome { return outcome }
          state.waiters.append((id, continuation))
          return nil
        }
        if let early { continuation.resume(returning: early) }
      }
    } onCancel: {
      leave(id)
    }
  }

  /// The outcome, also for a cancelled caller: for work whose result decides whether something counts.
  func uncancellableValue() async -> Outcome {
    await withCheckedContinuation { (continuation: CheckedContinuation<Outcome, Never>) in
      let early = state.withLock { state -> Outcome? in
        if let outcome = state.outcome { return outcome }
        state.nextID += 1
        state.waiterCount += 1
        state.waiters.append((state.nextID, continuation))
        return nil
      }
      if let early { continuation.resume(returning: early) }
    }
  }

  /// Ends the work with `outcome` unless it already has one.
  func finish(with outcome: Outcome) {
    let (task, waiters) = state.withLock { state in
      guard state.outcome == nil else { return (nil as Task<Void, Never>?, [] as [Waiter]) }
      state.outcome = outcome
      defer {
        state.waiters = []
        if state.holders == 0 { state.task = nil }
      }
      return (state.holders == 0 ? state.task : nil, state.waiters)
    }
    task?.cancel()
    waiters.forEach { $0.continuation.resume(returning: outcome) }
  }

  private func leave(_ id: Int) {
    let (waiter, isAbandoned) = state.withLock { state -> (Waiter?, Bool) in
      guard state.outcome == nil else { return (nil, false) }
      state.waiterCount -= 1
      let index = state.waiters.firstIndex { $0.id == id }
      let waiter = index.map { state.waiters.remove(at: $0) }
      if waiter == nil { state.cancelledIDs.append(id) }
      if state.waiterCount == 0, endsWhenAbandoned { state.isAbandoned = true }
      return (waiter, state.isAbandoned)
    }
    waiter?.continuation.resume(returning: .failure(.cancelled(operation)))
    if isAbandoned { finish(with: .failure(.cancelled(operation))) }
  }
}
