import MediaCore

/// What advice was based on.
public struct AdvicePreferences: Codable, Hashable, Sendable {
  public var averageRatingThreshold: Double?
  public var isGenerousRater: Bool?

  public init(averageRatingThreshold: Double? = nil, isGenerousRater: Bool? = nil) {
    self.averageRatingThreshold = averageRatingThreshold
    self.isGenerousRater = isGenerousRater
  }
}

extension AdvicePreferences {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    averageRatingThreshold = members[.averageRatingThreshold]
    isGenerousRater = members[.isGenerousRater]
  }
}
