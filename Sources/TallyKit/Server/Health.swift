public import Foundation
import MediaCore

/// A sign of life. Required: `ok`.
public struct Health: Codable, Hashable, Sendable {
  public var ok: Bool
  public var timestamp: Date?

  public init(ok: Bool, timestamp: Date? = nil) {
    self.ok = ok
    self.timestamp = timestamp
  }
}

extension Health {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    ok = try members.require(.ok)
    timestamp = members[.timestamp]
  }
}
