/// The services that share a queue, as the handlers of each. A change that was submitted to a service is sent through that service's
/// handlers; a change of an earlier launch or of a released service is sent through the service that was made first.
///
/// The handlers belong to their service: when it is released, it sends nothing any more.
final class MutationLanes: Sendable {
  private struct State {
    var lanes: [Lane] = []
    /// Kept when a service is released, because the records of its changes stay in memory.
    var forms: [MutationKind: MutationForm] = [:]
  }

  private struct Lane {
    weak var handlers: MutationHandlers?
  }

  private let state = Locked(State())

  /// - Returns: whether this is the first service of the queue.
  func add(_ handlers: MutationHandlers) -> Bool {
    let forms = handlers.byKind.values.map(\.form)
    return state.withLock { state in
      let isFirst = state.forms.isEmpty
      for form in forms { state.forms[form.kind] = form }
      state.lanes.removeAll { $0.handlers == nil || $0.handlers === handlers }
      state.lanes.append(Lane(handlers: handlers))
      return isFirst
    }
  }

  var forms: [MutationKind: MutationForm] { state.withLock { $0.forms } }

  /// The number of services that are there.
  var count: Int { living.count }

  /// The kinds that a service can send.
  var kinds: Set<MutationKind> { living.reduce(into: []) { $0.formUnion($1.byKind.keys) } }

  /// The handler of a service, or of the first one that has one for the kind, with the service's handlers.
  func lane(of kind: MutationKind, by sender: MutationHandlers?) -> (
    handlers: MutationHandlers, handler: MutationHandler
  )? {
    for handlers in [sender].compactMap(\.self) + living {
      if let handler = handlers.byKind[kind] { return (handlers, handler) }
    }
    return nil
  }

  func handler(of kind: MutationKind) -> MutationHandler? { lane(of: kind, by: nil)?.handler }

  private var living: [MutationHandlers] { state.withLock { $0.lanes.compactMap(\.handlers) } }
}

/// The handlers of one service by their kind.
final class MutationHandlers: Sendable {
  private let handlers = Locked<[MutationKind: MutationHandler]>([:])

  var byKind: [MutationKind: MutationHandler] { handlers.withLock { $0 } }

  func use(_ all: [MutationHandler]) {
    handlers.withLock { $0 = Dictionary(all.map { ($0.kind, $0) }, uniquingKeysWith: { $1 }) }
  }
}
