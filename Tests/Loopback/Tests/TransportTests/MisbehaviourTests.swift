import Foundation
import MediaCore
import Misbehaver
import OneAtATime
import Testing

/// One way to misbehave, and how the default transport has to see it. More than one where the platforms' stacks differ.
struct Misbehaviour: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let steps: [HostileServer.Step]
  let expected: Set<Outcome>

  init(_ name: String, _ steps: [HostileServer.Step], _ expected: Outcome...) {
    testDescription = name
    self.steps = steps
    self.expected = Set(expected)
  }

  static let body = #"{"name":"Radio","size":12}"#
  private static let whole =
    HostileServer.Step.head(200, [("Content-Length", "26"), ("Content-Type", "application/json")]) + Array(body.utf8)
  private static let chunked = HostileServer.Step.head(200, [("Transfer-Encoding", "chunked")])
  private static let headLength = whole.count - 26

  /// Answers cut within the first line, and after the head. A cut between two lines of the head ends the process with FoundationNetworking:
  /// `SoakTests`.
  static let cuts: [Misbehaviour] = [0, 5, 12, headLength, headLength + 1, headLength + 25].flatMap {
    count -> [Misbehaviour] in
    [
      Misbehaviour("cut after \(count) bytes", [.bytes(Array(whole.prefix(count))), .close], .lost, .malformed),
      Misbehaviour(
        "reset after \(count) bytes", [.bytes(Array(whole.prefix(count))), .pause(.milliseconds(50)), .reset], .lost,
        .malformed),
    ]
  }

  static let lengths: [Misbehaviour] = [
    Misbehaviour(
      "promises more than it sends",
      [.bytes(HostileServer.Step.head(200, [("Content-Length", "100")])), .bytes("half"), .close], .lost),
    Misbehaviour(
      "no length, closed at the end", [.bytes("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nall"), .close],
      .answer(200, "all")),
    Misbehaviour(
      "a length that is no number", [.bytes("HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\nx"), .close], .malformed,
      .lost, .answer(200, "x")),
    Misbehaviour(
      "a negative length", [.bytes("HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nx"), .close], .malformed, .lost,
      .answer(200, "x")),
    Misbehaviour(
      "a length beyond every limit", [.bytes("HTTP/1.1 200 OK\r\nContent-Length: 999999999999\r\n\r\nx"), .close],
      .failure(.tooLarge)),
  ]

  static let chunks: [Misbehaviour] = [
    Misbehaviour("chunks", [.bytes(chunked), .bytes("3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n")], .answer(200, "abcde")),
    Misbehaviour(
      "a chunk size that is no number", [.bytes(chunked), .bytes("zz\r\nabc\r\n0\r\n\r\n"), .close], .malformed, .lost),
    Misbehaviour(
      "a negative chunk size", [.bytes(chunked), .bytes("-3\r\nabc\r\n0\r\n\r\n"), .close], .malformed, .lost),
    Misbehaviour(
      "a chunk size of 40 digits",
      [.bytes(chunked), .bytes(String(repeating: "F", count: 40) + "\r\nabc\r\n0\r\n\r\n"), .close], .malformed, .lost),
    Misbehaviour("cut within a chunk", [.bytes(chunked), .bytes("8\r\nabc"), .close], .lost, .malformed),
    Misbehaviour("cut before the last chunk", [.bytes(chunked), .bytes("3\r\nabc\r\n"), .close], .lost, .malformed),
    Misbehaviour(
      "a chunk longer than it says", [.bytes(chunked), .bytes("3\r\nabcdef\r\n0\r\n\r\n"), .close], .malformed, .lost),
  ]

  static let codings: [Misbehaviour] = [
    Misbehaviour(
      "gzip", [.answer(200, [("Content-Encoding", "gzip")], body: Gzip.small)], .answer(200, #"{"ok":true}"#)),
    Misbehaviour(
      "gzip that is none", [.answer(200, [("Content-Encoding", "gzip")], body: Array("no gzip at all".utf8))],
      .malformed),
    Misbehaviour(
      "gzip with a wrong checksum",
      [.answer(200, [("Content-Encoding", "gzip")], body: Array(Gzip.small.dropLast(8)) + [1, 2, 3, 4, 11, 0, 0, 0])],
      .malformed),
    Misbehaviour(
      "an unknown coding", [.answer(200, [("Content-Encoding", "x-rot13")], body: Array("abc".utf8))], .malformed),
  ]

  static let heads: [Misbehaviour] = [
    Misbehaviour(
      "100, 102 and 103 before the answer",
      [
        .bytes(
          "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"),
        .answer(200, [], "final"),
      ], .answer(200, "final")),
    Misbehaviour("1xx and nothing more", [.bytes("HTTP/1.1 100 Continue\r\n\r\n"), .close], .lost, .malformed),
    Misbehaviour(
      "fields twice",
      [
        .bytes(
          "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\nETag: a\r\nETag: b\r\nSet-Cookie: x=1\r\nSet-Cookie: y=2\r\n\r\nok"
        )
      ], .answer(200, "ok")),
    Misbehaviour(
      "two lengths that differ",
      [.bytes("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 30\r\n\r\nok"), .close], .malformed, .lost,
      .answer(200, "ok")),
    Misbehaviour(
      "a thousand fields", [.answer(200, (0..<1000).map { ("X-Field-\($0)", "value") }, "ok")], .answer(200, "ok")),
    Misbehaviour(
      "a field of two megabytes", [.answer(200, [("X-Huge", String(repeating: "x", count: 2 << 20))], "ok")], .malformed
    ),
    Misbehaviour(
      "a field without end",
      [.bytes("HTTP/1.1 200 OK\r\nX: "), .bytes([UInt8](repeating: 0x78, count: 8 << 20)), .close], .malformed, .lost),
    Misbehaviour("no HTTP at all", [.bytes("SSH-2.0-OpenSSH_9.6\r\n"), .close], .malformed, .lost),
    Misbehaviour(
      "a status that is no number", [.bytes("HTTP/1.1 abc OK\r\nContent-Length: 0\r\n\r\n"), .close], .malformed, .lost),
    Misbehaviour(
      "a field without a colon", [.bytes("HTTP/1.1 200 OK\r\nnocolon\r\nContent-Length: 2\r\n\r\nok"), .close],
      .malformed),
    Misbehaviour(
      "a field with a NUL", [.bytes("HTTP/1.1 200 OK\r\nX: a\0b\r\nContent-Length: 2\r\n\r\nok"), .close], .malformed),
    Misbehaviour(
      "switching protocols unasked", [.bytes("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n"), .close], .lost,
      .malformed),
    Misbehaviour("a redirect to nowhere", [.answer(302, [], "")], .answer(302, "")),
    Misbehaviour("a redirect to no address", [.redirect(302, to: "http://[::bad/%zz")], .answer(302, "")),
    Misbehaviour("a redirect to a file", [.redirect(302, to: "file:///etc/passwd")], .answer(302, "")),
    Misbehaviour(
      "a proxy that asks for a password", [.answer(401, [("WWW-Authenticate", "Basic realm=\"x\"")], "no")],
      .answer(401, "no"), .answer(401, "")),
    Misbehaviour(
      "a server that asks for one of several",
      [
        .answer(
          401,
          [
            ("WWW-Authenticate", "Bearer"), ("WWW-Authenticate", "Digest realm=x, nonce=\"a"),
            ("WWW-Authenticate", "Basic realm=\"a, b\""),
          ], "no")
      ], .answer(401, "no"), .answer(401, "")),
    Misbehaviour("nothing but a close", [.close], .lost),
    Misbehaviour("a reset at once", [.reset], .lost),
  ]

  /// AsyncHTTPClient refuses codings that it did not ask for, so many fields, and a length that comes twice; it hands an unasked switch of
  /// protocols on.
  private static let stricter: Set = ["gzip", "fields twice", "a thousand fields"]

  func expects(_ outcome: Outcome, of tested: TestedTransport) -> Bool {
    guard tested == .async else { return expected.contains(outcome) }
    return expected.contains(outcome) || Self.stricter.contains(testDescription) && outcome == .malformed
      || testDescription == "switching protocols unasked" && outcome == .answer(101, "")
  }

  static let all = cuts + lengths + chunks + codings + heads
}

@Suite("Transports over real sockets", .oneAtATime, .timeLimit(.minutes(60)))
struct MisbehaviourTests {
  @Test(
    "names what the server did, and never takes half an answer for a whole one", arguments: TestedTransport.all,
    Misbehaviour.all)
  func table(over tested: TestedTransport, _ misbehaviour: Misbehaviour) async throws {
    try await withServer(over: tested, { _ in misbehaviour.steps }) { server, transport in
      let outcome = await Outcome.of(transport, .to(server))
      #expect(misbehaviour.expects(outcome, of: tested), "\(outcome)")
      // The transport still works.
      let pieces = Locked(Data())
      let second: Outcome
      do {
        let response = try await transport.download(.to(server, "/again")) { piece in
          if case .bytes(let bytes) = piece { pieces.withLock { $0.append(bytes) } }
        }
        second = .answer(response.status, pieces.withLock { String(decoding: $0, as: UTF8.self) })
      } catch let failure as TransportFailure { second = .failure(failure) }
      #expect(misbehaviour.expects(second, of: tested), "download: \(second)")
    }
  }

  @Test("a compressed file that breaks off is not taken for a whole one", arguments: TestedTransport.all)
  func codedFile(over tested: TestedTransport) async throws {
    try await withServer(
      over: tested, { _ in [.answer(200, [("Content-Encoding", "gzip")], body: Array(Gzip.small.dropLast(12)))] }
    ) {
      server, transport in
      var request = HTTPRequest.to(server)
      // The SDK requests files without compression.
      request.fields["Accept-Encoding"] = "identity"
      #expect(await Outcome.of(transport, request) == .malformed)
    }
  }

  @Test(
    "what follows an answer that was said to be shorter is not taken for the next one", arguments: TestedTransport.all)
  func excess(over tested: TestedTransport) async throws {
    let forged = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil"
    try await withServer(
      over: tested,
      { request in
        request.path == "/first"
          ? [.bytes("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok" + forged)] : [.answer(200, [], "honest")]
      }
    ) { server, transport in
      #expect(await Outcome.of(transport, .to(server, "/first")) == .answer(200, "ok"))
      for _ in 0..<3 {
        let outcome = await Outcome.of(transport, .to(server, "/next"))
        #expect(outcome == .answer(200, "honest") || tested == .async && outcome == .lost, "\(outcome)")
      }
    }
  }

  /// URLSession's timeout counts silence. The client's deadline, which also ends a drip of bytes in time, is tested in `ClientTests`.
  @Test(
    "ends in time when the server is slow or silent", arguments: TestedTransport.all,
    [
      [HostileServer.Step.silence], [.drip(HostileServer.Step.head(200, [("X", "y")]), every: .seconds(1))],
      [.bytes("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n"), .silence],
    ])
  func slow(over tested: TestedTransport, _ steps: [HostileServer.Step]) async throws {
    try await withServer(over: tested, { _ in steps }) { server, transport in
      let start = ContinuousClock.now
      #expect(await Outcome.of(transport, .to(server, timeout: .seconds(1))) == .timedOut)
      // The whole answer would take half a minute.
      #expect(ContinuousClock.now - start < .seconds(20))
    }
  }

  @Test("ends in time when nobody accepts", arguments: TestedTransport.all)
  func slowAccept(over tested: TestedTransport) async throws {
    let server = try await HostileServer.start(accepts: false) { _ in [.silence] }
    server.fillQueue()
    let (transport, close) = try tested.make()
    #expect(await Outcome.of(transport, .to(server, timeout: .seconds(1))) == .timedOut)
    await close()
    await server.stop()
  }

  @Test("nobody listens, nobody has that name", arguments: TestedTransport.all)
  func nobody(over tested: TestedTransport) async throws {
    let server = try await HostileServer.start { _ in [.close] }
    let url = server.url
    await server.stop()
    let (transport, close) = try tested.make()
    #expect(await Outcome.of(transport, HTTPRequest(url: url)) == .failure(.unreachable(.refused)))
    let name = try #require(URL(string: "http://no-such-host.invalid"))
    #expect(await Outcome.of(transport, HTTPRequest(url: name)) == .failure(.unreachable(.nameNotFound)))
    await close()
  }

  @Test("a kept connection that is closed at its second use does no harm", arguments: TestedTransport.all)
  func reuse(over tested: TestedTransport) async throws {
    try await withServer(over: tested, { request in request.number == 1 ? [.answer(200, [], "ok")] : [.close] }) {
      server, transport in
      for index in 0..<5 {
        let outcome = await Outcome.of(transport, .to(server, "/\(index)"))
        #expect([.answer(200, "ok"), .lost].contains(outcome), "\(outcome)")
      }
    }
    try await withServer(over: tested, { _ in [.answer(200, [], "ok"), .close] }) { server, transport in
      for index in 0..<5 {
        let outcome = await Outcome.of(transport, .to(server, "/\(index)"))
        // The server may close just as the request is sent: only URLSession retries by itself.
        #expect(outcome == .answer(200, "ok") || tested != .session && outcome == .lost, "\(outcome)")
      }
    }
  }

  @Test("a write that the server dropped on a kept connection is sent once", arguments: TestedTransport.all)
  func reusedWrite(over tested: TestedTransport) async throws {
    try await withServer(over: tested, { request in request.path == "/read" ? [.answer(200, [], "ok")] : [.close] }) {
      server, transport in
      #expect(await Outcome.of(transport, .to(server, "/read")) == .answer(200, "ok"))
      let outcome = await Outcome.of(transport, .to(server, "/write", method: .post, timeout: .seconds(2), body: "1"))
      // On Linux, libcurl below URLSession retries without the body and reports that only at the timeout.
      #expect(outcome == .lost || outcome == .timedOut && tested == .session, "\(outcome)")
      // On a busy machine, the two seconds may pass before the request is sent.
      let end = ContinuousClock().now + .seconds(10)
      while !server.requests.contains(where: { $0.path == "/write" }), outcome == .lost || ContinuousClock().now < end {
        try await Task.sleep(for: .milliseconds(5))
      }
      let writes = server.requests.filter { $0.path == "/write" }
      #expect(writes.count <= 1 && writes.allSatisfy { $0.text == "1" })
    }
  }

  @Test("a write over a kept connection that goes silent ends in its time", arguments: TestedTransport.all)
  func silentWrite(over tested: TestedTransport) async throws {
    try await withServer(over: tested, { $0.path == "/read" ? [.answer(200, [], "ok")] : [.silence] }) {
      server, transport in
      #expect(await Outcome.of(transport, .to(server, "/read")) == .answer(200, "ok"))
      let start = ContinuousClock.now
      let outcome = await Outcome.of(
        transport, .to(server, "/write", method: .post, timeout: .seconds(2), body: #"{"a":1}"#))
      #expect(outcome == .timedOut, "\(outcome)")
      #expect(ContinuousClock.now - start < .seconds(20))
      let writes = server.requests.filter { $0.path == "/write" }
      #expect(writes.count <= 1 && writes.allSatisfy { $0.text == #"{"a":1}"# })
    }
  }

  #if os(Linux)
    @Test("the repeat of a write takes a new connection, though several kept ones are dead", arguments: [true, false])
    func repeatedWrite(isReadBetween: Bool) async throws {
      // The server answers each of the first three connections once, and is silent on them from then on.
      let script: HostileServer.Script = { request in
        if request.connection > 3 { return [.answer(200, [], "new")] }
        return request.number == 1 ? [.pause(.milliseconds(300)), .answer(200, [], "ok")] : [.silence]
      }
      try await withServer(over: .curl, script) { server, transport in
        let reads = await withTaskGroup(of: Outcome.self, returning: [Outcome].self) { group in
          for index in 0..<3 { group.addTask { await Outcome.of(transport, .to(server, "/\(index)")) } }
          return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(reads == Array(repeating: .answer(200, "ok"), count: 3))
        #expect(server.connections == 3)
        let write = HTTPRequest.to(server, "/write", method: .post, timeout: .seconds(3), body: "1")
        #expect(await Outcome.of(transport, write) == .timedOut)
        if isReadBetween { #expect(await Outcome.of(transport, .to(server, "/read")) == .answer(200, "new")) }
        #expect(await Outcome.of(transport, write) == .answer(200, "new"))
        // The other two kept connections stay unused, and the new one is used again.
        #expect(await Outcome.of(transport, .to(server, "/last")) == .answer(200, "new"))
        #expect(server.connections == 4)
      }
    }
  #endif

  @Test("cancelling ends a request at once and closes its connection", arguments: TestedTransport.all)
  func cancelling(over tested: TestedTransport) async throws {
    try await withServer(over: tested, { _ in [.silence] }) { server, transport in
      let task = Task { await Outcome.of(transport, .to(server)) }
      while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
      task.cancel()
      #expect(await task.value == .failure(.cancelled))
    }
  }
}
