import MediaCore

/// The pattern that the server stored when the show was added.
public struct StoredPattern: Codable, Hashable, Sendable {
  public var pattern: ReleasePattern?
  public var confidence: Double?
  public var avgInterval: Double?
  public var stdDev: Double?
  public var intervals: [Int]
  public var analyzedSeason: Int?

  public init(
    pattern: ReleasePattern? = nil, confidence: Double? = nil, avgInterval: Double? = nil, stdDev: Double? = nil,
    intervals: [Int] = [], analyzedSeason: Int? = nil
  ) {
    self.pattern = pattern
    self.confidence = confidence
    self.avgInterval = avgInterval
    self.stdDev = stdDev
    self.intervals = intervals
    self.analyzedSeason = analyzedSeason
  }
}

extension StoredPattern {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    pattern = members[.pattern]
    confidence = members[.confidence]
    avgInterval = members[.avgInterval]
    stdDev = members[.stdDev]
    intervals = members.list(.intervals)
    analyzedSeason = members[.analyzedSeason]
  }
}
