import Foundation
public import MediaCore

/// An HTTP/1.1 server on 127.0.0.1 over plain sockets, which hands every request to one function as it was sent.
///
/// ```swift
/// let server = try SocketServer.start { request in
///   HTTPResponse(status: 200, body: Data(request.url.path.utf8))
/// }
/// defer { await server.stop() }
/// ```
///
/// One thread deals with all connections. A connection stays for further requests, bodies may come in chunks, and a HEAD gets the
/// length of the answer alone. For tests and trials on this machine: there is no TLS and no limit on time.
public final class SocketServer: Sendable {
  /// Gets the method, the target untouched in `url`, every field in order and the whole body. Its task is cancelled when the client has
  /// been gone for a tenth of a second before the answer. When it throws, the connection ends without an answer, as with a server that has
  /// died.
  public typealias Handler = @Sendable (HTTPRequest) async throws -> HTTPResponse

  public let port: Int
  private let mailbox: Mailbox

  /// `http://127.0.0.1:<port>`
  public var address: String { "http://127.0.0.1:\(port)" }

  /// Connections that are open now.
  public var connectionCount: Int { mailbox.connectionCount }

  /// Returns once the port is open.
  /// - Parameter port: 0 for any that is free.
  /// - Throws: ``SocketError`` when the port cannot be had.
  public static func start(port: Int = 0, handler: @escaping Handler) throws -> SocketServer {
    let listener = try Listener(port: port)
    let mailbox: Mailbox
    do { mailbox = try Mailbox() } catch {
      listener.descriptor.closeNow()
      throw error
    }
    Thread.detachNewThread {
      var loop = ServerLoop(listener, mailbox, handler)
      loop.run()
    }
    return SocketServer(port: listener.port, mailbox: mailbox)
  }

  private init(port: Int, mailbox: Mailbox) {
    self.port = port
    self.mailbox = mailbox
  }

  /// Closes every connection that is open and cancels its handler; the port stays open for new ones.
  public func dropConnections() async { await withCheckedContinuation { mailbox.post(.drop($0)) } }

  /// Closes the port and every connection, and returns when all of it is gone.
  public func stop() async { await withCheckedContinuation { mailbox.post(.stop($0)) } }
}
