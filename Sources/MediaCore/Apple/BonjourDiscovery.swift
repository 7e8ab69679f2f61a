#if canImport(Network)
  import Dispatch
  import Network

  /// Finds the web servers that Bonjour lists on the local network, as candidates for ``ServerFinder/servers(foundBy:)``.
  ///
  /// The app's Info.plist needs `NSLocalNetworkUsageDescription`, and the service types under `NSBonjourServices`. There are no candidates
  /// until the user allows the app to use the local network, and none if the user refuses. A candidate's address is numeric, and the router
  /// may give this address to another device later. If the server has a host name, let the user store the host name instead.
  ///
  /// ```swift
  /// let finder = ServerFinder(.shelf, transport: DefaultTransport())
  /// for await server in finder.servers(foundBy: BonjourDiscovery()) { show(server.name) }
  /// ```
  public struct BonjourDiscovery: ServerDiscovery {
    private let types: [String]

    /// Creates a discovery.
    /// - Parameter types: the Bonjour service types to look for.
    public init(types: [String] = ["_http._tcp", "_https._tcp"]) { self.types = types }

    public func candidates() -> AsyncStream<ServerCandidate> {
      AsyncStream { continuation in
        let browsing = BonjourBrowsing(types) { continuation.yield($0) }
        continuation.onTermination = { _ in browsing.cancel() }
      }
    }
  }

  /// The browsers of one search, and the connections that ask for the addresses of what they have found.
  ///
  /// `@unchecked Sendable`: everything but `init` runs on `queue`.
  private final class BonjourBrowsing: @unchecked Sendable {
    private let queue = DispatchQueue(label: "MediaClients.bonjour")
    private let report: @Sendable (ServerCandidate) -> Void
    private var browsers: [NWBrowser] = []
    private var connections: [NWEndpoint: NWConnection] = [:]

    init(_ types: [String], _ report: @escaping @Sendable (ServerCandidate) -> Void) {
      self.report = report
      browsers = types.map { NWBrowser(for: .bonjour(type: $0, domain: nil), using: .tcp) }
      for (type, browser) in zip(types, browsers) {
        browser.browseResultsChangedHandler = { [weak self] results, _ in
          self?.follow(results.map(\.endpoint), of: type)
        }
        browser.start(queue: queue)
      }
    }

    func cancel() {
      queue.async { [self] in
        for browser in browsers { browser.cancel() }
        for connection in connections.values { connection.cancel() }
        (browsers, connections) = ([], [:])
      }
    }

    private func follow(_ endpoints: [NWEndpoint], of type: String) {
      // A service that has gone may come back at another port: forget it, so that it is resolved again.
      for (endpoint, connection) in connections where !endpoints.contains(endpoint) {
        guard case .service(_, let known, _, _) = endpoint, known.hasPrefix(type) else { continue }
        connection.cancel()
        connections[endpoint] = nil
      }
      for endpoint in endpoints { resolve(endpoint) }
    }

    /// Connects to the announced service, which is the system's way to learn its address, and hangs up.
    private func resolve(_ endpoint: NWEndpoint) {
      guard case .service(let name, let type, _, _) = endpoint, connections[endpoint] == nil else { return }
      let parameters = NWParameters.tcp
      // The addresses of IPv6 are link-local here, with a zone that an URL cannot carry.
      (parameters.defaultProtocolStack.internetProtocol as? NWProtocolIP.Options)?.version = .v4
      let connection = NWConnection(to: endpoint, using: parameters)
      connections[endpoint] = connection
      connection.stateUpdateHandler = { [weak self, weak connection] state in
        switch state {
        case .ready:
          if case .hostPort(let host, let port)? = connection?.currentPath?.remoteEndpoint {
            self?.found(name, type, host: "\(host)", port: port.rawValue)
          }
          connection?.cancel()
        case .failed, .waiting:
          // The server may just be starting: connect again when the browser reports a change.
          connection?.cancel()
          self?.connections[endpoint] = nil
        default: break
        }
      }
      connection.start(queue: queue)
    }

    private func found(_ name: String, _ type: String, host: String, port: UInt16) {
      // The text of an address may name its interface, such as `192.168.1.20%en0`.
      let host = host.prefix { $0 != "%" }
      let scheme = type.hasPrefix("_https") ? "https://" : ""
      guard let address = try? ServerAddress("\(scheme)\(host):\(port)") else { return }
      report(ServerCandidate(name: name, address: address))
    }
  }
#endif
