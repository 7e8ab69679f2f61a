public import MediaCore

/// A device's network that a test changes: see `NetworkConditions`.
public final class ManualNetwork: NetworkConditions {
  private let known: Locked<NetworkPath?>
  private let observers = Observers<Void>()

  /// Creates a network; by default that of a home, which is neither expensive nor constrained, and nil for no network.
  public init(_ path: NetworkPath? = NetworkPath()) { known = Locked(path) }

  public var path: NetworkPath? { known.withLock { $0 } }

  /// Changes the network and notifies its observers.
  public func set(_ path: NetworkPath?) {
    known.withLock { $0 = path }
    observers.notify()
  }

  public func observe(_ changed: @escaping @Sendable () -> Void) -> ObservationToken { observers.add(changed) }
}
