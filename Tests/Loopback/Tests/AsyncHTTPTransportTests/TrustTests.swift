import AsyncHTTPTransport
import Foundation
import MediaCore
import Misbehaver
import OneAtATime
import ShelfClient
import ShelfTesting
import Testing

/// The transports that take a trust of their own for a server.
enum Trusting: String, Sendable, CustomTestStringConvertible {
  case curl, async

  #if os(Linux)
    static let all = [curl, async]
  #else
    static let all = [async]
  #endif

  var testDescription: String { rawValue }

  func make(_ trust: ServerTrust, for url: URL) throws -> (transport: any Transport, close: @Sendable () async -> Void)
  {
    #if os(Linux)
      if self == .curl {
        let address = try #require(ServerAddress(verified: url))
        let transport = try CurlTransport(trust: [address: trust])
        return (transport, { transport.close() })
      }
    #endif
    let transport = try AsyncHTTPServerTransport(trust: trust)
    return (transport, { await transport.close() })
  }
}

/// Own authority, pinned key and client identity, each with what has to fail beside what has to pass.
@Suite("A server with a trust of its own", .oneAtATime, .timeLimit(.minutes(60)))
struct TrustTests {
  static func pem(_ name: String) throws -> String {
    try String(contentsOfFile: TLSIdentity.file(name), encoding: .utf8)
  }

  private static func identity(_ name: String) throws -> ClientIdentity {
    ClientIdentity(chain: try pem("\(name).pem"), key: try pem("\(name).key"))
  }

  private enum Outcome: Equatable {
    case answer(String)
    case failure(TransportFailure)
  }

  private func outcome(
    _ trust: ServerTrust, at server: HostileServer, host: String = "127.0.0.1", over trusting: Trusting
  ) async throws -> Outcome {
    let (transport, close) = try trusting.make(trust, for: server.url(host: host))
    let request = HTTPRequest(
      url: server.url("/x", host: host), fields: ["Authorization": "Bearer canary"], timeout: .seconds(60))
    let outcome: Outcome
    do { outcome = .answer(String(decoding: try await transport.send(request).body, as: UTF8.self)) } catch {
      outcome = .failure(try #require(error as? TransportFailure))
    }
    await close()
    return outcome
  }

  private func isTLS(_ outcome: Outcome) -> Bool {
    if case .failure(.tls) = outcome { return true }
    return false
  }

  private static let hello: HostileServer.Script = { _ in [.answer(200, [], "hello")] }

  @Test("an own authority is trusted where it is set, and nowhere else", arguments: Trusting.all)
  func authority(over trusting: Trusting) async throws {
    let server = try await HostileServer.start(tls: .server, Self.hello)
    let own = ServerTrust(authorities: try Self.pem("own-ca.pem"))
    #expect(try await outcome(own, at: server, over: trusting) == .answer("hello"))
    #expect(try await outcome(own, at: server, host: "localhost", over: trusting) == .answer("hello"))
    let count = server.requests.count
    #expect(isTLS(try await outcome(ServerTrust(), at: server, over: trusting)))
    #expect(
      isTLS(try await outcome(ServerTrust(authorities: try Self.pem("stranger-ca.pem")), at: server, over: trusting)))
    #expect(server.requests.count == count)
    await server.stop()
  }

  @Test(
    "an own authority changes nothing about hosts and dates", arguments: Trusting.all,
    [TLSIdentity.wrongHost, .expired, .selfSigned])
  func others(over trusting: Trusting, _ identity: TLSIdentity) async throws {
    let server = try await HostileServer.start(tls: identity, Self.hello)
    let own = ServerTrust(authorities: try Self.pem("own-ca.pem"))
    let outcome = try await outcome(own, at: server, over: trusting)
    #expect(isTLS(outcome), "\(outcome)")
    if identity.certificate == "wrong-host" { #expect(outcome == .failure(.tls(.wrongHost))) }
    #if os(Linux)
      // Only libcurl reports which fault it was.
      if trusting == .curl {
        let fault: TransportFailure.TLSFault? =
          ["expired": .expired, "wrong-host": .wrongHost, "self-signed": .untrusted][identity.certificate]
        #expect(outcome == fault.map { .failure(.tls($0)) })
      }
    #endif
    #expect(server.bytes.isEmpty)
    await server.stop()
  }

  @Test("a pinned key has to be the server's, and another one gets no byte", arguments: Trusting.all)
  func pins(over trusting: Trusting) async throws {
    let key = try Self.pem("server.pub")
    let authorities = try Self.pem("own-ca.pem")
    let server = try await HostileServer.start(tls: .server, Self.hello)
    let renewed = try await HostileServer.start(tls: .renewed, Self.hello)
    let pinned = ServerTrust(authorities: authorities, publicKeys: [key])
    #expect(try await outcome(pinned, at: server, over: trusting) == .answer("hello"))
    #expect(try await outcome(pinned, at: renewed, over: trusting) == .failure(.tls(.untrusted)))
    #expect(renewed.bytes.isEmpty)
    // A pinned key alone is not enough: the certificate's authority must also be trusted.
    let count = server.requests.count
    #expect(isTLS(try await outcome(ServerTrust(publicKeys: [key]), at: server, over: trusting)))
    #expect(server.requests.count == count)
    #expect(throws: ServerTrust.Problem.badPublicKey) {
      try trusting.make(ServerTrust(publicKeys: ["no key"]), for: server.url)
    }
    await server.stop()
    await renewed.stop()
  }

  @Test("with a pin nothing is sent in plain text", arguments: Trusting.all)
  func pinnedPlain(over trusting: Trusting) async throws {
    let server = try await HostileServer.start(Self.hello)
    #expect(
      try await outcome(ServerTrust(publicKeys: [try Self.pem("server.pub")]), at: server, over: trusting)
        == .failure(.tls(.untrusted))
    )
    #expect(server.connections == 0)
    await server.stop()
  }

  @Test("a server that asks for a client certificate answers the right one only", arguments: Trusting.all)
  func identities(over trusting: Trusting) async throws {
    let server = try await HostileServer.start(tls: .clientsOnly, Self.hello)
    let authorities = try Self.pem("own-ca.pem")
    let right = ServerTrust(authorities: authorities, identity: try Self.identity("client"))
    #expect(try await outcome(right, at: server, over: trusting) == .answer("hello"))
    let count = server.requests.count
    for trust in [
      ServerTrust(authorities: authorities),
      ServerTrust(authorities: authorities, identity: try Self.identity("stranger-client")),
    ] {
      let outcome = try await outcome(trust, at: server, over: trusting)
      #expect(outcome == .failure(.tls(.clientCertificate)), "\(outcome)")
    }
    #expect(server.requests.count == count)
    #expect("\(try Self.identity("client"))" == "client identity •••")
    await server.stop()
  }

  @Test("a whole client works over it: own authority, pin and identity together", arguments: Trusting.all)
  func service(over trusting: Trusting) async throws {
    let fake = FakeShelfServer()
    let server = try await HostileServer.start(tls: .clientsOnly) { request in
      var outgoing = HTTPRequest(method: HTTPMethod(rawValue: request.method), url: URL(fileURLWithPath: "/"))
      outgoing.url = URL(string: "https://127.0.0.1" + request.target) ?? outgoing.url
      for field in request.fields { outgoing.fields.append(field.name, field.value) }
      outgoing.body = Data(request.body)
      let response = fake.respond(to: outgoing)
      return [.answer(response.status, [("Content-Type", "application/json")], body: Array(response.body))]
    }
    let trust = ServerTrust(
      authorities: try Self.pem("own-ca.pem"), publicKeys: [try Self.pem("server.pub")],
      identity: try Self.identity("client"))
    let (transport, close) = try trusting.make(trust, for: server.url)
    let shelf = ShelfService(
      server: try ServerAddress("127.0.0.1:\(server.port)"), transport: transport,
      environment: .manual(clock: ManualClock(passing: .everything)))
    try await shelf.account.signIn(username: "ada", password: "correct horse")
    #expect(try await shelf.libraries.all().count == 2)
    await close()
    await server.stop()
  }
}
