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
