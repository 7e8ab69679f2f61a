public import MediaCore

/// Units of YouTube's interface that the server's process has used today.
public struct HealthQuota: Codable, Hashable, Sendable {
  /// Can exceed ``limit``.
  public var used: Int?
  /// Never below 0.
  public var remaining: Int?
  public var limit: Int?
  /// Can exceed 100.
  public var percentUsed: Double?
  /// The day it counts for, in Pacific time (UTC on older servers). Only in the details.
  public var date: CalendarDay?

  public init(
    used: Int? = nil, remaining: Int? = nil, limit: Int? = nil, percentUsed: Double? = nil, date: CalendarDay? = nil
  ) {
    self.used = used
    self.remaining = remaining
    self.limit = limit
    self.percentUsed = percentUsed
    self.date = date
  }
}

extension HealthQuota {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    used = members[.used]
    remaining = members[.remaining]
    limit = members[.limit]
    percentUsed = members[.percentUsed]
    date = members[.date]
  }
}
