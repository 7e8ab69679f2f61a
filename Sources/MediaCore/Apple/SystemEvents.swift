/// Connects one service to the lifecycle of its app and to the device's network. It sends waiting changes, writes the caches to disk, and
/// reports to the service whether there is a network.
///
/// On Apple's systems, `follow()` calls the functions of this type. An app on another system, or with observers of its own, calls the
/// functions directly:
///
/// ```swift
/// let events = SystemEvents(client: tally.client, queue: tally.queue)
/// await events.becameActive()
/// ```
public struct SystemEvents: Sendable {
  /// The state of the device's network, as the operating system reports it.
  public enum Path: Sendable, Hashable {
    /// A network is available, and requests can be sent.
    case usable
    /// There is no network, or the system does not allow the app to use it.
    case unusable
    /// The system makes the connection, such as a VPN, only when a request needs it. Only a call can show whether the server can be
    /// reached.
    case onDemand
  }

  private let client: ServiceClient
  private let queue: MutationQueue
  private let moved: @Sendable (_ isFront: Bool) -> Void
  private let resume: @Sendable () async -> Void

  /// Creates the connection of one service to its app's lifecycle.
  /// - Parameters:
  ///   - resume: continues the service's own work each time the app comes to the front.
  ///   - moved: called with true when the app comes to the front, and with false when the app leaves the front, before anything else
  ///     happens. The closure can, for example, connect to the server, and disconnect when the app leaves the front.
  public init(
    client: ServiceClient, queue: MutationQueue, resume: @escaping @Sendable () async -> Void = {},
    moved: @escaping @Sendable (_ isFront: Bool) -> Void = { _ in }
  ) {
    self.client = client
    self.queue = queue
    self.moved = moved
    self.resume = resume
  }

  /// Call this function when the app comes to the front. The function takes over the changes that other processes of the app have handed
  /// over, sends waiting changes, and reads again the data that could not be read while the device was locked. Afterwards, observed screens
  /// whose data is too old load new data from the server.
  public func becameActive() async {
    moved(true)
    // Call `move` before the slow `flush`: if the app leaves the front during the flush, a later `true` would override that `false`.
    await fresh.move(isFront: true)
    if client.environment.isReading { await client.accounts.folderChanged() }
    await queue.flush(.foreground)
    await resume()
    await fresh.readStale()
  }

  /// Begins to follow an app. If the app is at the front already, the system reports that only after the user has left the app and come back.
  func began(isFront: Bool) async {
    // Do nothing after the token was released: nobody would report that the app leaves the front, and screens would be read in the background.
    guard !Task.isCancelled else { return }
    if isFront { await becameActive() }
  }

  private var fresh: FreshReading { .shared(client.accounts) }

  /// Call this function when the app goes to the background or is about to end. The function writes the caches to disk and sends waiting
  /// changes.
  public func enteredBackground() async {
    moved(false)
    await fresh.move(isFront: false)
    await client.accounts.save()
    await queue.flush()
  }

  /// Call this function after a change of the device's network. If the network is usable, waiting changes are sent.
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
