import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("The end of a WebSocket", .timeLimit(.minutes(30)))
struct SocketEndTests {
  private static let open = #"0{"sid":"s1","upgrades":[],"pingInterval":25000,"pingTimeout":20000}"#
  private let clock = ManualClock()
  private var client: ServiceClient {
    ServiceClient(
      service: "test", address: .fake, check: nil, coder: JSONCoder(dates: .milliseconds),
      transport: ClosureTransport { _ in HTTPResponse(status: 500) }, environment: .manual(clock: clock)
    ) { _ in AuthenticationScheme() }
  }

  private func connector(_ channel: QueueChannel, _ asked: Locked<HTTPRequest?> = Locked(nil)) -> WebSocketConnector {
    WebSocketConnector(client: client) { request in
      asked.withLock { $0 = request }
      return channel
    }
  }

  @Test("a silent WebSocket is closed after interval and time-out of the pings, also one that ignores its cancellation")
  func silent() async throws {
    let channel = QueueChannel([Self.open])
    let connection = try await connector(channel).open()
    let reading = Task { await outcome { () async throws(ClientError) in try await connection.receive(by: clock) } }
    #expect(await eventually { await channel.isWaiting })
    await clock.advance(by: .seconds(44))
    #expect(await channel.closes == 0)
    #expect(await passes { await channel.closes > 0 })
    #expect(await reading.value == .failure(ClientError(.timedOut, operation: .livePoll)))
    #expect(await channel.closes > 0)
  }

  @Test("a reader that is cancelled closes an app's WebSocket")
  func cancelled() async throws {
    let channel = QueueChannel([Self.open])
    let connection = try await connector(channel).open()
    let reading = Task { await outcome { () async throws(ClientError) in try await connection.receive(by: clock) } }
    #expect(await eventually { await channel.isWaiting })
    reading.cancel()
    _ = await reading.value
    #expect(await eventually { await channel.closes > 0 })
  }

  @Test("a broken WebSocket is closed without a last text, which it may never end")
  func broken() async throws {
    let channel = QueueChannel([Self.open])
    let connection = try await connector(channel).open()
    await channel.close()
    _ = await outcome { () async throws(ClientError) in try await connection.receive(by: clock) }
    await connection.close()
    #expect(await channel.closes == 2)
    #expect(await channel.sent == [])
  }

  @Test("a server that sends no handshake within 20 seconds has its WebSocket closed")
  func noHandshake() async throws {
    let channel = QueueChannel([])
    let connector = connector(channel)
    let opening = Task { await outcome { () async throws(ClientError) in try await connector.open().handshake } }
    #expect(await eventually { await channel.isWaiting })
    await clock.advance(by: .seconds(19))
    #expect(await channel.closes == 0)
    #expect(await passes { await channel.closes > 0 })
    #expect(await opening.value == .failure(ClientError(.timedOut, operation: .liveOpen)))
    #expect(await channel.closes > 0)
  }

  @Test("a WebSocket that does not open within 20 seconds is given up, and closed if it opens later")
  func late() async throws {
    let (channel, isOpening) = (QueueChannel([Self.open]), Locked(false))
    let connector = WebSocketConnector(client: client) { _ in
      // Ends when it is cancelled, and has opened all the same.
      isOpening.withLock { $0 = true }
      try? await ContinuousClock().sleep(for: .seconds(600))
      return channel
    }
    let opening = Task { await outcome { () async throws(ClientError) in try await connector.open().handshake } }
    #expect(await eventually { isOpening.withLock { $0 } })
    #expect(await passes { await channel.closes > 0 })
    #expect(await opening.value == .failure(ClientError(.timedOut, operation: .liveOpen)))
    #expect(await channel.closes == 1)
  }

  @Test(
    "a platform's own time-out is longer than any silence that a handshake allows",
    arguments: [(25_000, 20_000), (300_000, 300_000), (100, 100)])
  func platform(interval: Int, timeout: Int) async throws {
    let packet = EnginePacket(.open, #"{"sid":"s1","pingInterval":\#(interval),"pingTimeout":\#(timeout)}"#)
    let handshake = try EngineHandshake(parsing: packet)
    #expect(handshake.silenceLimit == .milliseconds(interval + timeout))
    #expect(SocketTimes.platform > handshake.silenceLimit)
    let asked = Locked<HTTPRequest?>(nil)
    _ = try await connector(QueueChannel([packet.wireText]), asked).open()
    #expect(asked.withLock { $0?.timeout } == SocketTimes.platform)
  }

  /// Lets at most a minute pass until a condition holds.
  private func passes(_ condition: () async -> Bool) async -> Bool {
    for _ in 0..<60 {
      if await condition() { return true }
      await clock.advance(by: .seconds(1))
    }
    return await condition()
  }

  private func outcome<Value: Sendable>(
    _ body: () async throws(ClientError) -> Value
  ) async -> Result<Value, ClientError> {
    do throws(ClientError) { return .success(try await body()) } catch { return .failure(error) }
  }
}
