import MediaCore

/// The newest calls that counted against the quota, newest first.
public struct QuotaLog: Codable, Hashable, Sendable {
  public var calls: [QuotaCall]
  public var totalCalls: Int

  public init(calls: [QuotaCall], totalCalls: Int = 0) {
    self.calls = calls
    self.totalCalls = totalCalls
  }
}

extension QuotaLog {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    calls = try members.requireList(.calls)
    totalCalls = members[.totalCalls] ?? 0
  }
}
