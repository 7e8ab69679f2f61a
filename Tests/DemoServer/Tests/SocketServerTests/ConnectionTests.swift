import Foundation
import MediaCore
import SocketServer
import Testing

@Suite("Connections that end", .timeLimit(.minutes(10)))
struct ConnectionTests {
  @Test("a client that has said all it wants still gets its answer")
  func halfClosed() async throws {
    try await serving(echo) { server in
      let raw = try RawConnection(port: server.port)
      raw.say("GET /last HTTP/1.0\r\nHost: x\r\nConnection: close\r\n\r\n")
      raw.sayNoMore()
      #expect(try await raw.readToTheEnd().contains("GET x/last"))
    }
    // The client has closed its side: this must not cancel the handler at once.
    let careful: SocketServer.Handler = { _ in
      try Task.checkCancellation()
      return HTTPResponse(text: "answer")
    }
    try await serving(careful) { server in
      for _ in 0..<50 {
        let raw = try RawConnection(port: server.port)
        raw.say("GET /last HTTP/1.1\r\nHost: x\r\n\r\n")
        raw.sayNoMore()
        #expect(try await raw.readToTheEnd().hasSuffix("answer"))
      }
    }
  }

  @Test("a handler stops when its client leaves, also one that leaves at once")
  func clientLeaves() async throws {
    let (started, stopped) = (Event(), Event())
    let handler: SocketServer.Handler = { request in
      if request.url.path == "/poll" { await started.happen() }
      do {
        try await SystemClock().sleep(for: .seconds(600))
      } catch {
        if request.url.path == "/poll" { await stopped.happen() }
        throw error
      }
      return HTTPResponse(text: "too late")
    }
    try await serving(handler) { server in
      let raw = try RawConnection(port: server.port)
      raw.say("GET /poll HTTP/1.1\r\nHost: x\r\n\r\n")
      await started.wait()
      raw.sayNoMore()
      await stopped.wait()
      #expect(try await raw.readToTheEnd() == "")
      for _ in 0..<10 {
        let raw = try RawConnection(port: server.port)
        raw.say("GET /now HTTP/1.1\r\nHost: x\r\n\r\n")
        raw.sayNoMore()
        #expect(try await raw.readToTheEnd() == "")
      }
    }
  }

  @Test("a request that waits holds nobody else up")
  func longPoll() async throws {
    let (started, news) = (Event(), Event())
    let handler: SocketServer.Handler = { request in
      guard request.url.path == "/poll" else { return HTTPResponse(text: "other") }
      await started.happen()
      await news.wait()
      return HTTPResponse(text: "news")
    }
    try await serving(handler) { server in
      let raw = try RawConnection(port: server.port)
      raw.say("GET /poll HTTP/1.1\r\nHost: x\r\n\r\n")
      await started.wait()
      let other = try RawConnection(port: server.port)
      other.say("GET /other HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try await other.read(ending: "other").hasPrefix("HTTP/1.1 200 OK"))
      await news.happen()
      #expect(try await raw.read(ending: "news").hasPrefix("HTTP/1.1 200 OK"))
    }
  }

  @Test("a handler that throws ends the connection without an answer")
  func failingHandler() async throws {
    try await serving({ _ in throw TransportFailure.unreachable(.connectionLost) }) { server in
      let raw = try RawConnection(port: server.port)
      raw.say("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try await raw.readToTheEnd() == "")
    }
  }

  @Test("a cut ends every open connection and its handler, and new ones are taken")
  func dropped() async throws {
    let (started, stopped) = (Event(), Event())
    let handler: SocketServer.Handler = { request in
      guard request.url.path == "/poll" else { return HTTPResponse(text: "back") }
      await started.happen()
      do {
        try await SystemClock().sleep(for: .seconds(600))
      } catch {
        await stopped.happen()
        throw error
      }
      return HTTPResponse(text: "too late")
    }
    try await serving(handler) { server in
      let idle = try RawConnection(port: server.port)
      idle.say("GET /first HTTP/1.1\r\nHost: x\r\n\r\n")
      _ = try await idle.read(ending: "back")
      let waiting = try RawConnection(port: server.port)
      waiting.say("GET /poll HTTP/1.1\r\nHost: x\r\n\r\n")
      await started.wait()
      await server.dropConnections()
      #expect(server.connectionCount == 0)
      await stopped.wait()
      #expect(try await waiting.readToTheEnd() == "")
      #expect(try await idle.readToTheEnd() == "")
      let next = try RawConnection(port: server.port)
      next.say("GET /next HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try await next.read(ending: "back").hasPrefix("HTTP/1.1 200 OK"))
    }
  }

  @Test("the end leaves nothing open: no connection, no port, and the port can be had again")
  func stop() async throws {
    let started = Event()
    let handler: SocketServer.Handler = { _ in
      await started.happen()
      try await SystemClock().sleep(for: .seconds(600))
      return HTTPResponse(text: "too late")
    }
    let transport = DefaultTransport()
    let server = try SocketServer.start(handler: handler)
    let request = try server.request()
    let call = Task { try await transport.send(request) }
    await started.wait()
    #expect(server.connectionCount == 1)
    await server.stop()
    #expect(server.connectionCount == 0)
    await #expect(throws: TransportFailure.self) { try await call.value }
    await #expect(throws: TransportFailure.unreachable(.refused)) { try await transport.send(request) }
    // The server has ended, so both calls return at once.
    await server.stop()
    await server.dropConnections()
    let next = try SocketServer.start(port: server.port) { _ in HTTPResponse(text: "back") }
    #expect(try await transport.send(request).text == "back")
    #expect(throws: SocketError.self) { try SocketServer.start(port: next.port, handler: handler) }
    await next.stop()
  }
}
