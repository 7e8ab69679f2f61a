import Foundation

/// An open WebSocket, which sends and receives texts. Implement this protocol over a platform's own WebSocket, such as
/// `URLSessionWebSocketTask`.
///
/// The SDK itself detects a connection on which nothing arrives any more. Set the time-out of the platform's WebSocket to at least the
/// `timeout` of the request that opens the WebSocket. Otherwise the platform closes connections whose server has nothing to send.
public protocol WebSocketChannel: Sendable {
  /// Waits for the next text message and returns its text. Binary messages are skipped. The wait ends if the calling task is cancelled or
  /// ``close()`` is called.
  /// - Throws: an error if the WebSocket is closed.
  func receive() async throws -> String
  /// Sends a text.
  func send(_ text: String) async throws
  /// Closes the WebSocket. The SDK calls this function for every opened WebSocket, also for a broken one, and possibly more than once.
  func close() async
}

/// Opens live connections over a WebSocket, on which the server can send events without a request for each event.
public struct WebSocketConnector: SocketConnector {
  /// Opens a WebSocket. The request contains the address, with the scheme `ws` or `wss`, and the headers that the app has set for this
  /// address.
  ///
  /// The request's `timeout` is the time after which the platform may close a connection on which nothing arrives. If the WebSocket has not
  /// opened within 20 seconds, the task that runs this function is cancelled.
  public typealias Open = @Sendable (HTTPRequest) async throws -> any WebSocketChannel

  private let client: ServiceClient
  private let limits: FrameLimits
  private let openChannel: Open

  /// Creates a connector for a service's server.
  /// - Parameter open: opens a WebSocket with the platform's own implementation.
  public init(client: ServiceClient, limits: FrameLimits = FrameLimits(), open: @escaping Open) {
    self.client = client
    self.limits = limits
    openChannel = open
  }

  /// Opens a connection with `GET socket.io/?EIO=4&transport=websocket`. The path `socket.io/` is below the path of the server's address.
  /// If the socket was last found directly below the address's origin, the request is sent there instead.
  public func open() async throws(ClientError) -> any SocketConnection {
    let base = try await client.socketBase()
    return try await client.socketPlaces.open(base.url) { (place) async throws(ClientError) in
      try await open(try client.webSocketRequest(base, place, limits))
    }
  }

  private func open(_ request: HTTPRequest) async throws(ClientError) -> any SocketConnection {
    let clock = client.environment.clock
    let channel = try await openedChannel(request, clock)
    let opening = WebSocketConnection(handshake: SocketTimes.handshake, channel: channel, limits: limits)
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
      throw with(error) { $0.operation = .liveOpen }
    }
  }
}

extension WebSocketConnector {
  private func openedChannel(
    _ request: HTTPRequest, _ clock: any TimeSource
  ) async throws(ClientError) -> any WebSocketChannel {
    typealias Outcome = Result<any WebSocketChannel, ClientError>
    let outcome = await withTaskGroup(of: Outcome.self) { group in
      group.addTask { () async -> Outcome in
        do { return .success(try await openChannel(request)) } catch {
          return .failure(ClientError(transport: error, operation: .liveOpen))
        }
      }
      group.addTask { () async -> Outcome in
        do { try await clock.sleep(for: SocketTimes.opening, as: .watchdog) } catch {
          return .failure(.cancelled(.liveOpen))
        }
        return .failure(ClientError(.timedOut, operation: .liveOpen))
      }
      let first = await group.next()
      group.cancelAll()
      // Close a channel that opened after the time-out or a cancellation: no caller uses it.
      for await late in group { if case .success(let channel) = late { await channel.close() } }
      return first
    }
    guard let outcome else { throw .cancelled(.liveOpen) }
    return try outcome.get()
  }
}

/// The time-outs of a socket, of which the server gives one only after the socket is open.
enum SocketTimes {
  /// The time from opening a WebSocket to the server's first packet.
  static let opening = Duration.seconds(20)
  /// Stands for the server's handshake until that has arrived.
  static let handshake = EngineHandshake(id: "-", pingInterval: opening / 2, pingTimeout: opening / 2)
  /// The time-out of a platform's own socket, which is set before the server has named its pings and counts from each message on. It lies
  /// beyond the silence that the longest handshake allows, so that ``SocketConnection/receive(by:)`` decides by the handshake.
  static let platform = EngineHandshake.longestSilence + .seconds(10)
}

private struct WebSocketConnection: SocketConnection {
  let handshake: EngineHandshake
  let channel: any WebSocketChannel
  let limits: FrameLimits
  private let isBroken = Locked(false)

  init(handshake: EngineHandshake, channel: any WebSocketChannel, limits: FrameLimits) {
    self.handshake = handshake
    self.channel = channel
    self.limits = limits
  }

  func receive() async throws(ClientError) -> [EnginePacket] {
    let text: String
    do {
      text = try await withTaskCancellationHandler {
        try await channel.receive()
      } onCancel: {
        // If the caller is cancelled, close the channel: an app's own channel may ignore the cancellation, but closing ends its `receive`.
        Task { await channel.close() }
      }
    } catch {
      isBroken.withLock { $0 = true }
      throw ClientError(transport: error, operation: .livePoll)
    }
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
        isBroken.withLock { $0 = true }
        throw ClientError(transport: error, operation: .liveSend)
      }
    }
  }

  func close() async {
    // Send no disconnect over a broken channel: the send may never return, and the channel would stay open.
    if !isBroken.withLock({ $0 }) { try? await send([SocketPacket.disconnect.message].compactMap(\.self)) }
    await channel.close()
  }
}

extension ServiceClient {
  /// The request that opens a WebSocket at the server, with the app's headers and without credentials.
  fileprivate func webSocketRequest(
    _ base: ServerLocator.Base, _ place: SocketPlace, _ limits: FrameLimits
  ) throws(ClientError) -> HTTPRequest {
    let traits = EndpointTraits(
      credentials: .none, isRepeatable: false, isRead: false, attemptTimeout: SocketTimes.platform,
      maximumResponseBytes: limits.bytes, redirects: .none)
    var endpoint = Endpoint(
      .liveOpen, path: ["socket.io"], query: ["EIO": "4", "transport": "websocket"], traits: traits
    ) { response, _ in response.body }
    endpoint.hasTrailingSlash = true
    endpoint.startsAtOrigin = place == .origin
    var request = try endpoint.request(base: base.url, headers: base.headers)
    var parts = URLComponents(url: request.url, resolvingAgainstBaseURL: false)
    parts?.scheme = request.url.scheme == "https" ? "wss" : "ws"
    guard let url = parts?.url else { throw ClientError(.invalidRequest, operation: .liveOpen) }
    request.url = url
    return request
  }
}
