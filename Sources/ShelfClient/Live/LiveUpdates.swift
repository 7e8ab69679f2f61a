public import MediaCore

/// The account's changes as they happen on the server: progress of another device shows within a second, without a request.
///
/// ```swift
/// shelf.live.start()  // once, when the app starts; connects as soon as somebody is signed in
/// let token = shelf.live.observeStatus { print($0) }
/// ```
///
/// Screens need nothing else: an event enters the same stores as an answer of the server, under this device's open changes, and the stores
/// notify their screens. The server repeats no events, so the stores read once after each connection, and for an event that does not fit
/// the cache.
///
/// Connected between ``start(isFront:)`` and ``stop()``, and only while the app is at the front or plays. A lost connection is made again
/// after half a second to five minutes; a server that stays down is asked at most 600 times a day. The connection uses long polling through
/// the service's transport, or a WebSocket: ``use(_:)``. Servers do not accept API keys for this connection: ``Status/unsupported``.
public final class LiveUpdates: Sendable {
  /// The state of the connection that receives events.
  public enum Status: Sendable, Hashable {
    /// There is no connection: the app has not called for one, or no account is signed in.
    case off
    /// The connection is being made, or the account is being signed in on it.
    case connecting
    /// The connection is open, and events arrive.
    case live
    /// The connection was lost or could not be made; the next attempt follows without a call.
    case waiting
    /// The account is signed in by an API key, which the server does not accept for events.
    case unsupported
  }

  private let loop: LiveLoop
  private let status: Locked<Status>
  private let statusObservers = Observers<Status>()
  private let eventObservers = Observers<LiveEvent>()
  private let reasons: Locked<LiveReasons>

  init(client: ServiceClient, progress: ListeningProgressStore, bookmarks: BookmarkStore) {
    let (status, reasons) = (Locked(Status.off), Locked(LiveReasons()))
    let (statusObservers, eventObservers) = (statusObservers, eventObservers)
    (self.status, self.reasons) = (status, reasons)
    let reader = LiveReader(progress: progress, bookmarks: bookmarks, clock: client.environment.clock)
    loop = LiveLoop(client: client, reader: reader) {
      reasons.withLock { $0.isWanted }
    } show: { new in
      let isNew = status.withLock { status in
        defer { status = new }
        return status != new
      }
      if isNew { statusObservers.notify(new) }
    } report: {
      eventObservers.notify($0)
    }
  }

  deinit { stop() }

  // MARK: Following

  /// The state of the connection now.
  public var currentStatus: Status { status.withLock { $0 } }

  /// Calls `changed` with each new status until the token is released.
  public func observeStatus(_ changed: @escaping @Sendable (Status) -> Void) -> ObservationToken {
    statusObservers.add(changed)
  }

  /// Calls `received` with each event of this account until the token is released. The stores have taken over the event by then.
  public func observe(_ received: @escaping @Sendable (LiveEvent) -> Void) -> ObservationToken {
    eventObservers.add(received)
  }

  // MARK: When to be connected

  /// Connects, and stays connected while the app is at the front or plays. Another call does nothing.
  /// - Parameter isFront: whether the app is at the front now; pass false for an app that the system has launched in the background.
  public func start(isFront: Bool = true) {
    change {
      if !$0.isStarted { $0.isFront = isFront }
      $0.isStarted = true
    }
  }

  /// Disconnects until ``start(isFront:)`` is called again.
  public func stop() { change { $0.isStarted = false } }

  /// Notes that the app came to the front or went to the background; ``ShelfService/systemEvents`` calls this.
  public func moved(toFront isFront: Bool) {
    change { $0.isFront = isFront }
    if isFront { loop.retryNow(isFront: true) }
  }

  /// Stays connected in the background until the token is released, for instance while audio plays. The SDK's player calls this itself.
  public func keepConnected() -> ObservationToken {
    change { $0.players += 1 }
    return ObservationToken { [weak self] in self?.change { $0.players -= 1 } }
  }

  /// Sets the connectors to connect by. Each one is tried in turn until a connection succeeds; long polling is always the last.
  public func use(_ connectors: (any SocketConnector)...) { loop.use(connectors) }

  private func change(_ body: (inout LiveReasons) -> Void) {
    reasons.withLock { body(&$0) }
    loop.follow()
  }
}

/// Why the app is connected.
private struct LiveReasons {
  var isStarted = false
  var isFront = false
  var players = 0

  var isWanted: Bool { isStarted && (isFront || players > 0) }
}
