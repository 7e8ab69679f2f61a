public import MediaCore

/// The requests that need no account, such as the server's status.
public protocol ServerAPI: Sendable {
  /// Fetches the server's version, its sign-in methods, and whether the server is set up (`GET /status`).
  /// - Throws: `wrongServer` if the response does not come from an Audiobookshelf server.
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
  /// The check that an address belongs to an Audiobookshelf server. It sends `GET /status`, which needs no account, and checks the name of
  /// the application in the response.
  public static let shelf = IdentityCheck(.shelfServerStatus, path: ["status"], fallbackPath: ["audiobookshelf"]) {
    response in
    guard response.isSuccess,
      let status = try? JSONCoder.shelf.decode(ServerStatus.self, from: response.body), status.isAudiobookshelf
    else { return nil }
    return ServerFacts(version: status.serverVersion)
  }
}

extension ServiceClient {
  /// Whether a call has failed because the server does not offer a way to sign in. In that case the server answers 500, as it does for its
  /// own faults, so this function reads the server's sign-in methods to tell the two cases apart.
  func isOff(_ method: AuthMethod, after error: ClientError) async -> Bool {
    guard error.status == 500, let methods = try? await LiveServerAPI(client: self).status().authMethods else {
      return false
    }
    return !methods.isEmpty && !methods.contains(method)
  }
}
