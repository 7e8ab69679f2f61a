public import MediaCore

/// The routes that need no account.
public protocol ServerAPI: Sendable {
  /// `GET /health`: whether the server can be reached, and is a ViewVault.
  /// - Throws: `wrongServer` when another service answers.
  func health() async throws(ClientError) -> ServerHealth
  /// `GET /api/`: the version.
  func marker() async throws(ClientError) -> ServerMarker
  /// `GET /api/version`: a free-form text about the build, not a version to compare.
  func build() async throws(ClientError) -> ServerBuild
}

struct LiveServerAPI: ServerAPI {
  let sender: VaultSender

  func health() async throws(ClientError) -> ServerHealth {
    let health: ServerHealth = try await sender.json("vault.server.health", path: ["health"], .vaultProbe)
    guard health.isViewVault else { throw ClientError(.wrongServer, operation: "vault.server.health") }
    return health
  }

  func marker() async throws(ClientError) -> ServerMarker {
    try await sender.json("vault.server.marker", path: ["api"], slash: true, .vaultProbe)
  }

  func build() async throws(ClientError) -> ServerBuild {
    try await sender.json("vault.server.build", path: ["api", "version"], .vaultProbe)
  }
}

extension IdentityCheck {
  /// `GET /health` needs no account and names the service.
  static let vault = IdentityCheck("vault.server.health", path: ["health"]) { response in
    guard response.isSuccess,
      let health = try? JSONCoder.vault.decode(ServerHealth.self, from: response.body), health.isViewVault
    else { return nil }
    return ServerFacts()
  }
}

extension ServerHealth {
  fileprivate var isViewVault: Bool { service == "viewvault-server" }
}

extension ServerAddress {
  /// The public ViewVault.
  public static let viewVault = ServerAddress(verifiedHost: "app.viewvault.app")
}
