public import Foundation
import MediaCore

/// A call of the server to one of its sources.
public struct UsageCall: Codable, Hashable, Sendable {
  public var service: String
  public var timestamp: Date?
  public var success: Bool
  public var endpoint: String?
  /// Milliseconds.
  public var responseTime: Int?

  public init(
    service: String = "", timestamp: Date? = nil, success: Bool = false, endpoint: String? = nil,
    responseTime: Int? = nil
  ) {
    self.service = service
    self.timestamp = timestamp
    self.success = success
    self.endpoint = endpoint
    self.responseTime = responseTime
  }
}

extension UsageCall {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    service = members[.service] ?? ""
    timestamp = members[.timestamp]
    success = members[.success] ?? false
    endpoint = members[.endpoint]
    responseTime = members[.responseTime]
  }
}
