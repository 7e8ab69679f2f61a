/// An open Engine.IO connection to a server. ``PollingConnector`` opens connections that send and receive packets in ordinary requests.
/// ``WebSocketConnector`` opens connections over a WebSocket.
public protocol SocketConnection: Sendable {
  /// The server's first packet on the connection.
  var handshake: EngineHandshake { get }
  /// Waits for the next packets and returns them. Only one caller may wait at a time. The wait ends if the caller's task is cancelled.
  /// - Throws: an error if the connection has ended.
  func receive() async throws(ClientError) -> [EnginePacket]
  /// Sends packets. This function can be called while another caller waits in ``receive()``.
  func send(_ packets: [EnginePacket]) async throws(ClientError)
  /// Closes the connection. Does nothing if the connection has already ended.
  func close() async
}

/// A connection that keeps nothing open between its requests. After a failed request, nothing has to be closed.
package protocol RequestedConnection: SocketConnection {}

/// Opens Engine.IO connections to a server. ``PollingConnector`` and ``WebSocketConnector`` implement this protocol.
public protocol SocketConnector: Sendable {
  /// Opens a connection and waits for the server's first packet, which is the connection's handshake. The requests carry no credentials,
  /// because a service signs in with an event on the open connection.
  func open() async throws(ClientError) -> any SocketConnection
}

extension SocketConnection {
  /// Waits for the next packets, for at most the time after which a silent connection counts as lost.
  /// - Throws: `timedOut` after that time.
  package func receive(by clock: any TimeSource) async throws(ClientError) -> [EnginePacket] {
    let limit = handshake.silenceLimit
    let first = await withTaskGroup(of: Result<[EnginePacket], ClientError>.self) { group in
      group.addTask { () async -> Result<[EnginePacket], ClientError> in
        do throws(ClientError) { return .success(try await receive()) } catch { return .failure(error) }
      }
      group.addTask {
        do { try await clock.sleep(for: limit, as: .watchdog) } catch { return .failure(.cancelled(.livePoll)) }
        return .failure(ClientError(.timedOut, operation: .livePoll))
      }
      let first = await group.next()
      group.cancelAll()
      return first
    }
    guard let first else { throw .cancelled(.livePoll) }
    return try first.get()
  }
}

extension ClientError {
  /// Creates the error for a connection whose bytes are no frames.
  package init(_ frame: FrameError, operation: OperationID) {
    self.init(.undecodable, operation: operation, detail: "frame.\(frame.rawValue)")
  }

  /// The error for a connection that the server has closed regularly.
  package static var liveClosed: ClientError {
    ClientError(.unreachable, operation: .livePoll, detail: ClientError.Detail.closed)
  }
}
