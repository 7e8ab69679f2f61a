import MediaCore

/// `GET /api/`
public struct ServerMarker: Codable, Hashable, Sendable {
  public var message: String
  public var version: String?

  public init(message: String = "", version: String? = nil) {
    self.message = message
    self.version = version
  }

  enum CodingKeys: String, CodingKey {
    case message
    case version
  }
}

extension ServerMarker {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    message = members[.message] ?? ""
    version = members[.version]
  }
}
