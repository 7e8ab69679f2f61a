/// The actor of one call: tasks that are made on it take turns on one thread, see ``SharedWork/start(isolation:_:)``.
actor CallLane {
  /// Work for several callers, of which the one that has made it waits here.
  /// - Parameter isNew: whether the work has to be started.
  func value<Value>(
    of shared: SharedWork<Value>, isNew: Bool = true,
    _ work: @escaping @Sendable () async -> SharedWork<Value>.Outcome
  ) async -> SharedWork<Value>.Outcome {
    if isNew { shared.start(isolation: self, work) }
    return await shared.value()
  }
}
