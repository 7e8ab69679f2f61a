/// Checks which candidates of a ``ServerDiscovery`` run a service. The requests of a finder carry no credentials and none of the app's
/// headers.
///
/// ```swift
/// let usual = NamedHosts(["audiobookshelf.local", "nas.local"], ports: [nil, 13378])
/// let finder = ServerFinder(.shelf, transport: DefaultTransport())
/// for await server in finder.servers(foundBy: usual) { show(server.name) }
/// ```
public struct ServerFinder: Sendable {
  /// The number of candidates that are asked in one search. A network that names more of them, such as a hostile one, is not followed.
  static let mostCandidates = 256
  /// The number of candidates that are asked at the same time.
  static let width = 8

  private let check: IdentityCheck
  private let transport: any Transport
  private let environment: ClientEnvironment

  /// Creates a finder for a service.
  /// - Parameters:
  ///   - check: the check of the service: `.shelf`, `.tally`, `.vault`, `.hub` or `.worker`, or an app's own check. A Worker only answers
  ///     `ok`, as many other servers do, so let the user confirm which of the found hosts is a Worker.
  ///   - environment: the environment in which the finder looks up whether https has worked at an address before. The finder writes
  ///     nothing.
  public init(_ check: IdentityCheck, transport: any Transport, environment: ClientEnvironment = .live()) {
    self.check = check
    self.transport = transport
    self.environment = environment
  }

  /// Returns the candidates that run the service, as a stream. Each server is yielded once, as soon as it has answered. The finder waits
  /// eight seconds for a candidate that does not answer, or sixteen seconds if it also tries the candidate without TLS. The stream ends
  /// when the discovery has ended and every candidate was asked, or when the reader stops reading.
  public func servers(foundBy discovery: some ServerDiscovery) -> AsyncStream<FoundServer> {
    AsyncStream { continuation in
      let search = Task {
        await ask(discovery) { continuation.yield($0) }
        continuation.finish()
      }
      continuation.onTermination = { _ in search.cancel() }
    }
  }

  private func ask(_ discovery: some ServerDiscovery, _ report: @escaping @Sendable (FoundServer) -> Void) async {
    await withTaskGroup(of: Void.self) { group in
      var asked: Set<ServerAddress> = []
      for await candidate in discovery.candidates() {
        guard asked.insert(candidate.address).inserted else { continue }
        if asked.count > Self.width { await group.next() }
        group.addTask { if let server = await server(at: candidate) { report(server) } }
        if asked.count == Self.mostCandidates { break }
      }
    }
  }

  private func server(at candidate: ServerCandidate) async -> FoundServer? {
    let deadline = DeadlineMiddleware(timer: DeadlineTimer(clock: environment.clock))
    let pipeline = Pipeline([Pipeline.Step(deadline)], transport: transport)
    let clock = environment.clock
    // The files can only be read: whether https has worked at this address matters, but a server that nobody has chosen leaves no trace.
    let search = AddressSearch(
      address: candidate.address, headers: [:], check: check, allowsPlainHTTP: false,
      files: ReadingFileSystem(base: environment.files), report: { _ in }
    ) { (endpoint, base, headers) async throws(ClientError) in
      let request = try endpoint.request(base: base, headers: headers)
      return try await pipeline.send(Call(request: request, traits: endpoint.traits, began: clock.uptime()))
    }
    guard let base = try? await search.search(), !Task.isCancelled,
      let facts = (try? await search.send(check.endpoint(below: []), to: base)).flatMap(check.recognise)
    else { return nil }
    return FoundServer(name: candidate.name, address: candidate.address, version: facts.version)
  }
}
