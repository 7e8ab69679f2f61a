import Foundation
public import MediaCore

/// A fake server in the same process, which answers requests without waiting.
///
/// Fake servers write their own JSON, and imitate the observed behaviour of the real servers, including quirks.
///
/// ```swift
/// let server = FakeShelfServer()
/// let shelf = ShelfService(server: .fake, transport: server.transport, environment: .test())
/// try await shelf.account.signIn(username: ShelfWorld.account.username, password: ShelfWorld.account.password)
/// print(server.requests.map(\.operation))
/// ```
public protocol FakeServer: Sendable {
  /// Returns the response to one request. The path of the request's URL may begin with the sub-path under which the server is installed.
  func respond(to request: HTTPRequest) -> HTTPResponse
  /// Simulates a restart of the server's process: stored data stays, and data that the server had only in memory is lost.
  func restart()
  /// The log of the requests that the server has answered.
  var log: RequestLog { get }
  /// A transport that passes its requests to this server. Depending on the server, the transport may wait as long as a real server would
  /// take.
  var transport: any Transport { get }
}

extension FakeServer {
  /// A transport that passes its requests to this server and returns the responses at once.
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
  /// The address of a fake server, which only a fake transport reaches. The address is already verified, so a service sends no requests to
  /// check it.
  public static let fake = ServerAddress(verifiedHost: "server.test")
}
