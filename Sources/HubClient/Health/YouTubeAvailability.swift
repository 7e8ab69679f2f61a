public import Foundation
import MediaCore

/// Whether YouTube still answers the server.
public struct YouTubeAvailability: Codable, Hashable, Sendable {
  /// False from "quota exceeded" until a check after midnight Pacific.
  public var available: Bool?
  /// Nil while it is available.
  public var quotaExceededAt: Date?

  public init(available: Bool? = nil, quotaExceededAt: Date? = nil) {
    self.available = available
    self.quotaExceededAt = quotaExceededAt
  }

  enum CodingKeys: String, CodingKey { case available, quotaExceededAt }
}

extension YouTubeAvailability {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    let exceeded: WireInstant? = members[.quotaExceededAt]
    self.init(available: members[.available], quotaExceededAt: exceeded?.date)
  }

  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encodeIfPresent(available, forKey: .available)
    try members.encodeIfPresent(WireInstant(quotaExceededAt), forKey: .quotaExceededAt)
  }
}
