import MediaCore

/// How somebody rates.
public struct RatingTrends: Codable, Hashable, Sendable {
  public var isGenerousRater: Bool
  public var consistencyScore: Double

  public init(isGenerousRater: Bool = false, consistencyScore: Double = 0) {
    self.isGenerousRater = isGenerousRater
    self.consistencyScore = consistencyScore
  }
}

extension RatingTrends {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    isGenerousRater = members[.isGenerousRater] ?? false
    consistencyScore = members[.consistencyScore] ?? 0
  }
}
