#if canImport(Network)
  import Dispatch
  import Network

  extension SystemEvents {
    /// Follows the device's network until the returned token is released. Calls ``networkChanged(_:)`` with the current state of the
    /// network, and again after each change of the network.
    public func followNetwork() -> ObservationToken {
      let monitor = HeldMonitor()
      monitor.start { [self] path in networkChanged(path) }
      return ObservationToken { monitor.cancel() }
    }
  }

  /// `@unchecked Sendable`: the monitor is set up before it is shared, and may be cancelled from anywhere.
  private final class HeldMonitor: @unchecked Sendable {
    private let monitor = NWPathMonitor()

    func start(_ changed: @escaping @Sendable (SystemEvents.Path) -> Void) {
      monitor.pathUpdateHandler = { path in
        switch path.status {
        case .satisfied: changed(.usable)
        case .requiresConnection: changed(.onDemand)
        default: changed(.unusable)
        }
      }
      monitor.start(queue: DispatchQueue(label: "MediaClients.network"))
    }

    func cancel() { monitor.cancel() }
  }
#endif
