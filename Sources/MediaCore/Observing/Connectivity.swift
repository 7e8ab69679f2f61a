/// Observes whether the server can be reached, by the outcomes of the service's calls. A server that is slow or answers with an error is
/// online, not offline.
///
/// The status is ``Status/unknown`` until a call has shown whether the server can be reached.
///
/// ```swift
/// let token = shelf.client.connectivity.observe { status in print(status) }
/// print(shelf.client.connectivity.status)
/// token.cancel()
/// ```
public final class Connectivity: Sendable {
  /// The reachability of the server: not known yet, reachable, or not reachable.
  public enum Status: String, Sendable, Hashable {
    /// The status is `unknown` until a call has shown whether the server can be reached. A response sets `online`, and a call that could
    /// not reach the server sets `offline`.
    case unknown, online, offline
  }

  private let known = Locked(Status.unknown)
  private let observers = Observers<Status>()

  public init() {}

  /// The current status. It comes from the latest call that has shown whether the server can be reached, or from the latest call of
  /// ``report(_:)``.
  public var status: Status { known.withLock { $0 } }

  /// Sets the status, for an app that has a better source than the outcomes of calls, such as the system's path monitor.
  public func report(_ status: Status) {
    let isNew = known.withLock { known in
      defer { known = status }
      return known != status
    }
    if isNew { observers.notify(status) }
  }

  /// Calls `changed` with the new status after each change of the status, until the returned token is released.
  public func observe(_ changed: @escaping @Sendable (Status) -> Void) -> ObservationToken {
    observers.add(changed)
  }

  /// Whether the current task asks an address that no call may go to yet. Its answers and failures say nothing about the address in use.
  @TaskLocal static var isAskingElsewhere = false

  func update(from event: ClientEvent) {
    guard !Self.isAskingElsewhere else { return }
    switch event {
    case .answered(_, _, _, let isStale, _): if !isStale { report(.online) }
    // Ignore a failed long poll: a proxy may cut it although the server can be reached.
    case .failed(let error, _): if error.kind == .unreachable, error.operation != .livePoll { report(.offline) }
    default: break
    }
  }
}
