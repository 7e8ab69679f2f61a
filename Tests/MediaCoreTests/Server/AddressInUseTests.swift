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
    scheme: ((RequestSender) -> AuthenticationScheme)? = nil,
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
    return TestService(transport, address: try ServerAddress(Self.home), options: options, scheme: scheme)
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

  private static let withoutToken = with(EndpointTraits.read) { $0.credentials = .none }
  private static let refusal = HTTPResponse.text("Unauthorized", status: 401)

  /// Waits until a request to home waits for its answer. Then a proxy answers at home, and the device moves to the other address.
  private func moveAway(_ service: TestService, during arrived: Latch) async throws {
    await arrived.wait()
    state.withLock { ($0.down, $0.refusals) = ([], [Self.home: Self.refusal]) }
    #expect(try await service.read(traits: Self.withoutToken) == Self.away)
  }

  /// Reads, moves away while home's answer is under way, and expects that the read is answered away and nobody is signed out.
  private func expectSignedIn(_ service: TestService, _ arrived: Latch, _ left: Latch) async throws {
    state.withLock { $0.down = [Self.away] }
    let read = Task { try await service.read() }
    try await moveAway(service, during: arrived)
    left.open()
    #expect(try await read.value == Self.away)
    #expect(try await service.client.session.status() == .signedIn(account: "ada", name: "Ada"))
  }

  @Test(
    "a proxy's 401 at an address that was left meanwhile ends no sign-in that cannot be renewed",
    arguments: [false, true])
  func refusedMeanwhile(isUnchecked: Bool) async throws {
    let (arrived, left) = (Latch(), Latch())
    let service = try service(
      scheme: { sender in
        AuthenticationScheme(identify: { (credentials) async throws(ClientError) in
          let fields: HTTPFields = ["Authorization": "Bearer \(credentials.access.reveal())"]
          _ = try await sender.send(Endpoint<String>.text(traits: .authentication, fields: fields))
          return TokenOwner(account: "ada", name: "Ada")
        })
      },
      held: { request in
        guard request.url.host == Self.home, request.fields["Authorization"] != nil else { return nil }
        arrived.open()
        await left.wait()
        return Self.refusal
      })
    let credentials = with(Credentials.numbered(0)) { $0.isUnchecked = isUnchecked }
    try await service.client.session.adopt(credentials, generation: service.client.session.currentGeneration())
    try await expectSignedIn(service, arrived, left)
  }

  @Test("a proxy's 401 to a renewal, at an address that was left meanwhile, ends no sign-in")
  func renewalRefusedMeanwhile() async throws {
    let (arrived, left) = (Latch(), Latch())
    let service = try service(held: { request in
      guard request.url.host == Self.home else { return nil }
      if request.operation == "test.renew" {
        arrived.open()
        await left.wait()
        return .json(["error": "Invalid refresh token"], status: 401)
      }
      return request.fields["Authorization"] == nil ? nil : Self.refusal
    })
    try await service.signIn()
    try await expectSignedIn(service, arrived, left)
  }

  @Test("a second refusal counts only if the service itself answers at its address")
  func confirmedElsewhere() async throws {
    let asked = Counter()
    let service = try service(
      scheme: { [state] sender in
        AuthenticationScheme(confirm: { (_) async throws(ClientError) in
          asked.add()
          // The device moves to the other address, and a proxy answers there from then on.
          state.withLock { ($0.down, $0.refusals) = ([Self.home], [:]) }
          _ = try await sender.send(Endpoint<String>.text(traits: Self.withoutToken))
          state.withLock { ($0.down, $0.refusals) = ([], [Self.away: Self.refusal]) }
          do throws(ClientError) { _ = try await sender.send(Endpoint<String>.text(traits: .authentication)) } catch {
            guard error.status == 401 else { throw error }
            return false
          }
          return true
        })
      },
      held: { request in request.fields["Authorization"] == nil ? nil : Self.refusal })
    try await service.client.session.adopt(
      Credentials(account: "ada", name: "Ada", access: Secret("access-0")),
      generation: service.client.session.currentGeneration())
    state.withLock { $0.down = [Self.away] }
    let error = await failure { try await service.read("1", traits: .write) }
    #expect(error.kind == .wrongServer && error.status == 401)
    #expect(asked.value == 1)
    #expect(try await service.client.session.status() == .signedIn(account: "ada", name: "Ada"))
  }

  @Test("a secret header of any address is kept out of an error's text, whichever address is in use")
  func secretHeaders() async throws {
    let service = try service(change: { options in
      try options.setHeader("X-Home", "home-gate-4711")
      try options.alternatives[0].setHeader("X-Away", "away-gate-4712")
    })
    state.withLock { $0.down = [Self.away] }
    #expect(try await service.read(traits: Self.withoutToken) == Self.home)
    for gate in ["home-gate-4711", "away-gate-4712"] {
      #expect(service.client.serverMessage(in: Data("Wrong gate: \(gate)".utf8)) == "Wrong gate: •••")
    }
    try await service.client.locator.use([])
    #expect(service.client.serverMessage(in: Data("Wrong gate: away-gate-4712".utf8)) == "Wrong gate: •••")
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
