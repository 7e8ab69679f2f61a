public import MediaCore

/// A network for tests. The test sets its conditions, instead of the device.
public final class ManualNetwork: NetworkConditions {
  private let known: Locked<NetworkPath?>
  private let observers = Observers<Void>()

  /// Creates a network.
  /// - Parameter path: the network at the beginning, by default a home network, which is neither expensive nor constrained. If nil, there
  ///   is no network.
  public init(_ path: NetworkPath? = NetworkPath()) { known = Locked(path) }

  public var path: NetworkPath? { known.withLock { $0 } }

  /// Changes the network and notifies its observers.
  public func set(_ path: NetworkPath?) {
    known.withLock { $0 = path }
    observers.notify()
  }

  public func observe(_ changed: @escaping @Sendable () -> Void) -> ObservationToken { observers.add(changed) }
}
