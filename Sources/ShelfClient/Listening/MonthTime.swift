import MediaCore

/// How long was listened in a month. Required: `month`.
public struct MonthTime: Codable, Hashable, Sendable {
  /// 0 for January to 11 for December.
  public var month: Int
  /// Seconds.
  public var time: Double?

  public init(month: Int, time: Double? = nil) {
    self.month = month
    self.time = time
  }
}

extension MonthTime {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    month = try members.require(.month)
    time = members[.time]
  }
}
