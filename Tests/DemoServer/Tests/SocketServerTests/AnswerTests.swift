import Foundation
import MediaCore
import SocketServer
import Testing

@Suite("Answers", .timeLimit(.minutes(10)))
struct AnswerTests {
  @Test("HEAD has the length and no body; 204 and 304 have neither; the connection goes on")
  func withoutBody() async throws {
    let handler: SocketServer.Handler = { request in
      var response = HTTPResponse(text: "twelve bytes")
      response.status = Int(request.url.lastPathComponent) ?? 200
      return response
    }
    try await serving(handler) { server in
      let raw = try RawConnection(port: server.port)
      raw.say("HEAD /200 HTTP/1.1\r\nHost: x\r\n\r\n")
      let head = try await raw.read(ending: "\r\n\r\n")
      #expect(head.hasPrefix("HTTP/1.1 200 OK") && head.contains("Content-Length: 12\r\n"))
      for status in ["204 No Content", "304 Not Modified"] {
        raw.say("GET /\(status.prefix(3)) HTTP/1.1\r\nHost: x\r\n\r\n")
        let answer = try await raw.read(ending: "\r\n\r\n")
        #expect(answer.hasPrefix("HTTP/1.1 \(status)\r\n"))
        #expect(!answer.contains("Content-Length"))
      }
      raw.say("GET /200 HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try await raw.read(ending: "twelve bytes").hasPrefix("HTTP/1.1 200 OK"))
    }
  }

  @Test("a field of an answer cannot bring another one along")
  func injectedField() async throws {
    let handler: SocketServer.Handler = { _ in
      var response = HTTPResponse(text: "body")
      response.fields["X-Name"] = "a\r\nX-Other: b"
      response.fields["Content-Length"] = "1"
      return response
    }
    try await serving(handler) { server in
      let raw = try RawConnection(port: server.port)
      raw.say("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      let received = try await raw.read(ending: "body")
      #expect(!received.contains("X-Other") && received.contains("Content-Length: 4\r\n"))
    }
  }

  @Test("large bodies go both ways unharmed")
  func large() async throws {
    let handler: SocketServer.Handler = { request in HTTPResponse(status: 200, body: request.body ?? Data()) }
    try await serving(handler) { server in
      let sent = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) })
      let transport = DefaultTransport()
      for _ in 0..<3 {
        let answer = try await transport.send(try server.request("POST", body: sent))
        #expect(answer.body == sent)
      }
    }
  }

  @Test("an old client gets its answer and the end of the connection, unless it asks to stay")
  func oldClient() async throws {
    try await serving(echo) { server in
      let raw = try RawConnection(port: server.port)
      raw.say("GET /a HTTP/1.0\r\n\r\n")
      #expect(try await raw.readToTheEnd().hasSuffix("GET 127.0.0.1/a\n\n."))
      let staying = try RawConnection(port: server.port)
      staying.say("GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
      _ = try await staying.read(ending: "\n.")
      staying.say("GET /b HTTP/1.0\r\n\r\n")
      #expect(try await staying.readToTheEnd().contains("/b"))
    }
  }

  @Test("the offer of another protocol is answered and the connection closed")
  func otherProtocols() async throws {
    try await serving(echo) { server in
      let raw = try RawConnection(port: server.port)
      raw.say("GET /up HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n")
      let received = try await raw.readToTheEnd()
      #expect(received.hasPrefix("HTTP/1.1 200 OK") && received.contains("GET x/up"))
      #expect(received.contains("\r\nConnection: close\r\n"))
    }
  }

  @Test("two hundred at a time each get their own answer")
  func parallel() async throws {
    let transport = DefaultTransport(maximumConnections: 32)
    try await serving({ request in HTTPResponse(text: request.url.path) }) { server in
      let answers = try await withThrowingTaskGroup(of: (Int, String).self) { group in
        for number in 0..<200 {
          let request = try server.request("GET", "/\(number)")
          group.addTask { (number, try await transport.send(request).text) }
        }
        return try await group.reduce(into: [Int: String]()) { $0[$1.0] = $1.1 }
      }
      #expect(answers.count == 200)
      #expect(answers.allSatisfy { $0.value == "/\($0.key)" })
      #expect(server.connectionCount <= 32)
    }
  }
}
