/// Whether the server can be reached, judged by the outcome of calls. A slow server is not "offline", and neither is
/// one that answers with an error.
///
/// ``Status/unknown`` until a call has shown something.
///
/// ```swift
/// let token = shelf.client.connectivity.observe { status in print(status) }
/// print(shelf.client.connectivity.status)
/// token.cancel()
/// ```
public final class Connectivity: Sendable {
  /// Whether the server can be reached.
  public enum Status: String, Sendable, Hashable {
    /// Whether the server can be reached, as far as the calls have shown; `unknown` until the first call has ended.
    case unknown, online, offline
  }

  private let known = Locked(Status.unknown)
  private let observers = Observers<Status>()

  public init() {}

  /// The status that the last call, or the system, has shown.
  public var status: Status { known.withLock { $0 } }

  /// Sets the status, for an app with a better source, such as the system's path monitor.
  public func report(_ status: Status) {
    let isNew = known.withLock { known in
      defer { known = status }
      return known != status
    }
    if isNew { observers.notify(status) }
  }

  /// Calls `changed` with each new status until the token is released.
  public func observe(_ changed: @escaping @Sendable (Status) -> Void) -> ObservationToken {
    observers.add(changed)
  }

  func update(from event: ClientEvent) {
    switch event {
    case .answered(_, _, _, let isStale, _): if !isStale { report(.online) }
    // Ignore a failed long poll: a proxy may cut it although the server can be reached.
    case .failed(let error, _): if error.kind == .unreachable, error.operation != .livePoll { report(.offline) }
    default: break
    }
  }
}
