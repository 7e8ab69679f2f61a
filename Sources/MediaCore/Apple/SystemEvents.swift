/// The reactions of one service to its app's lifecycle: sends waiting changes, writes the caches to disk, and follows the state of
/// the device's network.
///
/// The observers for Apple's systems call it; an app on another system, or with observers of its own, calls it directly:
///
/// ```swift
/// let events = SystemEvents(client: tally.client, queue: tally.queue)
/// await events.becameActive()
/// ```
public struct SystemEvents: Sendable {
  /// The state of the device's network, as a system reports it.
  public enum Path: Sendable, Hashable {
    /// Requests can go out.
    case usable
    /// No network, or none that the app may use.
    case unusable
    /// A connection could be made on demand, such as that of a VPN: only a call shows whether the server can be reached.
    case onDemand
  }

  private let client: ServiceClient
  private let queue: MutationQueue
  private let moved: @Sendable (_ isFront: Bool) -> Void
  private let resume: @Sendable () async -> Void

  /// Creates the reactions of one service to its app's lifecycle.
  /// - Parameters:
  ///   - resume: continues a service's own work each time the app becomes active.
  ///   - moved: called with true when the app comes to the front and with false when it leaves the front, before anything else happens; for
  ///     example to connect to the server and to disconnect.
  public init(
    client: ServiceClient, queue: MutationQueue, resume: @escaping @Sendable () async -> Void = {},
    moved: @escaping @Sendable (_ isFront: Bool) -> Void = { _ in }
  ) {
    self.client = client
    self.queue = queue
    self.moved = moved
    self.resume = resume
  }

  /// Reacts to the app coming to the front: takes over changes that other processes have handed over, sends the changes that wait, reads
  /// again what could not be read while the device was locked, and lets observed screens whose data is too old ask the server.
  public func becameActive() async {
    moved(true)
    // Call `move` before the slow `flush`: if the app leaves the front during the flush, a later `true` would override that `false`.
    await fresh.move(isFront: true)
    if client.environment.isReading { await client.accounts.folderChanged() }
    await queue.flush(.foreground)
    await resume()
    await fresh.readStale()
  }

  private var fresh: FreshReading { .shared(client.accounts) }

  /// Reacts to the app going to the background or being about to end: writes the caches, and sends the changes that wait.
  public func enteredBackground() async {
    moved(false)
    await fresh.move(isFront: false)
    await client.accounts.save()
    await queue.flush()
  }

  /// Reacts to a change of the device's network. A usable network sends the changes that wait.
  public func networkChanged(_ path: Path) {
    switch path {
    case .usable:
      client.connectivity.report(.online)
      Task { await fresh.readStale() }
    case .unusable: client.connectivity.report(.offline)
    case .onDemand: client.connectivity.report(.unknown)
    }
  }
}
