/// Finds hosts on the local network at which a server may run.
///
/// Audiobookshelf, Tally, MeTube Hub and ViewVault do not announce themselves, so a found host may run anything.
/// ``ServerFinder`` checks which hosts run a service. On Apple systems, `BonjourDiscovery` finds the web servers
/// that Bonjour lists; ``NamedHosts`` checks hosts whose names the app lists. An app can implement its own discovery, such as one that
/// reads the router's list of devices.
public protocol ServerDiscovery: Sendable {
  /// Looks for hosts until the reader of the stream stops. The same host may be yielded more than once.
  func candidates() -> AsyncStream<ServerCandidate>
}

/// A host on the local network at which a server may run.
public struct ServerCandidate: Sendable, Hashable {
  /// The host's name for people, such as `Study NAS`.
  public var name: String
  /// The address at which the server would answer.
  public var address: ServerAddress

  /// Creates a candidate. Write `address` without a scheme if the host did not say one: https is then tried first.
  public init(name: String, address: ServerAddress) {
    self.name = name
    self.address = address
  }
}

/// A server of the local network that has answered as the service that was looked for.
public struct FoundServer: Sendable, Hashable, Identifiable {
  /// The host's name for people, as the discovery gave it; not checked, so that it may be long or misleading.
  public var name: String
  /// The address with which to create the service.
  public var address: ServerAddress
  /// The server's version as the server writes it; nil when the server does not report it.
  public var version: String?

  public var id: ServerAddress { address }
}

/// Candidates at hosts with names that the app lists, such as the usual names of a home server.
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
  ///   - ports: the ports to try at each host; nil for the default port of the scheme.
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
