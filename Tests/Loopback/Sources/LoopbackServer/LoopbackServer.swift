import Foundation
import HTTPTypes
import HummingbirdCore
import Logging
public import MediaCore
import NIOCore
import NIOPosix

/// An HTTP/1.1 server on 127.0.0.1 that hands every request to one function, as it was sent.
///
/// ```swift
/// let server = try await LoopbackServer.start { request in
///   .whole(HTTPResponse(status: 200, body: Data(request.url.path.utf8)))
/// }
/// defer { await server.stop() }
/// ```
public final class LoopbackServer: Sendable {
  /// Gets the method, the target untouched in ``HTTPRequest/url``, every field in order and the whole body. Its task is
  /// cancelled when the client goes away before the answer.
  public typealias Handler = @Sendable (MediaCore.HTTPRequest) async throws -> LoopbackReply

  public let port: Int
  private let server: Server<HTTP1Channel>
  private let connections: Connections
  private let run: Task<Void, Never>

  /// `http://127.0.0.1:<port>`
  public var address: String { "http://127.0.0.1:\(port)" }

  /// Connections that are open now.
  public var connectionCount: Int { connections.count }

  /// Returns once the port is open.
  /// - Parameter port: 0 for any that is free.
  /// - Throws: what the system says when the port cannot be had.
  public static func start(port: Int = 0, handler: @escaping Handler) async throws -> LoopbackServer {
    let connections = Connections()
    let (ports, found) = AsyncThrowingStream<Int, any Error>.makeStream()
    let channel = HTTP1Channel(
      responder: { request, writer, channel in
        try await Exchange(channel: channel, connections: connections, handler: handler).answer(request, writer)
      },
      configuration: .init(additionalChannelHandlers: [ConnectionWatch(connections)]))
    let server = Server(
      childChannelSetup: channel, configuration: .init(address: .hostname("127.0.0.1", port: port), backlog: 1024),
      onServerRunning: { found.yield($0.localAddress?.port ?? 0) },
      eventLoopGroup: MultiThreadedEventLoopGroup.singleton,
      logger: Logger(label: "loopback", factory: { _ in SwiftLogNoOpLogHandler() }))
    let run = Task {
      do {
        try await server.run()
        found.finish()
      } catch {
        found.finish(throwing: error)
      }
    }
    for try await port in ports {
      return LoopbackServer(port: port, server: server, connections: connections, run: run)
    }
    throw CancellationError()
  }

  private init(port: Int, server: Server<HTTP1Channel>, connections: Connections, run: Task<Void, Never>) {
    self.port = port
    self.server = server
    self.connections = connections
    self.run = run
  }

  /// Cuts every connection that is open; the port stays open for new ones.
  public func dropConnections() async { await connections.closeAll() }

  /// Closes the port, cuts what is open and returns when all of it is gone.
  public func stop() async {
    connections.refuseNew()
    async let down: Void? = try? server.shutdownGracefully()
    await connections.closeAll()
    _ = await down
    await connections.closeAll()
    await run.value
  }
}
