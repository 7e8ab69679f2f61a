/// Finds hosts on the local network at which a server may run.
///
/// Audiobookshelf, Tally, MeTube Hub and ViewVault do not announce themselves, so any software may run on a found host. ``ServerFinder``
/// checks which of the hosts run a service. On Apple systems, `BonjourDiscovery` finds the web servers that Bonjour lists. ``NamedHosts``
/// yields hosts whose names the app lists. An app can implement its own discovery, such as one that reads the router's list of devices.
public protocol ServerDiscovery: Sendable {
  /// Returns a stream of the hosts that are found. The search continues until the reader stops reading. The same host may be yielded more
  /// than once.
  func candidates() -> AsyncStream<ServerCandidate>
}

/// A host on the local network at which a server may run.
public struct ServerCandidate: Sendable, Hashable {
  /// The display name of the host, such as `Study NAS`.
  public var name: String
  /// The address at which the server answers, if the host runs a server.
  public var address: ServerAddress

  /// Creates a candidate. Write `address` without a scheme if the discovery found no scheme; https is then tried first.
  public init(name: String, address: ServerAddress) {
    self.name = name
    self.address = address
  }
}

/// A server on the local network. Its response has shown that it runs the requested service.
public struct FoundServer: Sendable, Hashable, Identifiable {
  /// The display name of the host, as the discovery reported it. The name is not checked, so it may be long or misleading.
  public var name: String
  /// The address of the server. Create the service with this address.
  public var address: ServerAddress
  /// The version of the server, as the server writes it; nil if the server does not report a version.
  public var version: String?

  public var id: ServerAddress { address }
}

/// A discovery that yields hosts from a list of the app, such as the usual names of a home server. It does not search the network.
///
/// ```swift
/// let usual = NamedHosts(["audiobookshelf.local", "nas.local"], ports: [nil, 13378])
/// let finder = ServerFinder(.shelf, transport: DefaultTransport())
/// for await server in finder.servers(foundBy: usual) { show(server.name) }
/// ```
public struct NamedHosts: ServerDiscovery {
  private let known: [ServerCandidate]

  /// Creates a discovery of named hosts.
  /// - Parameters:
  ///   - hosts: names or numeric addresses, without scheme and port. Texts that are no host are left out.
  ///   - ports: the ports to try at each host. A nil entry stands for the default port of the scheme.
  public init(_ hosts: [String], ports: [Int?] = [nil]) {
    known = hosts.flatMap { host in
      ports.compactMap { port in
        let text = port.map { "\(host):\($0)" } ?? host
        return (try? ServerAddress(text)).map { ServerCandidate(name: host, address: $0) }
      }
    }
  }

  public func candidates() -> AsyncStream<ServerCandidate> {
    AsyncStream { continuation in
      for candidate in known { continuation.yield(candidate) }
      continuation.finish()
    }
  }
}
