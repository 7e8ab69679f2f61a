import MediaCore

/// The days that were asked for, as they were asked for.
public struct GuideRange: Codable, Hashable, Sendable {
  public var startDate: String?
  public var endDate: String?

  public init(startDate: String? = nil, endDate: String? = nil) {
    self.startDate = startDate
    self.endDate = endDate
  }
}

extension GuideRange {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    startDate = members[.startDate]
    endDate = members[.endDate]
  }
}
