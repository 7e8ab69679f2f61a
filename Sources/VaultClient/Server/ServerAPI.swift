public import Foundation
public import MediaCore

/// The routes that need no account.
public protocol ServerAPI: Sendable {
  /// `GET /health`: checks whether the server can be reached and is a ViewVault server.
  /// - Throws: `wrongServer` if another service answers.
  func health() async throws(ClientError) -> ServerHealth
  /// `GET /api/`: returns a greeting with the version of the server's API.
  func marker() async throws(ClientError) -> ServerMarker
  /// `GET /api/version`: returns texts that describe the server's build. The texts have no fixed format, so do not compare them as
  /// versions.
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
  /// Recognises a ViewVault server by its answer to `GET /health`. The request needs no account, and the answer contains the name of the
  /// service.
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

/// The response of `GET /health`, by which a ViewVault server is recognised. Decoding requires only `service`.
public struct ServerHealth: Codable, Hashable, Sendable {
  /// The name of the service: `viewvault-server`.
  public var service: String
  /// The state of the server. A server that answers sends `healthy`.
  public var status: String?
  /// The current time at the server, in an unknown time zone. Do not rely on this time.
  public var timestamp: Date?

  /// Creates a value from its required members. All other members have their default values.
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

/// The response of `GET /api/version`, with texts that describe the server's build.
public struct ServerBuild: Codable, Hashable, Sendable {
  /// The version of the build, as a text without a fixed format.
  public var version: String?
  /// The time at which the server was built, as a text without a fixed format.
  public var timestamp: String?
  /// Whether the server can repeat imports automatically.
  public var hasAutomatedImport: Bool?
  /// Whether the server has routes for diagnosing faults.
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

/// The response of `GET /api/`: a greeting with the version of the server's API.
public struct ServerMarker: Codable, Hashable, Sendable {
  /// The greeting, by which the server can be recognised.
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
