import Foundation
import MediaCore
import Misbehaver
import OneAtATime
import ShelfClient
import ShelfTesting
import Testing

/// The whole client, with real clocks and sockets.
@Suite("A whole client over real sockets", .oneAtATime, .timeLimit(.minutes(60)))
struct ClientTests {
  private func shelf(_ server: HostileServer, _ transport: any Transport) throws -> ShelfService {
    var options = ClientOptions()
    options.retry = RetryPolicy(attempts: 2, base: .milliseconds(1))
    let environment = ClientEnvironment(
      clock: SystemClock(), random: SystemRandom(), files: MemoryFileSystem(), secrets: MemorySecretStore())
    return ShelfService(
      server: try #require(ServerAddress(verified: server.url)), transport: transport, environment: environment,
      options: options)
  }

  private func call(deadline: Duration = .seconds(60)) -> Endpoint<JSONValue> {
    .json(
      OperationID("test.call"), path: ["api", "thing"],
      traits: EndpointTraits(credentials: .none, isRepeatable: true, isRead: true, deadline: deadline))
  }

  private func error(of steps: [HostileServer.Step], deadline: Duration = .seconds(60)) async throws -> ClientError {
    try await withServer({ _ in steps }) { server, transport in
      let client = try shelf(server, transport).client
      do throws(ClientError) {
        let value = try await client.send(call(deadline: deadline))
        Issue.record("an answer: \(value)")
        return ClientError(ClientError.Kind(rawValue: "none"), operation: OperationID(""))
      } catch { return error }
    }
  }

  @Test("each way to fail has its kind, and no text of the wire comes along")
  func kinds() async throws {
    let canary = "canary-of-the-wire"
    // Apple's URLSession takes the part that it could unpack for the whole body.
    #if os(Linux)
      let ofHalfGzip = ClientError.Kind.unreachable
    #else
      let ofHalfGzip = ClientError.Kind.undecodable
    #endif
    let cases: [(String, [HostileServer.Step], ClientError.Kind)] = [
      (
        "cut", [.bytes("HTTP/1.1 200 OK\r\nContent-Length: 99\r\nX-Canary: \(canary)\r\n\r\n{\"\(canary)\":"), .close],
        .unreachable
      ),
      ("reset", [.reset], .unreachable),
      ("gzip", [.answer(200, [("Content-Encoding", "gzip")], body: Array(canary.utf8))], .wrongServer),
      ("no HTTP", [.bytes("SSH-2.0-\(canary)\r\n"), .close], .wrongServer),
      ("half JSON", [.answer(200, [], "{\"\(canary)\":")], .undecodable),
      ("half gzip", [.answer(200, [("Content-Encoding", "gzip")], body: Array(Gzip.small.dropLast(12)))], ofHalfGzip),
      ("a password asked for", [.answer(401, [("WWW-Authenticate", "Basic realm=\"\(canary)\"")], "")], .wrongServer),
      ("empty", [.answer(200, [], "")], .undecodable),
      ("a login page", [.answer(200, [], type: "text/html", "<html><title>\(canary)</title></html>")], .wrongServer),
      ("a login page elsewhere", [.redirect(302, to: "http://127.0.0.1:1/\(canary)")], .wrongServer),
      ("a login page of a network", [.answer(511, [], type: "text/html", "<html>\(canary)</html>")], .wrongServer),
      ("a gateway", [.answer(502, [], type: "text/html", "<html>\(canary)</html>")], .server),
    ]
    for (name, steps, kind) in cases {
      let error = try await error(of: steps)
      #expect(error.kind == kind, "\(name): \(error)")
      #expect(error.operation == OperationID("test.call"))
      #expect(!"\(error) \(String(reflecting: error)) \(error.localizedDescription)".contains(canary), "\(name)")
    }
    var portal = try await error(of: [.answer(200, [], type: "text/html", "<!DOCTYPE html><html>")])
    #expect(portal.detail == ClientError.Detail.html)
    portal = try await error(of: [.answer(200, [], "<html>said to be JSON</html>")])
    #expect(portal.detail == ClientError.Detail.html)
  }

  @Test(
    "the deadline of a call holds, whatever the server drags out",
    arguments: [
      [HostileServer.Step.silence],
      [
        .bytes("HTTP/1.1 200 OK\r\nContent-Length: 60\r\n\r\n"),
        .drip([UInt8](repeating: 0x20, count: 60), every: .seconds(1)),
      ],
      [.drip(Array("HTTP/1.1 200 OK\r\n".utf8), every: .seconds(1))],
    ])
  func deadline(_ steps: [HostileServer.Step]) async throws {
    let start = ContinuousClock.now
    #expect(try await error(of: steps, deadline: .milliseconds(400)).kind == .timedOut)
    #expect(ContinuousClock.now - start < .seconds(15))
  }

  #if os(Linux)
    @Test("a write that may be repeated arrives with its second attempt, though several kept connections are dead")
    func deadConnections() async throws {
      // The server answers each of the first three connections once, and is silent on them from then on.
      try await withServer({ request in
        if request.connection <= 3, request.number > 1 { return [.silence] }
        return [.pause(.milliseconds(request.connection > 3 ? 0 : 300)), .answer(200, [], "{}")]
      }) { server, transport in
        await withTaskGroup(of: Outcome.self) { group in
          for index in 0..<3 { group.addTask { await Outcome.of(transport, .to(server, "/\(index)")) } }
          for await outcome in group { #expect(outcome == .answer(200, "{}")) }
        }
        #expect(server.connections == 3)
        let write = Endpoint<JSONValue>.json(
          OperationID("test.write"), .post, path: ["api", "thing"], body: .json(["a": 1]),
          traits: EndpointTraits(credentials: .none, isRepeatable: true, isRead: false, attemptTimeout: .seconds(3)))
        let answer = try await shelf(server, transport).client.send(write)
        #expect(answer == [:])
        let writes = server.requests.filter { $0.path == "/api/thing" }
        #expect(writes.map(\.text) == [#"{"a":1}"#, #"{"a":1}"#])
        #expect(server.connections == 4)
      }
    }
  #endif

  @Test("a certificate that is refused is `tls`, a port without TLS `unreachable` with the reason")
  func tls() async throws {
    for (identity, scheme) in [(TLSIdentity.selfSigned, "https"), (nil, "https")] as [(TLSIdentity?, String)] {
      try await withServer(tls: identity, { _ in [.answer(200, [], "{}")] }) { server, transport in
        let url = server.url(scheme: scheme)
        let client = ShelfService(
          server: try #require(ServerAddress(verified: url)), transport: transport,
          environment: .manual(clock: ManualClock(passing: .everything))
        ).client
        do throws(ClientError) {
          _ = try await client.send(call())
          Issue.record("an answer")
        } catch {
          #expect(error.kind == (identity == nil ? .unreachable : .tls), "\(error)")
          if identity == nil { #expect(error.detail == ClientError.Detail.notTLS) }
        }
      }
    }
  }

  @Test("a proxy's login page in front of a known server is said to be one, and signs nobody out")
  func portal() async throws {
    let fake = FakeShelfServer(clock: SystemClock())
    let portal = Locked<HostileServer.Step?>(nil)
    try await withServer({ request in
      if let step = portal.withLock({ $0 }) { return [step] }
      var outgoing = HTTPRequest(method: HTTPMethod(rawValue: request.method), url: URL(fileURLWithPath: "/"))
      outgoing.url = URL(string: "http://127.0.0.1" + request.target) ?? outgoing.url
      for field in request.fields { outgoing.fields.append(field.name, field.value) }
      outgoing.body = Data(request.body)
      let response = fake.respond(to: outgoing)
      return [
        .answer(response.status, [("Content-Type", response.mediaType ?? "text/plain")], body: Array(response.body))
      ]
    }) { server, transport in
      let shelf = try shelf(server, transport)
      try await shelf.account.signIn(username: "ada", password: "correct horse")
      for step in [
        HostileServer.Step.answer(200, [], type: "text/html", "<html>Hotel</html>"),
        .redirect(302, to: "http://portal.invalid/login"), .answer(511, [], type: "text/html", "<html>Hotel</html>"),
        .answer(401, [], type: "text/html", "<html>Proxy</html>"),
      ] {
        portal.withLock { $0 = step }
        do throws(ClientError) {
          _ = try await shelf.libraries.all()
          Issue.record("an answer")
        } catch { #expect(error.kind == .wrongServer || error.status == 401, "\(error)") }
        guard case .signedIn = try await shelf.account.status() else {
          Issue.record("signed out by \(step)")
          return
        }
      }
      portal.withLock { $0 = nil }
      #expect(try await shelf.libraries.all().count == 2)
    }
  }

  @Test("forty calls at once over eight connections all come back, some of them by a second attempt")
  func many() async throws {
    try await withServer({ request in
      request.number == 1 && request.connection % 3 == 0
        ? [.reset] : [.answer(200, [], "{\"path\":\"\(request.target)\"}")]
    }) { server, transport in
      let client = try shelf(server, transport).client
      let values = await withTaskGroup(of: String?.self) { group in
        for index in 0..<40 {
          group.addTask {
            let endpoint = Endpoint<JSONValue>.json(
              OperationID("test.many"), path: ["many", .id("\(index)")],
              traits: EndpointTraits(credentials: .none, isRepeatable: true, isRead: true))
            return try? await client.send(endpoint)["path"]?.string
          }
        }
        return await group.reduce(into: [String]()) { if let value = $1 { $0.append(value) } }
      }
      // Each request has two attempts, and a few may be reset twice.
      #expect(values.count >= 20 && Set(values).count == values.count)
      #expect(values.allSatisfy { $0.hasPrefix("/many/") })
    }
  }
}
