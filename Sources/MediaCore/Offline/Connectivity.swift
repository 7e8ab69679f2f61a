/// Whether the server can be reached, learnt from what happens to calls. A slow server is not "offline", and neither is one
/// that answers with an error.
public final class Connectivity: Sendable {
  public enum Status: String, Sendable, Hashable { case unknown, online, offline }

  private struct State {
    var status = Status.unknown
    var observers: [Int: @Sendable (Status) -> Void] = [:]
    var nextID = 0
  }

  private let state = Locked(State())

  public init() {}

  public var status: Status { state.withLock { $0.status } }

  /// For an app that knows more, such as from the system's path monitor.
  public func report(_ status: Status) {
    let observers = state.withLock { state -> [@Sendable (Status) -> Void] in
      guard state.status != status else { return [] }
      state.status = status
      return state.observers.sorted { $0.key < $1.key }.map(\.value)
    }
    observers.forEach { $0(status) }
  }

  /// Calls `changed` with each new status until the token is released.
  public func observe(_ changed: @escaping @Sendable (Status) -> Void) -> ObservationToken {
    let id = state.withLock { state in
      state.nextID += 1
      state.observers[state.nextID] = changed
      return state.nextID
    }
    return ObservationToken { [weak self] in self?.state.withLock { $0.observers[id] = nil } }
  }

  func learn(from event: ClientEvent) {
    switch event {
    case .answered(_, _, _, let isStale, _): if !isStale { report(.online) }
    case .failed(let error, _): if error.kind == .unreachable { report(.offline) }
    default: break
    }
  }
}
