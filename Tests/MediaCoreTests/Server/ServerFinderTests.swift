import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

/// Candidates that a test names one after the other.
private final class NamedLater: ServerDiscovery {
  private let stream: AsyncStream<ServerCandidate>
  let continuation: AsyncStream<ServerCandidate>.Continuation
  let isStopped = Latch()

  init() {
    (stream, continuation) = AsyncStream.makeStream()
    continuation.onTermination = { [isStopped] _ in isStopped.open() }
  }

  func candidates() -> AsyncStream<ServerCandidate> { stream }

  func name(_ host: String) throws { continuation.yield(ServerCandidate(name: host, address: try ServerAddress(host))) }
}

@Suite("Looking for servers on the local network", .timeLimit(.minutes(5)))
struct ServerFinderTests {
  private let files = MemoryFileSystem()
  private let clock = ManualClock(passing: .everything)

  /// Hosts by their kind: `test` is a server, `plain` one without TLS, `page` another web server; others are not there.
  private func network(_ kinds: [String: String]) -> ClosureTransport {
    ClosureTransport { request in
      switch kinds[request.url.host ?? ""] {
      case "plain" where request.url.scheme == "https": throw TransportFailure.notTLS
      case "test", "plain": return .json(["app": "test", "version": "2.35.0"])
      case "page": return .loginPage
      default: throw TransportFailure.unreachable(.nameNotFound)
      }
    }
  }

  private func found(_ transport: any Transport, _ discovery: some ServerDiscovery) async -> [FoundServer] {
    let environment = ClientEnvironment.manual(clock: clock, files: files)
    let finder = ServerFinder(.test, transport: transport, environment: environment)
    var servers: [FoundServer] = []
    for await server in finder.servers(foundBy: discovery) { servers.append(server) }
    return servers.sorted { $0.name < $1.name }
  }

  @Test(
    "only hosts at which the service answers are servers, each once, with its version and the address as it was named")
  func servers() async throws {
    let transport = network(["a.local": "test", "b.local": "plain", "c.local": "page"])
    let hosts = NamedHosts(["a.local", "b.local", "c.local", "d.local", "a.local", "not a host"], ports: [nil, 4000])
    let servers = await found(transport, hosts)
    #expect(
      servers.map(\.address.description).sorted() == ["a.local", "a.local:4000", "b.local", "b.local:4000"])
    #expect(servers.allSatisfy { $0.version == "2.35.0" })
    #expect(Set(servers.map(\.name)) == ["a.local", "b.local"])
    #expect(Set(servers.map(\.id)).count == 4)
  }

  @Test("no candidate gets a credential, and none leaves a file on the device")
  func traceless() async throws {
    let transport = network(["a.local": "test", "page.local": "page"])
    #expect(await found(transport, NamedHosts(["a.local", "page.local"])).count == 1)
    #expect(files.contents.isEmpty)
    #expect(!transport.requests.isEmpty)
    #expect(transport.requests.allSatisfy { $0.fields["Authorization"] == nil && $0.fields["Cookie"] == nil })
  }

  @Test("where https has worked before, a host that answers without TLS is no server")
  func downgrade() async throws {
    let client = TestService(network(["a.local": "test"]), address: try ServerAddress("a.local"), files: files).client
    _ = try await client.locator.locate()
    #expect(await found(network(["a.local": "plain"]), NamedHosts(["a.local"])).isEmpty)
    #expect(await found(network(["a.local": "test"]), NamedHosts(["a.local"])).count == 1)
  }

  @Test("a public host that answers without TLS is no server")
  func publicHost() async throws {
    #expect(await found(network(["a.example": "plain"]), NamedHosts(["a.example"])).isEmpty)
  }

  @Test("a server comes while the discovery goes on, and a reader that stops ends it")
  func streaming() async throws {
    let discovery = NamedLater()
    let environment = ClientEnvironment.manual(clock: clock, files: files)
    let finder = ServerFinder(.test, transport: network(["a.local": "test"]), environment: environment)
    let reader = Task {
      for await server in finder.servers(foundBy: discovery) { return server.name }
      return ""
    }
    try discovery.name("b.local")
    try discovery.name("a.local")
    #expect(await reader.value == "a.local")
    await discovery.isStopped.wait()
  }

  @Test("a network that names hosts without end is asked 256 times, eight at a time")
  func hostile() async throws {
    let (now, most) = (Locked(0), Locked(0))
    let transport = ClosureTransport { _ in
      let count = now.withLock {
        $0 += 1; return $0
      }
      most.withLock { $0 = max($0, count) }
      await Task.yield()
      now.withLock { $0 -= 1 }
      return .loginPage
    }
    let discovery = NamedLater()
    for number in 0..<1000 { try discovery.name("host\(number).local") }
    #expect(await found(transport, discovery).isEmpty)
    #expect(Set(transport.requests.map(\.url.host)).count == ServerFinder.mostCandidates)
    #expect((2...ServerFinder.width).contains(most.withLock { $0 }))
  }
}
