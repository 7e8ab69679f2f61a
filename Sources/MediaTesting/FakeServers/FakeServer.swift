import Foundation
public import MediaCore

/// A server in the same process, which answers requests without waiting.
///
/// The fakes write their own wire JSON and imitate the observed behaviour of the real servers, including quirks.
///
/// ```swift
/// let server = FakeShelfServer()
/// let shelf = ShelfService(server: .fake, transport: server.transport, environment: .test())
/// try await shelf.account.signIn(username: ShelfWorld.account.username, password: ShelfWorld.account.password)
/// print(server.requests.map(\.operation))
/// ```
public protocol FakeServer: Sendable {
  /// The answer to one request. `URL.path` may hold the server's sub-path.
  func respond(to request: HTTPRequest) -> HTTPResponse
  /// Restarts the server's process on the same data: data that was only in memory is lost.
  func restart()
  /// The requests that arrived.
  var log: RequestLog { get }
  /// A transport whose requests this server answers, after the time that the server takes.
  var transport: any Transport { get }
}

extension FakeServer {
  /// A transport whose requests this server answers at once.
  public var transport: any Transport { FakeServerTransport(server: self) }
}

private struct FakeServerTransport<Server: FakeServer>: Transport {
  let server: Server

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    try Task.checkCancellation()
    return server.respond(to: request)
  }
}

extension ServerAddress {
  /// The address of a server that only a fake transport reaches. The address counts as verified, so the server is not probed.
  public static let fake = ServerAddress(verifiedHost: "server.test")
}
