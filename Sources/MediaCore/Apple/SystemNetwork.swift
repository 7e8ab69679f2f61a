#if canImport(Network)
  import Dispatch
  import Network

  /// The network that the device uses, as `NWPathMonitor` reports it. The object follows the network from its creation until it is
  /// released.
  ///
  /// ```swift
  /// await shelf.downloads.follow(SystemNetwork())
  /// ```
  ///
  /// `@unchecked Sendable`: the monitor is set up before it is shared, and may be cancelled from anywhere.
  public final class SystemNetwork: NetworkConditions, @unchecked Sendable {
    private let monitor = NWPathMonitor()
    private let known = Locked<NetworkPath?>(nil)
    private let observers = Observers<Void>()

    /// Starts to follow the network. ``path`` is nil until the system has reported the network for the first time.
    public init() {
      monitor.pathUpdateHandler = { [known, observers] path in
        let now =
          path.status == .satisfied
          ? NetworkPath(isExpensive: path.isExpensive, isConstrained: path.isConstrained) : nil
        let isNew = known.withLock { known in
          defer { known = now }
          return known != now
        }
        if isNew { observers.notify() }
      }
      monitor.start(queue: DispatchQueue(label: "MediaClients.path"))
    }

    deinit { monitor.cancel() }

    public var path: NetworkPath? { known.withLock { $0 } }

    public func observe(_ changed: @escaping @Sendable () -> Void) -> ObservationToken { observers.add(changed) }
  }
#endif
