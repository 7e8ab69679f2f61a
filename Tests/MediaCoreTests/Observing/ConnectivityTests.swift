import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("Connectivity")
struct ConnectivityTests {
  private func failed(_ kind: ClientError.Kind, status: Int? = nil) -> ClientEvent {
    .failed(ClientError(kind, operation: "test", status: status), duration: .seconds(1))
  }

  private func answered(_ status: Int, isStale: Bool = false) -> ClientEvent {
    .answered(operation: "test", status: status, bytes: 0, isStale: isStale, duration: .seconds(1))
  }

  @Test("only a connection that could not be made means offline")
  func offline() {
    let connectivity = Connectivity()
    #expect(connectivity.status == .unknown)
    for kind: ClientError.Kind in [.timedOut, .tls, .cancelled, .server, .wrongServer, .undecodable, .signedOut] {
      connectivity.update(from: failed(kind))
      #expect(connectivity.status == .unknown, "\(kind)")
    }
    connectivity.update(from: failed(.unreachable))
    #expect(connectivity.status == .offline)
  }

  @Test("a slow server and one that fails are not offline")
  func slow() {
    let connectivity = Connectivity()
    connectivity.update(from: answered(200))
    connectivity.update(from: failed(.timedOut))
    #expect(connectivity.status == .online)
    connectivity.update(from: failed(.unreachable))
    connectivity.update(from: answered(503))
    #expect(connectivity.status == .online)
  }

  @Test("a kept answer that stands in tells nothing about the server")
  func stale() {
    let connectivity = Connectivity()
    connectivity.update(from: failed(.unreachable))
    connectivity.update(from: answered(200, isStale: true))
    #expect(connectivity.status == .offline)
  }

  @Test("a server that cannot be reached is offline also where a kept answer stands in for it")
  func standIn() async throws {
    let isDown = Locked(false)
    let service = TestService(
      ClosureTransport { request in
        if isDown.withLock({ $0 }) { throw TransportFailure.unreachable(.refused) }
        return request.operation == "test.status" ? .json(["app": "test", "version": "2.35.0"]) : .text("one")
      })
    try await service.signIn()
    let read: Endpoint<String> = .text("text", traits: with(.read) { $0.caching = .staleOnError })
    #expect(try await service.client.answer(read).isStale == false)
    #expect(service.client.connectivity.status == .online)
    isDown.withLock { $0 = true }
    #expect(try await service.client.answer(read).isStale)
    #expect(service.client.connectivity.status == .offline)
    isDown.withLock { $0 = false }
    #expect(try await service.client.answer(read).isStale == false)
    #expect(service.client.connectivity.status == .online)
  }

  @Test("observers are notified of changes only, until they let go")
  func observing() {
    let connectivity = Connectivity()
    let seen = Locked<[Connectivity.Status]>([])
    let token = connectivity.observe { status in seen.withLock { $0.append(status) } }
    for status: Connectivity.Status in [.online, .online, .offline, .online] { connectivity.report(status) }
    token.cancel()
    connectivity.report(.offline)
    #expect(seen.withLock { $0 } == [.online, .offline, .online])
  }
}
