import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("Connections of a socket", .timeLimit(.minutes(30)))
struct SocketConnectorTests {
  private static let open = #"0{"sid":"s1","upgrades":[],"pingInterval":25000,"pingTimeout":20000}"#
  private let clock = ManualClock()

  private func client(_ transport: any Transport) -> ServiceClient {
    var options = ClientOptions()
    try? options.setHeader("X-Proxy", "yes")
    return ServiceClient(
      service: "test", address: .fake, check: nil, coder: JSONCoder(dates: .milliseconds), transport: transport,
      environment: .manual(clock: clock), options: options
    ) { _ in AuthenticationScheme() }
  }

  private static func answer(_ text: String) -> HTTPResponse { HTTPResponse(status: 200, body: Data(text.utf8)) }

  @Test("long polling opens, waits and sends by ordinary calls, without credentials")
  func polling() async throws {
    let transport = ClosureTransport { request in
      switch request.operation {
      case .liveOpen: Self.answer(Self.open + "\u{1e}40")
      case .livePoll: Self.answer("2\u{1e}42[\"a\"]")
      default: Self.answer("ok")
      }
    }
    let client = client(transport)
    let generation = await client.session.currentGeneration()
    try await client.session.adopt(
      Credentials(account: "a", name: "a", access: Secret("topsecrettoken")), generation: generation)
    let connection = try await PollingConnector(client: client).open()
    #expect(connection.handshake.id == "s1")
    #expect(try await connection.receive(by: clock) == [EnginePacket(.message, "0")])
    #expect(try await connection.receive(by: clock) == [EnginePacket(.ping), EnginePacket(.message, "2[\"a\"]")])
    try await connection.send([EnginePacket(.pong), EnginePacket(.message, "1")])
    await connection.close()
    let requests = transport.requests
    #expect(
      requests.map { "\($0.method) \($0.url.path) \($0.url.query ?? "")" } == [
        "GET /socket.io EIO=4&transport=polling", "GET /socket.io EIO=4&transport=polling&sid=s1",
        "POST /socket.io EIO=4&transport=polling&sid=s1", "POST /socket.io EIO=4&transport=polling&sid=s1",
      ])
    #expect(requests.allSatisfy { $0.url.absoluteString.contains("/socket.io/?") && $0.redirects == .none })
    #expect(
      requests.map { $0.body.map { String(decoding: $0, as: UTF8.self) } } == [nil, nil, "3\u{1e}41", "41\u{1e}1"])
    #expect(requests.allSatisfy { $0.fields["Authorization"] == nil && $0.fields["X-Proxy"] == "yes" })
    #expect(requests[1].timeout == .seconds(45))
  }

  @Test("a poll that is never answered ends after interval and time-out of the pings")
  func silence() async throws {
    let hung = Locked(0)
    let transport = ClosureTransport { request in
      if request.operation == .liveOpen { return Self.answer(Self.open) }
      hung.withLock { $0 += 1 }
      // Long enough for the client's own end, and no longer: without that the test fails here.
      try await ContinuousClock().sleep(for: .seconds(600))
      return Self.answer("6")
    }
    let connection = try await PollingConnector(client: client(transport)).open()
    let poll = Task { await result { () async throws(ClientError) in try await connection.receive(by: clock) } }
    #expect(await eventually { hung.withLock { $0 } == 1 })
    await clock.advance(by: .seconds(44))
    #expect(!poll.isCancelled)
    await clock.advance(by: .seconds(1))
    #expect(await poll.value == .failure(ClientError(.timedOut, operation: .livePoll)))
  }

  private func result<Value: Sendable>(
    _ body: () async throws(ClientError) -> Value
  ) async -> Result<Value, ClientError> {
    do throws(ClientError) { return .success(try await body()) } catch { return .failure(error) }
  }

  @Test(
    "an answer that is no handshake is one error",
    arguments: ["", "<html></html>", "40", "2", "6", #"0{"sid":""}"#, "\u{1e}", "0{"])
  func refused(body: String) async {
    let client = client(ClosureTransport { _ in Self.answer(body) })
    let outcome = await result { () async throws(ClientError) in
      try await PollingConnector(client: client).open().handshake
    }
    guard case .failure(let error) = outcome else {
      Issue.record("opened")
      return
    }
    #expect(error.operation == .liveOpen)
    #expect([.undecodable, .wrongServer].contains(error.kind))
  }

  @Test("two senders never overlap, which the protocol forbids")
  func oneAtATime() async throws {
    let running = Locked((now: 0, most: 0))
    let transport = ClosureTransport { request in
      guard request.operation == .liveSend else { return Self.answer(Self.open) }
      running.withLock {
        $0.now += 1
        $0.most = max($0.most, $0.now)
      }
      for _ in 0..<5 { await Task.yield() }
      running.withLock { $0.now -= 1 }
      return Self.answer("ok")
    }
    let connection = try await PollingConnector(client: client(transport)).open()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<20 { group.addTask { try? await connection.send([EnginePacket(.pong)]) } }
    }
    #expect(transport.count(.liveSend) == 20)
    #expect(running.withLock { $0.most } == 1)
  }

  @Test("a cut poll says nothing about the network, a failed attempt to connect does")
  func connectivity() async throws {
    let isCut = Locked(false)
    let transport = ClosureTransport { request in
      guard !isCut.withLock({ $0 }) else { throw TransportFailure.unreachable(.connectionLost) }
      return Self.answer(Self.open)
    }
    let client = client(transport)
    let connection = try await PollingConnector(client: client).open()
    isCut.withLock { $0 = true }
    _ = await result { () async throws(ClientError) in try await connection.receive(by: clock) }
    #expect(client.connectivity.status == .online)
    _ = await result { () async throws(ClientError) in try await PollingConnector(client: client).open().handshake }
    #expect(client.connectivity.status == .offline)
  }

  // MARK: WebSocket

  private actor Channel: WebSocketChannel {
    private var texts: [String]
    private(set) var sent: [String] = []
    private(set) var isClosed = false

    init(_ texts: [String]) { self.texts = texts }

    func receive() async throws -> String {
      guard !texts.isEmpty else { throw TransportFailure.unreachable(.connectionLost) }
      return texts.removeFirst()
    }
    func send(_ text: String) { sent.append(text) }
    func close() { isClosed = true }
  }

  @Test("a WebSocket carries one packet in each text, at the address with the app's headers and no credentials")
  func webSocket() async throws {
    let channel = Channel([Self.open, "2", "42[\"a\"]", "<"])
    let asked = Locked<HTTPRequest?>(nil)
    let client = client(ClosureTransport { _ in Self.answer("") })
    let connector = WebSocketConnector(client: client) { request in
      asked.withLock { $0 = request }
      return channel
    }
    let connection = try await connector.open()
    #expect(connection.handshake.id == "s1")
    let request = try #require(asked.withLock { $0 })
    #expect(request.url.absoluteString.hasPrefix("ws"))
    #expect(request.url.absoluteString.hasSuffix("/socket.io/?EIO=4&transport=websocket"))
    #expect(request.fields["X-Proxy"] == "yes" && request.fields["Authorization"] == nil)
    #expect(try await connection.receive(by: clock) == [EnginePacket(.ping)])
    #expect(try await connection.receive(by: clock) == [EnginePacket(.message, "2[\"a\"]")])
    let bad = await result { () async throws(ClientError) in try await connection.receive(by: clock) }
    #expect(bad == .failure(ClientError(.undecodable, operation: .livePoll, detail: "frame.unknownType")))
    try await connection.send([EnginePacket(.pong), EnginePacket(.message, "0")])
    await connection.close()
    #expect(await channel.sent == ["3", "40", "41"])
    #expect(await channel.isClosed)
  }

  @Test("a WebSocket that does not begin with a handshake is closed")
  func badWebSocket() async throws {
    let channel = Channel(["40"])
    let client = client(ClosureTransport { _ in Self.answer("") })
    let outcome = await result { () async throws(ClientError) in
      try await WebSocketConnector(client: client) { _ in channel }.open().handshake
    }
    #expect(outcome == .failure(ClientError(.undecodable, operation: .liveOpen, detail: "frame.badHandshake")))
    #expect(await channel.isClosed)
  }

  // MARK: Pauses

  @Test("pauses double up to five minutes, half of each by chance, and a day has at most 600")
  func pauses() {
    var backoff = ReconnectBackoff()
    let random = SeededRandom(seed: 3)
    let first = (0..<10).map { _ in backoff.pause(after: .zero, random: random).seconds }
    for (index, pause) in first.enumerated() {
      let ceiling = min(300, Double(1 << min(index, 9)))
      #expect(pause >= ceiling / 2 && pause <= ceiling)
    }
    var (passed, count) = (first.reduce(0, +), first.count)
    // Without a pause the loop would have no end.
    while passed < 86_400, count < 10_000 {
      passed += backoff.pause(after: .zero, random: random).seconds
      count += 1
    }
    #expect(count < 600)
  }

  @Test("only a connection that has lasted two minutes resets the pauses")
  func reset() {
    let random = SeededRandom(seed: 3)
    var backoff = ReconnectBackoff()
    for _ in 0..<10 { _ = backoff.pause(after: .seconds(119), random: random) }
    #expect(backoff.pause(after: .seconds(119), random: random) >= .seconds(150))
    #expect(backoff.pause(after: .seconds(120), random: random) <= .seconds(1))
    #expect(backoff.pause(after: .zero, isLasting: true, random: random) >= .seconds(150))
    #expect(backoff.pause(after: .zero, asked: 900, random: random) == .seconds(900))
  }
}
