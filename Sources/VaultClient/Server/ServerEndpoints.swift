public import MediaCore

enum ServerEndpoints {
  static func health() -> Endpoint<ServerHealth> {
    Endpoint<ServerHealth>.json("vault.server.health", path: ["health"], traits: probe).map { health in
      guard health.isViewVault else { throw ClientError(.wrongServer, operation: "vault.server.health") }
      return health
    }
  }

  static func marker() -> Endpoint<ServerMarker> {
    .json("vault.server.marker", path: ["api"], traits: probe).slashed()
  }

  static func build() -> Endpoint<ServerBuild> {
    .json("vault.server.build", path: ["api", "version"], traits: probe)
  }

  private static var probe: EndpointTraits {
    var traits = EndpointTraits.probe
    traits.redirects = .none
    return traits
  }
}

extension ServerHealth {
  var isViewVault: Bool { service == "viewvault-server" }
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

extension ServerAddress {
  /// The public ViewVault.
  public static let viewVault = ServerAddress(verifiedHost: "app.viewvault.app")
}
