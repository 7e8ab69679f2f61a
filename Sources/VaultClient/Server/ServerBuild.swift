import MediaCore

/// `GET /api/version`: free-form words about the build.
public struct ServerBuild: Codable, Hashable, Sendable {
  public var version: String?
  public var timestamp: String?
  public var hasAutomatedImport: Bool?
  public var hasDebugEndpoint: Bool?

  public init(
    version: String? = nil, timestamp: String? = nil, hasAutomatedImport: Bool? = nil, hasDebugEndpoint: Bool? = nil
  ) {
    self.version = version
    self.timestamp = timestamp
    self.hasAutomatedImport = hasAutomatedImport
    self.hasDebugEndpoint = hasDebugEndpoint
  }

  enum CodingKeys: String, CodingKey {
    case version
    case timestamp
    case hasAutomatedImport = "has_automated_import"
    case hasDebugEndpoint = "has_debug_endpoint"
  }
}

extension ServerBuild {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    version = members[.version]
    timestamp = members[.timestamp]
    hasAutomatedImport = members.flag(.hasAutomatedImport)
    hasDebugEndpoint = members.flag(.hasDebugEndpoint)
  }
}
