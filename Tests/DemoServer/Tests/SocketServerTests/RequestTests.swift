import Foundation
import MediaCore
import SocketServer
import Testing

@Suite("Requests, byte by byte", .timeLimit(.minutes(10)))
struct RequestTests {
  @Test(
    "method, path and query arrive as they were sent",
    arguments: [
      "/", "//a//b/", "/a%2Fb/c%3Fd", "/a/./b/../c", "/%E2%98%95/%e2%98%95", "/p;x=1/", "/?", "/a?b=1&b=2&c&=d",
      "/a?q=%20+%2B&empty=", "/a?next=http://x/y?z", "/a:b@c",
    ])
  func target(_ target: String) async throws {
    try await serving(echo) { server in
      let raw = try RawConnection(port: server.port)
      raw.say("REPORT \(target) HTTP/1.1\r\nHost: media.test\r\nConnection: close\r\n\r\n")
      let received = try await raw.readToTheEnd()
      #expect(received.contains("\r\n\r\nREPORT media.test\(target)\n"), "\(received)")
    }
  }

  @Test("repeated fields arrive in order, and so they go out")
  func repeatedFields() async throws {
    let handler: SocketServer.Handler = { request in
      var response = HTTPResponse(text: request.fields.values("x-one").joined(separator: ",") + ".")
      response.fields.append("Set-Cookie", "a=1; Path=/")
      response.fields.append("Set-Cookie", "b=2; Path=/")
      return response
    }
    try await serving(handler) { server in
      let raw = try RawConnection(port: server.port)
      raw.say("GET / HTTP/1.1\r\nHost: x\r\nX-One: 1\r\nX-Two: 2\r\nx-one: 3\r\n\r\n")
      let received = try await raw.read(ending: ".")
      #expect(received.hasSuffix("\r\n\r\n1,3."))
      #expect(received.contains("Set-Cookie: a=1; Path=/\r\nSet-Cookie: b=2; Path=/\r\n"))
    }
  }

  @Test("a request that comes in single bytes is one request")
  func singleBytes() async throws {
    try await serving(echo) { server in
      let raw = try RawConnection(port: server.port)
      for byte in "POST /slow HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbody" { raw.say(String(byte)) }
      #expect(try await raw.read(ending: "body.").contains("POST x/slow"))
    }
  }

  @Test("a body in chunks is one body, and the next request on the connection is the next")
  func chunkedBody() async throws {
    try await serving(echo) { server in
      let raw = try RawConnection(port: server.port)
      raw.say("POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
      raw.say("5\r\nfirst\r\n7;name=value\r\n second\r\n0\r\nTrailer: 1\r\n\r\n")
      #expect(try await raw.read(ending: "first second.").contains("POST x/a"))
      raw.say("GET /b HTTP/1.1\r\nHost: x\r\n\r\nGET /c HTTP/1.1\r\nHost: x\r\n\r\n")
      let both = try await raw.read { $0.components(separatedBy: "200 OK").count == 3 && $0.hasSuffix("\n.") }
      let (b, c) = (both.range(of: "GET x/b"), both.range(of: "GET x/c"))
      #expect(try #require(b).lowerBound < (try #require(c)).lowerBound)
    }
  }

  @Test("a client that asks whether to go on gets the answer 100")
  func continuing() async throws {
    try await serving(echo) { server in
      let raw = try RawConnection(port: server.port)
      raw.say("PUT /a HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n")
      #expect(try await raw.read(ending: "\r\n\r\n").hasPrefix("HTTP/1.1 100 Continue"))
      raw.say("body")
      #expect(try await raw.read(ending: "body.").hasPrefix("HTTP/1.1 200 OK"))
    }
  }

  @Test(
    "a request that can be read in two ways, or not at all, is refused and the connection closed",
    arguments: [
      ("\u{16}\u{03}\u{01} hello", 400), ("GET /\r\n\r\n", 400), ("GET / x HTTP/1.1\r\n\r\n", 400),
      ("GET / HTTP/2.0\r\n\r\n", 505), ("GET / HTTP/1.1\r\nHost : x\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: x\r\n folded: 1\r\n\r\n", 400),
      ("POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400),
      ("POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400),
      ("POST / HTTP/1.1\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
      ("POST / HTTP/1.1\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", 501),
      ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400),
      ("POST / HTTP/1.1\r\nContent-Length: 999999999999\r\n\r\n", 413),
    ])
  func refused(_ text: String, _ status: Int) async throws {
    try await serving(echo) { server in
      let raw = try RawConnection(port: server.port)
      raw.say(text)
      let received = try await raw.readToTheEnd()
      #expect(received.hasPrefix("HTTP/1.1 \(status) ") && received.hasSuffix("\r\n\r\n"), "\(received)")
      let next = try RawConnection(port: server.port)
      next.say("GET /next HTTP/1.1\r\n\r\n")
      #expect(try await next.read(ending: "\n.").contains("/next"))
    }
  }

  @Test("a head without an end is refused before it fills the memory")
  func endlessHead() async throws {
    try await serving(echo) { server in
      let raw = try RawConnection(port: server.port)
      raw.say("GET / HTTP/1.1\r\nX: \(String(repeating: "x", count: 70_000))")
      #expect(try await raw.readToTheEnd().hasPrefix("HTTP/1.1 431 "))
    }
  }
}
