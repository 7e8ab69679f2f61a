/// Finds hosts on the local network at which a server may run.
///
/// Audiobookshelf, Tally, MeTube Hub and ViewVault do not announce themselves, so any software may run on a found host. ``ServerFinder``
/// checks which of the hosts run a service. On Apple systems, `BonjourDiscovery` finds the web servers that Bonjour lists. ``NamedHosts``
/// yields hosts whose names the app lists. An app can implement its own discovery, such as one that reads the router's list of devices.
public protocol ServerDiscovery: Sendable {
  /// Looks for hosts until the reader of the stream stops reading. The same host may be yielded more than once.
  func candidates() -> AsyncStream<ServerCandidate>
}

/// A host on the local network at which a server may run.
public struct ServerCandidate: Sendable, Hashable {
  /// The display name of the host, such as `Study NAS`.
  public var name: String
  /// The address at which the server would answer, if the host runs one.
  public var address: ServerAddress

  /// Creates a candidate. Write `address` without a scheme if the discovery found no scheme; https is then tried first.
  public init(name: String, address: ServerAddress) {
    self.name = name
    self.address = address
  }
}

/// A server on the local network whose answer has shown that it runs the requested service.
public struct FoundServer: Sendable, Hashable, Identifiable {
  /// The display name of the host, as the discovery gave it. The name is not checked, so it may be long or misleading.
  public var name: String
  /// The address with which to create the service.
  public var address: ServerAddress
  /// The version as the server writes it; nil if the server does not report a version.
  public var version: String?

  public var id: ServerAddress { address }
}

/// A discovery that yields hosts with names that the app lists, such as the usual names of a home server.
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
