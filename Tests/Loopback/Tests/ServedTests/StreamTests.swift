import Foundation
import LoopbackServer
import MediaCore
import MediaTesting
import OneAtATime
import Testing

@Suite("The loopback server over the default transport", .oneAtATime, .timeLimit(.minutes(60)))
struct StreamTests {
  private let transport = DefaultTransport()

  @Test("large bodies go both ways unharmed")
  func large() async throws {
    let handler: LoopbackServer.Handler = { request in
      let body = request.body ?? Data()
      return .whole(HTTPResponse(status: 200, fields: ["Content-Length": String(body.count)], body: body))
    }
    try await serving(handler) { server in
      let sent = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) })
      let answer = try await transport.send(try server.request("POST", body: sent))
      #expect(answer.body == sent)
    }
  }

  @Test("pieces arrive as they are made, not when all of them are there")
  func pieces() async throws {
    let receivedFirst = Event()
    let handler: LoopbackServer.Handler = { _ in
      let (pieces, pipe) = AsyncThrowingStream<Data, any Error>.makeStream()
      // Send the second piece only after the client has received the first.
      Task {
        pipe.yield(Data(repeating: 1, count: 70_000))
        await receivedFirst.wait()
        pipe.yield(Data(repeating: 2, count: 70_000))
        pipe.finish()
      }
      return .pieces(HTTPResponse(status: 200, fields: ["Content-Type": "audio/mpeg"]), pieces)
    }
    try await serving(handler) { server in
      let received = Locked(Data())
      let response = try await transport.download(try server.request()) { piece in
        if case .bytes(let bytes) = piece {
          received.withLock { $0.append(bytes) }
          if received.withLock({ $0.count }) >= 70_000 { await receivedFirst.happen() }
        }
      }
      #expect(response.status == 200)
      #expect(received.withLock { $0 } == Data(repeating: 1, count: 70_000) + Data(repeating: 2, count: 70_000))
    }
  }

  @Test("a sequence or a handler that throws cuts the connection")
  func cut() async throws {
    let handler: LoopbackServer.Handler = { request in
      if request.url.path == "/nothing" { throw TransportFailure.unreachable(.connectionLost) }
      let (pieces, pipe) = AsyncThrowingStream<Data, any Error>.makeStream()
      pipe.yield(Data(repeating: 7, count: 1000))
      pipe.finish(throwing: TransportFailure.unreachable(.connectionLost))
      return .pieces(HTTPResponse(status: 200, fields: ["Content-Length": "2000"]), pieces)
    }
    try await serving(handler) { server in
      for path in ["/nothing", "/half"] {
        let request = try server.request("GET", path)
        await #expect(throws: TransportFailure.self) { try await transport.send(request) }
      }
    }
  }

  @Test("a handler stops when its client leaves")
  func clientLeaves() async throws {
    let (started, stopped) = (Event(), Event())
    let handler: LoopbackServer.Handler = { _ in
      await started.happen()
      do {
        try await SystemClock().sleep(for: .seconds(600))
      } catch {
        await stopped.happen()
        throw error
      }
      return .whole(HTTPResponse(text: "too late"))
    }
    try await serving(handler) { server in
      let request = try server.request()
      let call = Task { try await transport.send(request) }
      await started.wait()
      call.cancel()
      await #expect(throws: TransportFailure.cancelled) { try await call.value }
      await stopped.wait()
    }
  }

  @Test("a download that is cancelled in the middle ends there, also at the server, and the next call goes through")
  func cancelledDownload() async throws {
    let ended = Event()
    let handler: LoopbackServer.Handler = { request in
      if request.url.path == "/next" { return .whole(HTTPResponse(text: "next")) }
      let (pieces, pipe) = AsyncThrowingStream<Data, any Error>.makeStream()
      pipe.onTermination = { _ in Task { await ended.happen() } }
      pipe.yield(Data(repeating: 1, count: 70_000))
      return .pieces(HTTPResponse(status: 200, fields: ["Content-Length": "5000000"]), pieces)
    }
    try await serving(handler) { server in
      let begun = Event()
      let request = try server.request()
      let download = Task {
        try await transport.download(request) { piece in if case .bytes = piece { await begun.happen() } }
      }
      await begun.wait()
      download.cancel()
      await #expect(throws: TransportFailure.cancelled) { try await download.value }
      await ended.wait()
      #expect(try await transport.send(try server.request("GET", "/next")).text == "next")
    }
  }

  @Test("two hundred at a time each get their own answer")
  func parallel() async throws {
    let handler: LoopbackServer.Handler = { request in .whole(HTTPResponse(text: request.url.path)) }
    let transport = DefaultTransport(maximumConnections: 32)
    try await serving(handler) { server in
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

  @Test("the end leaves nothing open: no connection, no port, and the port can be had again")
  func stop() async throws {
    let started = Event()
    let handler: LoopbackServer.Handler = { _ in
      await started.happen()
      try await SystemClock().sleep(for: .seconds(600))
      return .whole(HTTPResponse(text: "too late"))
    }
    let server = try await LoopbackServer.start(handler: handler)
    let request = try server.request()
    let call = Task { try await transport.send(request) }
    await started.wait()
    #expect(server.connectionCount == 1)
    await server.stop()
    #expect(server.connectionCount == 0)
    await #expect(throws: TransportFailure.self) { try await call.value }
    await #expect(throws: TransportFailure.unreachable(.refused)) { try await transport.send(request) }
    let next = try await LoopbackServer.start(port: server.port) { _ in .whole(HTTPResponse(text: "back")) }
    #expect(try await transport.send(request).text == "back")
    await #expect(throws: (any Error).self) { try await LoopbackServer.start(port: next.port, handler: handler) }
    await next.stop()
  }
}
