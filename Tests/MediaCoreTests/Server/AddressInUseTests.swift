import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("Answers and headers belong to their address, whichever is in use")
struct AddressInUseTests {
  private struct State: Sendable {
    var down: Set<String> = []
    /// The answer of a proxy in front of a host, to every request.
    var refusals: [String: HTTPResponse] = [:]
  }

  private static let (home, away) = ("home.test", "away.test")

  private let state = Locked(State())

  /// - Parameter held: answers a request in place of its host, when it returns an answer.
  private func service(
    change: (inout ClientOptions) throws -> Void = { _ in },
    held: @escaping @Sendable (HTTPRequest) async -> HTTPResponse? = { _ in nil }
  ) throws -> TestService {
    var options = ClientOptions()
    options.alternatives = [AlternativeAddress(try ServerAddress(Self.away), isConfirmed: true)]
    try change(&options)
    let transport = ClosureTransport { [state] request in
      if let answer = await held(request) { return answer }
      let (now, host) = (state.withLock { $0 }, request.url.host ?? "")
      if now.down.contains(host) { throw TransportFailure.unreachable(.refused) }
      if let refusal = now.refusals[host] { return refusal }
      return request.operation == "test.status" ? .json(["app": "test", "version": "2.35.0"]) : .text(host)
    }
    return TestService(transport, address: try ServerAddress(Self.home), options: options)
  }

  @Test("a proxy's 403 at an address that was left meanwhile is not the server's")
  func leftMeanwhile() async throws {
    let (arrived, left) = (Latch(), Latch())
    let forbidden = HTTPResponse.text("Forbidden", status: 403)
    let service = try service(held: { request in
      guard request.operation == "test.write" else { return nil }
      arrived.open()
      await left.wait()
      return forbidden
    })
    try await service.signIn()
    state.withLock { $0.down = [Self.away] }
    #expect(try await service.read() == Self.home)
    let write = Endpoint<String>.text("1", .post, operation: "test.write", traits: .write)
    let refused = Task { await failure { try await service.client.send(write) } }
    await arrived.wait()
    state.withLock { ($0.down, $0.refusals) = ([], [Self.home: forbidden]) }
    #expect(try await service.read() == Self.away)
    left.open()
    let error = await refused.value
    #expect(error.kind == .wrongServer && error.status == 403)
  }

  @Test("a connection link pairs the service's first address with its own headers while another address is in use")
  func connectionLink() async throws {
    let service = try service(change: { options in
      try options.setHeader("X-Home", "1")
      try options.alternatives[0].setHeader("X-Away", "2")
    })
    try await service.signIn()
    state.withLock { $0.down = [Self.home] }
    #expect(try await service.read() == Self.away)
    let link = service.client.connectionLink(for: "test", sharingHeaders: true)
    #expect(link.address.host == Self.home)
    #expect(link.headers == ["X-Home": Secret("1")])
  }

  @Test("after a proxy's 401 to a call without credentials, the other address is asked; a refused sign-in stays one")
  func proxyAsksForPassword() async throws {
    let service = try service()
    state.withLock { $0.down = [Self.away] }
    let open = with(EndpointTraits.read) { $0.credentials = .none }
    #expect(try await service.read(traits: open) == Self.home)
    let refusal = HTTPResponse.text("", status: 401)
    state.withLock { ($0.down, $0.refusals) = ([], [Self.home: refusal]) }
    #expect(try await service.read(traits: open) == Self.away)
    state.withLock { $0.refusals = [Self.home: refusal, Self.away: refusal] }
    let error = await failure { try await service.read(traits: open) }
    #expect(error.kind == .wrongServer && error.status == 401)
    #expect(await failure { try await service.read(traits: .authentication) }.kind == .signedOut)
  }
}
