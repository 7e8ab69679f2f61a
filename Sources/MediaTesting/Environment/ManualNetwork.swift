public import MediaCore

/// A network for tests. The test sets the state of the network with ``set(_:)``.
public final class ManualNetwork: NetworkConditions {
  private let known: Locked<NetworkPath?>
  private let observers = Observers<Void>()

  /// Creates a network.
  /// - Parameter path: the state of the network at the beginning. By default, this is a home network, which is neither expensive nor
  ///   constrained. If nil, there is no network.
  public init(_ path: NetworkPath? = NetworkPath()) { known = Locked(path) }

  public var path: NetworkPath? { known.withLock { $0 } }

  /// Changes the state of the network and notifies the observers.
  public func set(_ path: NetworkPath?) {
    known.withLock { $0 = path }
    observers.notify()
  }

  public func observe(_ changed: @escaping @Sendable () -> Void) -> ObservationToken { observers.add(changed) }
}
