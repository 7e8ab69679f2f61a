import Foundation
import MediaCore
import Misbehaver
import OneAtATime
import Testing

/// Files and imports beside taps, progress and renewals, over both transports.
@Suite("Bulk", .oneAtATime, .timeLimit(.minutes(60)))
struct BulkTests {
  private func with(
    _ tested: TestedTransport, _ script: @escaping HostileServer.Script,
    _ body: (HostileServer, any Transport) async throws -> Void
  ) async throws {
    try await withServer(over: tested, script, body)
  }

  @Test("files and imports that hang hold up no other call", arguments: TestedTransport.all)
  func hanging(transport: TestedTransport) async throws {
    try await with(transport, { $0.path.hasPrefix("/bulk") ? [.silence] : [.answer(200, [], "ok")] }) {
      server, transport in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for index in 0..<20 {
          group.addTask {
            var request = HTTPRequest.to(server, "/bulk/\(index)", method: index % 4 == 3 ? .post : .get)
            request.timeout = .seconds(300)
            if index % 4 == 3 { request.body = Data(count: 2 << 20) }
            if index % 2 == 0 {
              _ = try? await transport.download(request) { _ in }
            } else {
              _ = try? await transport.send(request)
            }
          }
        }
        while server.requests.count < 4 { try await Task.sleep(for: .milliseconds(5)) }
        for index in 0..<20 {
          #expect(await Outcome.of(transport, .to(server, "/tap/\(index)")) == .answer(200, "ok"))
        }
        #expect(server.requests.count { $0.path.hasPrefix("/bulk") } == 4)
        group.cancelAll()
      }
    }
  }

  @Test(
    "a download whose receiver takes its time holds up no other call, grows no memory, and loses no byte",
    arguments: TestedTransport.owned)
  func waitingReceiver(transport: TestedTransport) async throws {
    let size = 256 << 20
    let block = (0..<64 << 10).map { UInt8(truncatingIfNeeded: $0 % 251) }
    let blocks = Data(Array(repeating: block, count: 64).joined())
    let sent = Locked(0)
    try await with(
      transport,
      { request in
        request.path == "/file"
          ? [
            .bytes(HostileServer.Step.head(200, [("Content-Length", "\(size)")])),
            .stream(block, times: size / block.count) { sent.withLock { $0 += block.count } }, .close,
          ] : [.answer(200, [], "ok")]
      }
    ) { server, transport in
      let (gate, release) = AsyncStream<Void>.makeStream()
      let (received, wrong) = (Locked(0), Locked(0))
      let before = residentBytes()
      let download = Task {
        var request = HTTPRequest.to(server, "/file")
        request.maximumResponseBytes = size
        return try await transport.download(request) { piece in
          guard case .bytes(let bytes) = piece else { return }
          if received.withLock({ $0 }) == 0 { for await _ in gate {} }
          let place = received.withLock { place in
            defer { place += bytes.count }
            return place
          }
          let start = place % block.count
          if bytes != blocks[start..<start + bytes.count] { wrong.withLock { $0 += 1 } }
        }
      }
      // Send small calls until the blocked download makes the server stop sending.
      var last = -1
      while last != sent.withLock({ $0 }) || last == 0 {
        last = sent.withLock { $0 }
        for index in 0..<50 {
          #expect(await Outcome.of(transport, .to(server, "/tap/\(index)")) == .answer(200, "ok"))
        }
        try await Task.sleep(for: .milliseconds(100))
      }
      #expect(residentBytes() - before < 64 << 20)
      release.finish()
      #expect(try await download.value.status == 200)
      #expect(received.withLock { $0 } == size && wrong.withLock { $0 } == 0)
    }
  }

  @Test("a download slows its sender to its receiver, and holds up no other call", arguments: TestedTransport.owned)
  func slowReceiver(transport: TestedTransport) async throws {
    struct Full: Error {}
    let sent = Locked(0)
    let block = [UInt8](repeating: 0x61, count: 64 << 10)
    try await with(
      transport,
      { request in
        request.path == "/file"
          ? [
            .bytes(HostileServer.Step.head(200, [("Content-Length", "\(512 << 20)")])),
            .stream(block, times: 8192) { sent.withLock { $0 += block.count } }, .close,
          ] : [.answer(200, [], "ok")]
      }
    ) { server, transport in
      let (gate, release) = AsyncStream<Void>.makeStream()
      let received = Locked(0)
      let download = Task {
        var request = HTTPRequest.to(server, "/file")
        request.maximumResponseBytes = 512 << 20
        return try await transport.download(request) { piece in
          guard case .bytes(let bytes) = piece else { return }
          if received.withLock({ $0 }) == 0 { for await _ in gate {} }
          received.withLock { $0 += bytes.count }
          if received.withLock({ $0 }) > 64 << 20 { throw Full() }
        }
      }
      // Send small calls until the blocked download makes the server stop sending.
      var last = -1
      while last != sent.withLock({ $0 }) || last == 0 {
        last = sent.withLock { $0 }
        for index in 0..<50 {
          #expect(await Outcome.of(transport, .to(server, "/tap/\(index)")) == .answer(200, "ok"))
        }
        try await Task.sleep(for: .milliseconds(100))
      }
      #expect(last < 32 << 20, "\(last >> 20) MB for a receiver that has taken nothing")
      release.finish()
      await #expect(throws: Full.self) { try await download.value }
      #expect(sent.withLock { $0 } < 128 << 20)
    }
  }

  @Test(
    "a server that falls silent while the receiver takes its time is noticed once the receiver goes on",
    arguments: TestedTransport.ofTheSDK)
  func silentAfterPause(transport: TestedTransport) async throws {
    let (size, sent) = (8 << 20, Locked(0))
    let block = [UInt8](repeating: 0x61, count: 64 << 10)
    try await with(
      transport,
      { _ in
        [
          .bytes(HostileServer.Step.head(200, [("Content-Length", "\(size)")])),
          .stream(block, times: 48) { sent.withLock { $0 += block.count } }, .silence,
        ]
      }
    ) { server, transport in
      let (received, started) = (Locked(0), Locked(false))
      let (gate, release) = AsyncStream<Void>.makeStream()
      let download = Task {
        var request = HTTPRequest.to(server, "/file", timeout: .seconds(1))
        request.maximumResponseBytes = size
        return try await transport.download(request) { piece in
          guard case .bytes(let bytes) = piece else { return }
          if started.withLock({
            let first = !$0; $0 = true; return first
          }) {
            for await _ in gate {}
          }
          received.withLock { $0 += bytes.count }
        }
      }
      // Let the receiver wait for longer than the request's time limit. This must not count as the server's silence.
      while !started.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(5)) }
      try await Task.sleep(for: .seconds(2))
      release.finish()
      let ending = Task {
        try await Task.sleep(for: .seconds(15))
        download.cancel()
      }
      await #expect(throws: TransportFailure.timedOut) { try await download.value }
      ending.cancel()
      #expect(received.withLock { $0 } == sent.withLock { $0 } && sent.withLock { $0 } == 3 << 20)
    }
  }

  @Test(
    "a download that waits for its receiver ends with its task and with its transport",
    arguments: TestedTransport.ofTheSDK, [true, false])
  func ending(over tested: TestedTransport, byTask: Bool) async throws {
    let block = [UInt8](repeating: 0x61, count: 64 << 10)
    let server = try await HostileServer.start { _ in
      [.bytes(HostileServer.Step.head(200, [])), .stream(block, times: 1 << 20), .close]
    }
    let (transport, close) = try tested.make()
    let started = Locked(false)
    let download = Task {
      var request = HTTPRequest.to(server, "/file")
      request.maximumResponseBytes = .max
      return try await transport.download(request) { _ in
        started.withLock { $0 = true }
        // Never return: only cancelling can end the download.
        try await Task.sleep(for: .seconds(3600))
      }
    }
    while !started.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(5)) }
    if byTask { download.cancel() } else { await close() }
    await #expect(throws: (any Error).self) { try await download.value }
    await close()
    await #expect(throws: TransportFailure.closed) { try await transport.send(.to(server)) }
    await server.stop()
  }
}
