public import MediaCore

/// Receives changes of the account while they happen on the server: progress from another device shows within a second, without a request.
///
/// ```swift
/// shelf.live.start()  // once, when the app starts; connects as soon as somebody is signed in
/// let token = shelf.live.observeStatus { print($0) }
/// ```
///
/// Screens need no further call. The data of an event enters the same stores as a server's response does, and this device's unsent changes
/// are applied to it. The stores then notify their screens. The server does not repeat events. Therefore the stores read their data from
/// the server after each connection, and also after an event that does not fit the stored data.
///
/// The connection exists between ``start(isFront:)`` and ``stop()``, but only while the app is in the foreground or plays. A lost
/// connection is opened again after half a second to five minutes, and at most 600 times a day while the server does not answer. The
/// connection uses long polling through the service's transport, or a WebSocket: see ``use(_:)``. The server accepts no API keys for this
/// connection: see ``Status/unsupported``.
public final class LiveUpdates: Sendable {
  /// The state of the connection that receives events.
  public enum Status: Sendable, Hashable {
    /// There is no connection: ``LiveUpdates/start(isFront:)`` was not called, the app is in the background, or no account is signed in.
    case off
    /// The connection is being opened, or the account is being signed in on it.
    case connecting
    /// The connection is open, and events arrive.
    case live
    /// The connection was lost or could not be opened. The next attempt begins by itself.
    case waiting
    /// The account is signed in with an API key, which the server does not accept for this connection.
    case unsupported
  }

  private let loop: LiveLoop
  private let status: Locked<Status>
  private let statusObservers = Observers<Status>()
  private let eventObservers = Observers<LiveEvent>()
  private let reasons: Locked<LiveReasons>

  init(
    client: ServiceClient, progress: ListeningProgressStore, bookmarks: BookmarkStore, episodes: NewEpisodeReader
  ) {
    let (status, reasons) = (Locked(Status.off), Locked(LiveReasons()))
    let (statusObservers, eventObservers) = (statusObservers, eventObservers)
    (self.status, self.reasons) = (status, reasons)
    let reader = LiveReader(
      progress: progress, bookmarks: bookmarks, episodes: episodes, clock: client.environment.clock)
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

  /// The current state of the connection.
  public var currentStatus: Status { status.withLock { $0 } }

  /// Calls `changed` with each new status until the returned token is released.
  public func observeStatus(_ changed: @escaping @Sendable (Status) -> Void) -> ObservationToken {
    statusObservers.add(changed)
  }

  /// Calls `received` with each event of this account until the returned token is released. Before the call, the stores have applied the
  /// event's data.
  public func observe(_ received: @escaping @Sendable (LiveEvent) -> Void) -> ObservationToken {
    eventObservers.add(received)
  }

  // MARK: When to be connected

  /// Connects, and stays connected while the app is in the foreground or plays. Further calls do nothing.
  /// - Parameter isFront: whether the app is in the foreground now. Pass false if the system has launched the app in the background.
  public func start(isFront: Bool = true) {
    change {
      if !$0.isStarted { $0.isFront = isFront }
      $0.isStarted = true
    }
  }

  /// Disconnects until ``start(isFront:)`` is called again.
  public func stop() { change { $0.isStarted = false } }

  /// Reports that the app came to the foreground or went to the background. ``ShelfService/systemEvents`` already calls this method.
  public func moved(toFront isFront: Bool) {
    change { $0.isFront = isFront }
    if isFront { loop.retryNow(isFront: true) }
  }

  /// Stays connected in the background until the returned token is released, for instance while audio plays. The SDK's player calls this
  /// method itself.
  public func keepConnected() -> ObservationToken {
    change { $0.players += 1 }
    return ObservationToken { [weak self] in self?.change { $0.players -= 1 } }
  }

  /// Sets the connectors that open the connection. They are tried in order until one succeeds; long polling is always tried last.
  public func use(_ connectors: (any SocketConnector)...) { loop.use(connectors) }

  private func change(_ body: (inout LiveReasons) -> Void) {
    reasons.withLock { body(&$0) }
    loop.follow()
  }
}

/// The reasons for which the app is connected.
private struct LiveReasons {
  var isStarted = false
  var isFront = false
  var players = 0

  var isWanted: Bool { isStarted && (isFront || players > 0) }
}
