import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("The place of a server's socket", .timeLimit(.minutes(30)))
struct SocketPlaceTests {
  private static let open = #"0{"sid":"s1","upgrades":[],"pingInterval":25000,"pingTimeout":20000}"#
  private let clock = ManualClock()

  private func client(_ address: String, _ transport: any Transport) throws -> ServiceClient {
    ServiceClient(
      service: "test", address: try ServerAddress(address), check: nil, coder: JSONCoder(dates: .milliseconds),
      transport: transport, environment: .manual(clock: clock)
    ) { _ in AuthenticationScheme() }
  }

  /// A proxy that passes the socket on at one path only.
  private static func proxy(passing path: String, refusing refusal: HTTPResponse) -> ClosureTransport {
    ClosureTransport { request in
      guard request.url.path == path else { return refusal }
      switch request.operation {
      case .liveOpen: return HTTPResponse(status: 200, body: Data(open.utf8))
      case .livePoll: return HTTPResponse(status: 200, body: Data("2".utf8))
      default: return HTTPResponse(status: 200, body: Data("ok".utf8))
      }
    }
  }

  private static let page = HTTPResponse(
    status: 200, fields: ["Content-Type": "text/html"], body: Data("<!DOCTYPE html><html></html>".utf8))

  @Test(
    "where the address refuses the socket it opens at the origin, and all of the connection stays there",
    arguments: [HTTPResponse(status: 404), HTTPResponse(status: 403), page])
  func origin(refusal: HTTPResponse) async throws {
    let transport = Self.proxy(passing: "/socket.io", refusing: refusal)
    let connection = try await PollingConnector(client: try client("https://nas.test/shelf", transport)).open()
    _ = try await connection.receive(by: clock)
    try await connection.send([EnginePacket(.pong)])
    #expect(
      transport.requests.map(\.url.path) == ["/shelf/socket.io", "/socket.io", "/socket.io", "/socket.io"])
    #expect(Set(transport.requests.compactMap(\.url.host)) == ["nas.test"])
  }

  @Test("the place that worked is asked first from then on, and the other one again when it works no more")
  func remembered() async throws {
    let place = Locked("/socket.io")
    let transport = ClosureTransport { request in
      guard request.url.path == place.withLock({ $0 }) else { return HTTPResponse(status: 404) }
      return HTTPResponse(status: 200, body: Data(Self.open.utf8))
    }
    let client = try client("https://nas.test/shelf", transport)
    for _ in 0..<3 { _ = try await PollingConnector(client: client).open() }
    #expect(transport.requests.map(\.url.path) == ["/shelf/socket.io", "/socket.io", "/socket.io", "/socket.io"])
    place.withLock { $0 = "/shelf/socket.io" }
    for _ in 0..<2 { _ = try await PollingConnector(client: client).open() }
    #expect(transport.requests.map(\.url.path).suffix(3) == ["/socket.io", "/shelf/socket.io", "/shelf/socket.io"])
  }

  @Test("a server without a path, and one that cannot be reached, is asked once")
  func once() async throws {
    let absent = ClosureTransport { _ in HTTPResponse(status: 404) }
    await #expect(throws: ClientError.self) {
      _ = try await PollingConnector(client: try client("https://nas.test", absent)).open()
    }
    #expect(absent.requests.count == 1)
    let down = ClosureTransport { _ in throw TransportFailure.unreachable(.refused) }
    await #expect(throws: ClientError.self) {
      _ = try await PollingConnector(client: try client("https://nas.test/shelf", down)).open()
    }
    #expect(Set(down.requests.map(\.url.path)) == ["/shelf/socket.io"])
  }

  @Test("a server without the socket costs two requests, and the error is that of its own address")
  func nowhere() async throws {
    let transport = ClosureTransport { request in
      HTTPResponse(status: request.url.path == "/shelf/socket.io" ? 404 : 500)
    }
    let error = await #expect(throws: ClientError.self) {
      _ = try await PollingConnector(client: try client("https://nas.test/shelf", transport)).open()
    }
    #expect(error?.kind == .notFound && error?.operation == .liveOpen)
    #expect(transport.requests.count == 2)
  }

  @Test("a WebSocket that the address refuses opens at the origin, and long polling begins there")
  func webSocket() async throws {
    let transport = Self.proxy(passing: "/socket.io", refusing: HTTPResponse(status: 404))
    let client = try client("https://nas.test/shelf", transport)
    let asked = Locked<[String]>([])
    let connector = WebSocketConnector(client: client) { request in
      asked.withLock { $0.append(request.url.absoluteString) }
      guard request.url.path == "/socket.io" else { throw TransportFailure.malformed }
      return QueueChannel([Self.open])
    }
    _ = try await connector.open()
    _ = try await PollingConnector(client: client).open()
    #expect(
      asked.withLock { $0 } == [
        "wss://nas.test/shelf/socket.io/?EIO=4&transport=websocket",
        "wss://nas.test/socket.io/?EIO=4&transport=websocket",
      ])
    #expect(transport.requests.map(\.url.path) == ["/socket.io"])
  }
}
