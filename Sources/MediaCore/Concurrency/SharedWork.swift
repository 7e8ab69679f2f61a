/// Work that is done once and waited for by many. Who leaves early does not stop it for the others.
///
/// Continuations carry no typed errors: the outcome travels as a `Result`.
final class SharedWork<Value: Sendable>: Sendable {
  typealias Outcome = Result<Value, ClientError>

  private struct State {
    var outcome: Outcome?
    var task: Task<Void, Never>?
    var waiters: [Int: CheckedContinuation<Outcome, Never>] = [:]
    var nextID = 0
    var left: Set<Int> = []
    var interest = 0
    var isAbandoned = false
  }

  private let state = Locked(State())
  private let operation: String
  private let endsWhenAbandoned: Bool

  /// - Parameters:
  ///   - endsWhenAbandoned: whether the work is cancelled once nobody waits any more. Not for work whose loss does harm,
  ///     such as a token refresh.
  ///   - finished: called once, with the work done or given up.
  init(
    operation: String, endsWhenAbandoned: Bool, finished: @escaping @Sendable (SharedWork) -> Void = { _ in },
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

  /// How many wait for it.
  var interest: Int { state.withLock { $0.interest } }

  /// Its last waiter left before it was done. Who came too late to join asks anew.
  var isAbandoned: Bool { state.withLock { $0.isAbandoned } }

  /// The outcome, as soon as it is there; a cancelled caller gets a cancellation at once.
  func value() async -> Outcome {
    let id = state.withLock { state in
      state.nextID += 1
      state.interest += 1
      return state.nextID
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Outcome, Never>) in
        let early = state.withLock { state -> Outcome? in
          if state.left.remove(id) != nil { return .failure(.cancelled(operation)) }
          if let outcome = state.outcome { return outcome }
          state.waiters[id] = continuation
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
        state.interest += 1
        state.waiters[state.nextID] = continuation
        return nil
      }
      if let early { continuation.resume(returning: early) }
    }
  }

  /// Ends the work with `outcome` unless it already has one.
  func finish(with outcome: Outcome) {
    let (task, waiters) = state.withLock { state -> (Task<Void, Never>?, [CheckedContinuation<Outcome, Never>]) in
      guard state.outcome == nil else { return (nil, []) }
      state.outcome = outcome
      defer {
        state.waiters = [:]
        state.task = nil
      }
      return (state.task, state.waiters.sorted { $0.key < $1.key }.map(\.value))
    }
    task?.cancel()
    waiters.forEach { $0.resume(returning: outcome) }
  }

  private func leave(_ id: Int) {
    let (waiter, isAbandoned) = state.withLock { state -> (CheckedContinuation<Outcome, Never>?, Bool) in
      guard state.outcome == nil else { return (nil, false) }
      state.interest -= 1
      let waiter = state.waiters.removeValue(forKey: id)
      if waiter == nil { state.left.insert(id) }
      if state.interest == 0, endsWhenAbandoned { state.isAbandoned = true }
      return (waiter, state.isAbandoned)
    }
    waiter?.resume(returning: .failure(.cancelled(operation)))
    if isAbandoned { finish(with: .failure(.cancelled(operation))) }
  }
}
