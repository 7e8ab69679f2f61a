public import Foundation
import MediaCore

/// `GET /health`. Required: `service`.
public struct ServerHealth: Codable, Hashable, Sendable {
  /// `viewvault-server`
  public var service: String
  public var status: String?
  /// The server's local time, of unknown zone: unreliable.
  public var timestamp: Date?

  public init(service: String, status: String? = nil, timestamp: Date? = nil) {
    self.service = service
    self.status = status
    self.timestamp = timestamp
  }

  enum CodingKeys: String, CodingKey { case service, status, timestamp }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    service = try members.require(.service)
    status = members[.status]
    timestamp = members[.timestamp]
  }
}

/// `GET /api/version`: free-form texts about the build.
public struct ServerBuild: Codable, Hashable, Sendable {
  public var version: String?
  public var timestamp: String?
  public var hasAutomatedImport: Bool?
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

/// `GET /api/`
public struct ServerMarker: Codable, Hashable, Sendable {
  public var message: String
  public var version: String?

  public init(message: String = "", version: String? = nil) {
    self.message = message
    self.version = version
  }

  enum CodingKeys: String, CodingKey { case message, version }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    message = members[.message] ?? ""
    version = members[.version]
  }
}
