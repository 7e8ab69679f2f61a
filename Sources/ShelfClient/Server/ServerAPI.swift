public import MediaCore

/// Calls that need no account.
public protocol ServerAPI: Sendable {
  /// Fetches the server's version, its sign-in methods, and whether the server is set up (`GET /status`).
  /// - Throws: `wrongServer` when the answer is not from an Audiobookshelf.
  func status() async throws(ClientError) -> ServerStatus
  /// Checks that the server can be reached (`GET /ping`).
  func ping() async throws(ClientError)
  /// Checks that the server works (`GET /healthcheck`).
  func healthCheck() async throws(ClientError)
}

struct LiveServerAPI: ServerAPI {
  let client: ServiceClient

  func status() async throws(ClientError) -> ServerStatus {
    try await client.send(
      Endpoint<ServerStatus>.json(.shelfServerStatus, path: ["status"], traits: .probe).map { status in
        guard status.isAudiobookshelf else { throw ClientError(.wrongServer, operation: .shelfServerStatus) }
        return status
      })
  }

  func ping() async throws(ClientError) {
    try await client.send(
      Endpoint(.shelfServerPing, path: ["ping"], traits: .probe) { response, decoding in
        let answer = try decoding.json(JSONValue.self, from: response)
        guard answer["success"]?.bool == true else { throw ClientError(.wrongServer, operation: .shelfServerPing) }
      })
  }

  func healthCheck() async throws(ClientError) {
    try await client.ok(.shelfServerHealth, .get, path: ["healthcheck"], traits: .probe)
  }
}

extension IdentityCheck {
  /// `GET /status` needs no account and names the application.
  public static let shelf = IdentityCheck(.shelfServerStatus, path: ["status"], fallbackPath: ["audiobookshelf"]) {
    response in
    guard response.isSuccess,
      let status = try? JSONCoder.shelf.decode(ServerStatus.self, from: response.body), status.isAudiobookshelf
    else { return nil }
    return ServerFacts(version: status.serverVersion)
  }
}
