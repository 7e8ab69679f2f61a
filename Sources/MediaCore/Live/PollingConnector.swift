import Foundation

/// Opens live connections over HTTP long polling. Its requests pass through the client's pipeline like all other calls. The app's
/// transport, headers, middleware and log therefore apply to them, and live connections work wherever the service's other calls work.
///
/// The requests carry no credentials of the account, neither in a header nor in the address.
public struct PollingConnector: SocketConnector {
  private let client: ServiceClient
  private let limits: FrameLimits

  /// Creates a connector for a service's server.
  /// - Parameter client: the client of a service whose server speaks Socket.IO at `socket.io/` below its address.
  public init(client: ServiceClient, limits: FrameLimits = FrameLimits()) {
    self.client = client
    self.limits = limits
  }

  /// Opens a connection with `GET socket.io/?EIO=4&transport=polling`. The path `socket.io/` is below the path of the server's address. If
  /// the socket was last found directly below the address's origin, the request is sent there instead.
  public func open() async throws(ClientError) -> any SocketConnection {
    let base = try await client.socketBase()
    return try await client.socketPlaces.open(base.url) { (place) async throws(ClientError) in try await open(place) }
  }

  private func open(_ place: SocketPlace) async throws(ClientError) -> any SocketConnection {
    let calls = PollingCalls(client: client, limits: limits, place: place)
    var packets = try await calls.poll(.liveOpen, connection: nil, limit: .seconds(20))
    do throws(FrameError) {
      guard !packets.isEmpty else { throw .badHandshake }
      let handshake = try EngineHandshake(parsing: packets.removeFirst())
      return PollingConnection(handshake: handshake, calls: calls, waiting: packets)
    } catch {
      throw ClientError(error, operation: .liveOpen)
    }
  }
}

/// A connection over long polling: one waiting GET, and one POST at a time, as the protocol demands.
private actor PollingConnection: RequestedConnection {
  nonisolated let handshake: EngineHandshake
  private let calls: PollingCalls
  /// Packets that came together with the handshake.
  private var waiting: [EnginePacket]
  private var lastSend: Task<Result<Void, ClientError>, Never>?

  init(handshake: EngineHandshake, calls: PollingCalls, waiting: [EnginePacket]) {
    self.handshake = handshake
    self.calls = calls
    self.waiting = waiting
  }

  func receive() async throws(ClientError) -> [EnginePacket] {
    if !waiting.isEmpty {
      defer { waiting = [] }
      return waiting
    }
    return try await calls.poll(.livePoll, connection: handshake.id, limit: handshake.silenceLimit)
  }

  func send(_ packets: [EnginePacket]) async throws(ClientError) {
    let task = Task { [lastSend, calls, handshake] () async -> Result<Void, ClientError> in
      _ = await lastSend?.value
      do throws(ClientError) {
        return .success(try await calls.send(packets, connection: handshake.id, limit: handshake.pingTimeout))
      } catch { return .failure(error) }
    }
    lastSend = task
    try await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }.get()
  }

  func close() async { try? await send([SocketPacket.disconnect.message, EnginePacket(.close)].compactMap(\.self)) }
}

/// The requests of a connection over long polling.
private struct PollingCalls: Sendable {
  let client: ServiceClient
  let limits: FrameLimits
  let place: SocketPlace

  func poll(
    _ operation: OperationID, connection: String?, limit: Duration
  ) async throws(ClientError) -> [EnginePacket] {
    let body = try await client.send(endpoint(operation, .get, connection: connection, limit: limit))
    do throws(FrameError) { return try EnginePacket.packets(in: body, limits: limits) } catch {
      throw ClientError(error, operation: operation)
    }
  }

  func send(_ packets: [EnginePacket], connection: String, limit: Duration) async throws(ClientError) {
    var endpoint = endpoint(.liveSend, .post, connection: connection, limit: limit)
    endpoint.body = RequestBody(data: EnginePacket.payload(packets), contentType: "text/plain;charset=UTF-8")
    guard try await client.send(endpoint).starts(with: Data("ok".utf8)) else {
      throw ClientError(.undecodable, operation: .liveSend, detail: "notOK")
    }
  }

  private func endpoint(
    _ operation: OperationID, _ method: HTTPMethod, connection: String?, limit: Duration
  ) -> Endpoint<Data> {
    // Follow no redirect: a redirected POST would carry the sign-in to another address.
    let traits = EndpointTraits(
      credentials: .none, isRepeatable: false, isRead: false, deadline: limit + .seconds(2), attemptTimeout: limit,
      maximumResponseBytes: limits.bytes, redirects: .none)
    var endpoint = Endpoint(
      operation, method, path: ["socket.io"], query: ["EIO": "4", "transport": "polling", "sid": connection],
      fields: ["Accept": "text/plain, */*;q=0.1"], traits: traits
    ) { response, decoding -> Data in
      try decoding.refusePage(response)
      return response.body
    }
    endpoint.hasTrailingSlash = true
    endpoint.startsAtOrigin = place == .origin
    return endpoint
  }
}
