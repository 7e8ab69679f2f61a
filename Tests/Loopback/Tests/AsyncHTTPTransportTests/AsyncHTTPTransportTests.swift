import AsyncHTTPTransport
import Foundation
import MediaCore
import Misbehaver
import OneAtATime
import ShelfClient
import ShelfTesting
import Testing

/// Own authority, pinned key and client identity, each with what has to fail beside what has to pass.
@Suite("The sample transport over AsyncHTTPClient", .oneAtATime, .timeLimit(.minutes(60)))
struct AsyncHTTPTransportTests {
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

  private func outcome(_ trust: ServerTrust, at server: HostileServer, host: String = "127.0.0.1") async throws
    -> Outcome
  {
    let transport = try AsyncHTTPServerTransport(trust: trust)
    let request = HTTPRequest(
      url: server.url("/x", host: host), fields: ["Authorization": "Bearer canary"], timeout: .seconds(60))
    let outcome: Outcome
    do { outcome = .answer(String(decoding: try await transport.send(request).body, as: UTF8.self)) } catch {
      outcome = .failure(try #require(error as? TransportFailure))
    }
    await transport.close()
    return outcome
  }

  private func isTLS(_ outcome: Outcome) -> Bool {
    if case .failure(.tls) = outcome { return true }
    return false
  }

  private static let hello: HostileServer.Script = { _ in [.answer(200, [], "hello")] }

  @Test("an own authority is trusted where it is set, and nowhere else")
  func authority() async throws {
    let server = try await HostileServer.start(tls: .server, Self.hello)
    let own = ServerTrust(authorities: try Self.pem("own-ca.pem"))
    #expect(try await outcome(own, at: server) == .answer("hello"))
    #expect(try await outcome(own, at: server, host: "localhost") == .answer("hello"))
    let count = server.requests.count
    #expect(isTLS(try await outcome(ServerTrust(), at: server)))
    #expect(isTLS(try await outcome(ServerTrust(authorities: try Self.pem("stranger-ca.pem")), at: server)))
    #expect(server.requests.count == count)
    await server.stop()
  }

  @Test(
    "an own authority changes nothing about hosts and dates", arguments: [TLSIdentity.wrongHost, .expired, .selfSigned])
  func others(_ identity: TLSIdentity) async throws {
    let server = try await HostileServer.start(tls: identity, Self.hello)
    let own = ServerTrust(authorities: try Self.pem("own-ca.pem"))
    let outcome = try await outcome(own, at: server)
    #expect(isTLS(outcome), "\(outcome)")
    if identity.certificate == "wrong-host" { #expect(outcome == .failure(.tls(.wrongHost))) }
    #expect(server.bytes.isEmpty)
    await server.stop()
  }

  @Test("a pinned key has to be the server's, and another one gets no byte")
  func pins() async throws {
    let key = try Self.pem("server.pub")
    let authorities = try Self.pem("own-ca.pem")
    let server = try await HostileServer.start(tls: .server, Self.hello)
    let renewed = try await HostileServer.start(tls: .renewed, Self.hello)
    let pinned = ServerTrust(authorities: authorities, publicKeys: [key])
    #expect(try await outcome(pinned, at: server) == .answer("hello"))
    #expect(try await outcome(pinned, at: renewed) == .failure(.tls(.untrusted)))
    #expect(renewed.bytes.isEmpty)
    // A pin does not stand in for an authority.
    let count = server.requests.count
    #expect(isTLS(try await outcome(ServerTrust(publicKeys: [key]), at: server)))
    #expect(server.requests.count == count)
    #expect(throws: ServerTrust.Problem.badPublicKey) {
      try AsyncHTTPServerTransport(trust: ServerTrust(publicKeys: ["no key"]))
    }
    await server.stop()
    await renewed.stop()
  }

  @Test("with a pin nothing is sent in plain text")
  func pinnedPlain() async throws {
    let server = try await HostileServer.start(Self.hello)
    #expect(
      try await outcome(ServerTrust(publicKeys: [try Self.pem("server.pub")]), at: server) == .failure(.tls(.untrusted))
    )
    #expect(server.connections == 0)
    await server.stop()
  }

  @Test("a server that asks for a client certificate answers the right one only")
  func identities() async throws {
    let server = try await HostileServer.start(tls: .clientsOnly, Self.hello)
    let authorities = try Self.pem("own-ca.pem")
    let right = ServerTrust(authorities: authorities, identity: try Self.identity("client"))
    #expect(try await outcome(right, at: server) == .answer("hello"))
    let count = server.requests.count
    for trust in [
      ServerTrust(authorities: authorities),
      ServerTrust(authorities: authorities, identity: try Self.identity("stranger-client")),
    ] {
      let outcome = try await outcome(trust, at: server)
      #expect(outcome == .failure(.tls(.clientCertificate)), "\(outcome)")
    }
    #expect(server.requests.count == count)
    #expect("\(try Self.identity("client"))" == "client identity •••")
    await server.stop()
  }

  @Test("a whole client works over it: own authority, pin and identity together")
  func service() async throws {
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
    let transport = try AsyncHTTPServerTransport(trust: trust)
    let shelf = ShelfService(
      server: try ServerAddress("127.0.0.1:\(server.port)"), transport: transport,
      environment: .manual(clock: ManualClock(passing: .everything)))
    try await shelf.account.signIn(username: "ada", password: "correct horse")
    #expect(try await shelf.libraries.all().count == 2)
    await transport.close()
    await server.stop()
  }

  @Test("downloads come in pieces, within the limit and within the time")
  func downloads() async throws {
    let body = [UInt8](repeating: 0x61, count: 3 << 20)
    let server = try await HostileServer.start { request in
      switch request.path {
      case "/large": [.answer(200, [("X-A", "b")], body: body)]
      case "/from": [.redirect(302, to: "/large")]
      case "/half": [.bytes("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"), .close]
      default:
        [
          .bytes("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n"),
          .drip([UInt8](repeating: 0x61, count: 100), every: .milliseconds(500)),
        ]
      }
    }
    let transport = try AsyncHTTPServerTransport()
    let pieces = Locked<[DownloadPiece]>([])
    let response = try await transport.download(HTTPRequest(url: server.url("/from"), timeout: .seconds(60))) { piece in
      pieces.withLock { $0.append(piece) }
    }
    #expect(response.status == 200 && response.fields["X-A"] == "b" && response.body.isEmpty)
    #expect(response.url?.path == "/large")
    let parts = pieces.withLock { $0 }
    #expect(parts.first == .head(response) && parts.count > 2)
    #expect(parts.dropFirst().reduce(0) { if case .bytes(let data) = $1 { $0 + data.count } else { $0 } } == body.count)
    struct Full: Error {}
    await #expect(throws: Full.self) {
      try await transport.download(HTTPRequest(url: server.url("/large"), timeout: .seconds(60))) { _ in throw Full() }
    }
    var small = HTTPRequest(url: server.url("/large"), timeout: .seconds(60))
    small.maximumResponseBytes = 1000
    await #expect(throws: TransportFailure.tooLarge) { try await transport.send(small) }
    await #expect(throws: TransportFailure.unreachable(.connectionLost)) {
      try await transport.send(HTTPRequest(url: server.url("/half"), timeout: .seconds(60)))
    }
    await #expect(throws: TransportFailure.timedOut) {
      try await transport.send(HTTPRequest(url: server.url("/slow"), timeout: .seconds(1)))
    }
    // On a busy machine the one before may have timed out before it was sent.
    let task = Task { try await transport.send(HTTPRequest(url: server.url("/never"), timeout: .seconds(60))) }
    while server.requests.last?.path != "/never" { try await Task.sleep(for: .milliseconds(5)) }
    task.cancel()
    await #expect(throws: TransportFailure.cancelled) { try await task.value }
    await transport.close()
    await #expect(throws: TransportFailure.closed) { try await transport.send(small) }
    await server.stop()
  }

  @Test("what is not right over the wire has its kind too")
  func faults() async throws {
    let server = try await HostileServer.start { request in
      switch request.path {
      case "/reset": [.reset]
      case "/chunk": [.bytes("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"), .close]
      case "/ssh": [.bytes("SSH-2.0-x\r\n"), .close]
      default: [.answer(200, [("Content-Encoding", "gzip")], body: GzipBomb.bytes(megabytes: 100))]
      }
    }
    let transport = try AsyncHTTPServerTransport()
    for (path, failures) in [
      ("/reset", [TransportFailure.unreachable(.connectionLost)]), ("/chunk", [.malformed]), ("/ssh", [.malformed]),
      ("/bomb", [.malformed]),
    ] {
      do {
        _ = try await transport.send(HTTPRequest(url: server.url(path), timeout: .seconds(60)))
        Issue.record("\(path) was taken")
      } catch { #expect(failures.contains { $0 == error as? TransportFailure }, "\(path): \(error)") }
    }
    #expect(
      try await outcome(ServerTrust(), at: server, host: "no-such-host.invalid")
        == .failure(.unreachable(.nameNotFound)))
    do {
      _ = try await transport.send(HTTPRequest(url: server.url(scheme: "https"), timeout: .seconds(60)))
      Issue.record("a plain port was taken for TLS")
    } catch { #expect(error as? TransportFailure == .notTLS, "\(error)") }
    let url = server.url
    await server.stop()
    await #expect(throws: TransportFailure.unreachable(.refused)) { try await transport.send(HTTPRequest(url: url)) }
    await transport.close()
  }
}
