import Foundation
import LoopbackServer
import MediaCore
import MediaTesting
import OneAtATime
import Testing

@Suite("The loopback server on the wire", .oneAtATime, .timeLimit(.minutes(60)))
struct WireTests {
  /// Answers with what came in: the request line, the fields and the body.
  private static let echo: LoopbackServer.Handler = { request in
    let target = request.url.absoluteString.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)[2]
    let fields = request.fields.entries.map { "\($0.name)=\($0.value)" }.joined(separator: "|")
    let body = String(decoding: request.body ?? Data(), as: UTF8.self)
    return .whole(HTTPResponse(text: "\(request.method) \(target)\n\(fields)\n\(body)."))
  }

  @Test(
    "method, path and query arrive as they were sent",
    arguments: [
      "/", "//a//b/", "/a%2Fb/c%3Fd", "/a/./b/../c", "/%E2%98%95/%e2%98%95", "/p;x=1/", "/?", "/a?b=1&b=2&c&=d",
      "/a?q=%20+%2B&empty=", "/a?next=http://x/y?z", "/a:b@c",
    ])
  func target(_ target: String) async throws {
    try await serving(Self.echo) { server in
      let raw = try RawConnection(port: server.port)
      raw.say("REPORT \(target) HTTP/1.1\r\nHost: media.test\r\nConnection: close\r\n\r\n")
      let received = try await raw.readToTheEnd()
      #expect(received.contains("\r\n\r\nREPORT media.test\(target)\n"), "\(received)")
    }
  }

  @Test("repeated fields arrive in order, and so they go out")
  func repeatedFields() async throws {
    let handler: LoopbackServer.Handler = { request in
      var response = HTTPResponse(text: request.fields.values("x-one").joined(separator: ",") + ".")
      response.fields.append("Set-Cookie", "a=1; Path=/")
      response.fields.append("Set-Cookie", "b=2; Path=/")
      return .whole(response)
    }
    try await serving(handler) { server in
      let raw = try RawConnection(port: server.port)
      raw.say("GET / HTTP/1.1\r\nHost: x\r\nX-One: 1\r\nX-Two: 2\r\nx-one: 3\r\n\r\n")
      let received = try await raw.read(ending: ".")
      #expect(received.hasSuffix("\r\n\r\n1,3."))
      #expect(received.contains("Set-Cookie: a=1; Path=/\r\nSet-Cookie: b=2; Path=/\r\n"))
    }
  }

  @Test("a body in chunks is one body, and the next request on the connection is the next")
  func chunkedBody() async throws {
    try await serving(Self.echo) { server in
      let raw = try RawConnection(port: server.port)
      raw.say("POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
      raw.say("5\r\nfirst\r\n7\r\n second\r\n0\r\n\r\n")
      #expect(try await raw.read(ending: "first second.").contains("POST x/a"))
      raw.say("GET /b HTTP/1.1\r\nHost: x\r\n\r\nGET /c HTTP/1.1\r\nHost: x\r\n\r\n")
      let both = try await raw.read { $0.components(separatedBy: "200 OK").count == 3 && $0.hasSuffix("\n.") }
      #expect(both.contains("GET x/b") && both.contains("GET x/c"))
    }
  }

  @Test("a client that asks whether to go on gets the answer 100")
  func continuing() async throws {
    try await serving(Self.echo) { server in
      let raw = try RawConnection(port: server.port)
      raw.say("PUT /a HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n")
      #expect(try await raw.read(ending: "\r\n\r\n").hasPrefix("HTTP/1.1 100 Continue"))
      raw.say("body")
      #expect(try await raw.read(ending: "body.").hasPrefix("HTTP/1.1 200 OK"))
    }
  }

  @Test("HEAD has the length and no body; 204 and 304 have neither; the connection goes on")
  func withoutBody() async throws {
    let handler: LoopbackServer.Handler = { request in
      var response = HTTPResponse(text: "twelve bytes")
      response.status = Int(request.url.lastPathComponent) ?? 200
      return .whole(response)
    }
    try await serving(handler) { server in
      let raw = try RawConnection(port: server.port)
      raw.say("HEAD /200 HTTP/1.1\r\nHost: x\r\n\r\n")
      let head = try await raw.read(ending: "\r\n\r\n")
      #expect(head.hasPrefix("HTTP/1.1 200 OK") && head.lowercased().contains("content-length: 12\r\n"))
      for status in ["204 No Content", "304 Not Modified"] {
        raw.say("GET /\(status.prefix(3)) HTTP/1.1\r\nHost: x\r\n\r\n")
        let answer = try await raw.read(ending: "\r\n\r\n")
        #expect(answer.hasPrefix("HTTP/1.1 \(status)\r\n"))
        #expect(!answer.lowercased().contains("transfer-encoding"))
      }
      raw.say("GET /200 HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try await raw.read(ending: "twelve bytes").hasPrefix("HTTP/1.1 200 OK"))
    }
  }

  @Test("a client that has said all it wants still gets its answer")
  func halfClosed() async throws {
    try await serving(Self.echo) { server in
      let raw = try RawConnection(port: server.port)
      raw.say("GET /last HTTP/1.0\r\nHost: x\r\nConnection: close\r\n\r\n")
      raw.sayNoMore()
      #expect(try await raw.readToTheEnd().contains("GET x/last"))
    }
  }

  @Test("for a client that leaves before its request was looked at nobody goes on waiting")
  func leftAtOnce() async throws {
    let handler: LoopbackServer.Handler = { _ in
      try await SystemClock().sleep(for: .seconds(600))
      return .whole(HTTPResponse(text: "too late"))
    }
    try await serving(handler) { server in
      for _ in 0..<50 {
        let raw = try RawConnection(port: server.port)
        raw.say("GET /poll HTTP/1.1\r\nHost: x\r\n\r\n")
        raw.sayNoMore()
        #expect(try await raw.readToTheEnd() == "")
      }
    }
  }

  @Test("what is no HTTP is refused, and the offer of another protocol answered and closed")
  func otherProtocols() async throws {
    try await serving(Self.echo) { server in
      let raw = try RawConnection(port: server.port)
      raw.say("\u{16}\u{03}\u{01} hello\r\n\r\n")
      #expect(try await raw.readToTheEnd().hasPrefix("HTTP/1.1 400"))
      let upgrade = try RawConnection(port: server.port)
      upgrade.say("GET /up HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n")
      let received = try await upgrade.readToTheEnd()
      #expect(received.hasPrefix("HTTP/1.1 200 OK") && received.contains("GET x/up"))
    }
  }
}
