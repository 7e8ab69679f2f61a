import Foundation

/// An open WebSocket: texts in both directions. Make one around a platform's own, such as `URLSessionWebSocketTask`.
public protocol WebSocketChannel: Sendable {
  /// Waits for the next text; bytes are skipped. Ends when its task is cancelled.
  /// - Throws: any error means that the WebSocket is closed.
  func receive() async throws -> String
  /// Sends a text.
  func send(_ text: String) async throws
  /// Closes the WebSocket.
  func close() async
}

/// Opens connections over a WebSocket, which needs no request for each event.
public struct WebSocketConnector: SocketConnector {
  /// Opens a WebSocket; the request has the address, with `ws` or `wss`, and the app's headers for it.
  public typealias Open = @Sendable (HTTPRequest) async throws -> any WebSocketChannel

  private let client: ServiceClient
  private let limits: FrameLimits
  private let openChannel: Open

  /// - Parameter open: opens a WebSocket.
  public init(client: ServiceClient, limits: FrameLimits = FrameLimits(), open: @escaping Open) {
    self.client = client
    self.limits = limits
    openChannel = open
  }

  /// `GET socket.io/?EIO=4&transport=websocket`
  public func open() async throws(ClientError) -> any SocketConnection {
    let request = try await client.webSocketRequest(limits)
    let clock = client.environment.clock
    let channel: any WebSocketChannel
    do { channel = try await openChannel(request) } catch {
      throw ClientError(transport: error, operation: .liveOpen)
    }
    let opening = WebSocketConnection(
      handshake: EngineHandshake(id: "-", pingInterval: .seconds(10), pingTimeout: .seconds(10)), channel: channel,
      limits: limits)
    do throws(ClientError) {
      let packets = try await opening.receive(by: clock)
      do throws(FrameError) {
        guard packets.count == 1 else { throw .badHandshake }
        return WebSocketConnection(
          handshake: try EngineHandshake(parsing: packets[0]), channel: channel, limits: limits)
      } catch {
        throw ClientError(error, operation: .liveOpen)
      }
    } catch {
      await channel.close()
      throw error
    }
  }
}

private struct WebSocketConnection: SocketConnection {
  let handshake: EngineHandshake
  let channel: any WebSocketChannel
  let limits: FrameLimits

  func receive() async throws(ClientError) -> [EnginePacket] {
    let text: String
    do { text = try await channel.receive() } catch { throw ClientError(transport: error, operation: .livePoll) }
    do throws(FrameError) {
      guard text.utf8.count <= limits.bytes else { throw .tooLarge }
      return [try EnginePacket(parsing: text.utf8)]
    } catch {
      throw ClientError(error, operation: .livePoll)
    }
  }

  func send(_ packets: [EnginePacket]) async throws(ClientError) {
    for packet in packets {
      do { try await channel.send(packet.wireText) } catch {
        throw ClientError(transport: error, operation: .liveSend)
      }
    }
  }

  func close() async {
    try? await send([SocketPacket.disconnect.message].compactMap(\.self))
    await channel.close()
  }
}

extension ServiceClient {
  /// The request that opens a WebSocket at the server, with the app's headers and without credentials.
  fileprivate func webSocketRequest(_ limits: FrameLimits) async throws(ClientError) -> HTTPRequest {
    let traits = EndpointTraits(
      credentials: .none, isRepeatable: false, isRead: false, attemptTimeout: .seconds(20),
      maximumResponseBytes: limits.bytes, redirects: .none)
    var endpoint = Endpoint(
      .liveOpen, path: ["socket.io"], query: ["EIO": "4", "transport": "websocket"], traits: traits
    ) { response, _ in response.body }
    endpoint.hasTrailingSlash = true
    var request = try endpoint.request(base: try await locator.base(), headers: appHeaders)
    var parts = URLComponents(url: request.url, resolvingAgainstBaseURL: false)
    parts?.scheme = request.url.scheme == "https" ? "wss" : "ws"
    guard let url = parts?.url else { throw ClientError(.invalidRequest, operation: .liveOpen) }
    request.url = url
    return request
  }
}
