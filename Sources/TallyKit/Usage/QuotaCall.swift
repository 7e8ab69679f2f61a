public import Foundation
import MediaCore

/// A call that counted.
public struct QuotaCall: Codable, Hashable, Sendable {
  public var timestamp: Date?
  public var endpoint: String?
  public var success: Bool

  public init(timestamp: Date? = nil, endpoint: String? = nil, success: Bool = false) {
    self.timestamp = timestamp
    self.endpoint = endpoint
    self.success = success
  }
}

extension QuotaCall {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    timestamp = members[.timestamp]
    endpoint = members[.endpoint]
    success = members[.success] ?? false
  }
}
