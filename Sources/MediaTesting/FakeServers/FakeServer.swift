public import MediaCore

/// A server in the same process: a request goes in, the answer comes out, nothing waits.
///
/// The fakes speak wire JSON of their own and imitate what the real servers were seen to do, quirks included.
public protocol FakeServer: Sendable {
  /// The answer to one request. `URL.path` may hold the server's sub-path.
  func respond(to request: HTTPRequest) -> HTTPResponse
  /// The process ends and starts again on the same data: what was in memory only is gone.
  func restart()
  /// The requests that came in.
  var log: RequestLog { get }
  /// A transport whose every request this server answers, in the time that the server takes.
  var transport: any Transport { get }
}

extension FakeServer {
  /// Answers at once.
  public var transport: any Transport { FakeServerTransport(server: self) }
}

private struct FakeServerTransport<Server: FakeServer>: Transport {
  let server: Server

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    try Task.checkCancellation()
    return server.respond(to: request)
  }
}
