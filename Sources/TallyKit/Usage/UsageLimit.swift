import MediaCore

/// The limit of one source.
public struct UsageLimit: Codable, Hashable, Sendable {
  public var dailyLimit: Int
  public var monthlyLimit: Int

  public init(dailyLimit: Int = 0, monthlyLimit: Int = 0) {
    self.dailyLimit = dailyLimit
    self.monthlyLimit = monthlyLimit
  }
}

extension UsageLimit {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    dailyLimit = members[.dailyLimit] ?? 0
    monthlyLimit = members[.monthlyLimit] ?? 0
  }
}
