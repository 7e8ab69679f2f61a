public import Foundation
public import MediaCore

/// The routes that need no account.
public protocol ServerAPI: Sendable {
  /// `GET /health`: whether the server can be reached, and is a ViewVault.
  /// - Throws: `wrongServer` when another service answers.
  func health() async throws(ClientError) -> ServerHealth
  /// `GET /api/`: the version of the server's API.
  func marker() async throws(ClientError) -> ServerMarker
  /// `GET /api/version`: a free-form text about the build, not a version to compare.
  func build() async throws(ClientError) -> ServerBuild
}

struct LiveServerAPI: ServerAPI {
  let sender: VaultSender

  func health() async throws(ClientError) -> ServerHealth {
    let health: ServerHealth = try await sender.send(
      .json(.vaultServerHealth, path: ["health"], traits: .vaultProbe))
    guard health.isViewVault else { throw ClientError(.wrongServer, operation: .vaultServerHealth) }
    return health
  }

  func marker() async throws(ClientError) -> ServerMarker {
    try await sender.json(.vaultServerMarker, path: [], slash: true, .vaultProbe)
  }

  func build() async throws(ClientError) -> ServerBuild {
    try await sender.json(.vaultServerBuild, path: ["version"], .vaultProbe)
  }
}

extension IdentityCheck {
  /// `GET /health` needs no account and names the service.
  public static let vault = IdentityCheck(.vaultServerHealth, path: ["health"]) { response in
    guard response.isSuccess,
      let health = try? JSONCoder.vault.decode(ServerHealth.self, from: response.body), health.isViewVault
    else { return nil }
    return ServerFacts()
  }
}

extension ServerAddress {
  /// The address of the public ViewVault server.
  public static let viewVault = ServerAddress(verifiedHost: "app.viewvault.app")
}

/// The answer of `GET /health`, by which the server is recognised. Required: `service`.
public struct ServerHealth: Codable, Hashable, Sendable {
  /// The name of the service: `viewvault-server`.
  public var service: String
  /// The state of the server: `healthy`, on a server that answers.
  public var status: String?
  /// The server's local time, of unknown zone: unreliable.
  public var timestamp: Date?

  /// Sets the required members and leaves the others at their defaults.
  public init(service: String) { self.service = service }

  enum CodingKeys: String, CodingKey { case service, status, timestamp }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    service = try members.require(.service)
    status = members[.status]
    timestamp = members[.timestamp]
  }

  var isViewVault: Bool { service == "viewvault-server" }
}

/// The answer of `GET /api/version`: free-form texts about the build.
public struct ServerBuild: Codable, Hashable, Sendable {
  /// The version, as the server writes it.
  public var version: String?
  /// When the server was built, as the server writes the time.
  public var timestamp: String?
  /// Whether the build can repeat imports by itself.
  public var hasAutomatedImport: Bool?
  /// Whether the build has routes for diagnosis.
  public var hasDebugEndpoint: Bool?

  public init() {}

  enum CodingKeys: String, CodingKey {
    case version, timestamp
    case hasAutomatedImport = "has_automated_import"
    case hasDebugEndpoint = "has_debug_endpoint"
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    version = members[.version]
    timestamp = members[.timestamp]
    hasAutomatedImport = members.flag(.hasAutomatedImport)
    hasDebugEndpoint = members.flag(.hasDebugEndpoint)
  }
}

/// The answer of `GET /api/`: a greeting with the version of the API.
public struct ServerMarker: Codable, Hashable, Sendable {
  /// The sentence by which the server is recognised.
  public var message = ""
  /// The version of the API; nil if the server does not send it.
  public var version: String?

  public init() {}

  enum CodingKeys: String, CodingKey { case message, version }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    message = members[.message] ?? ""
    version = members[.version]
  }
}
