public import MediaCore

/// What a server tells without an account.
public protocol ServerAPI: Sendable {
  /// `GET /health`: whether it is there, and that it is a ViewVault.
  /// - Throws: `wrongServer` when another service answers.
  func health() async throws(ClientError) -> ServerHealth
  /// `GET /api/`: the version.
  func marker() async throws(ClientError) -> ServerMarker
  /// `GET /api/version`: a free-form text about the build, no version to compare.
  func build() async throws(ClientError) -> ServerBuild
}

struct LiveServerAPI: ServerAPI {
  let sender: VaultSender

  func health() async throws(ClientError) -> ServerHealth { try await sender.send(ServerEndpoints.health()) }
  func marker() async throws(ClientError) -> ServerMarker { try await sender.send(ServerEndpoints.marker()) }
  func build() async throws(ClientError) -> ServerBuild { try await sender.send(ServerEndpoints.build()) }
}
