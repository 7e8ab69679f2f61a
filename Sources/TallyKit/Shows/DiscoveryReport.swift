public import MediaCore

/// The numbers of a sample.
public struct DiscoveryReport: Codable, Hashable, Sendable {
  public var totalAnalyzed: Int
  public var patternDistribution: [String: Int]
  /// `avg`, `min`, `max`
  public var confidenceStats: [String: Double]
  public var examples: [DiscoveryExample]
  /// Shows that could not be analysed.
  public var errors: Int
  public var detailedShows: [JSONValue]

  public init(
    totalAnalyzed: Int = 0, patternDistribution: [String: Int], confidenceStats: [String: Double],
    examples: [DiscoveryExample] = [], errors: Int = 0, detailedShows: [JSONValue] = []
  ) {
    self.totalAnalyzed = totalAnalyzed
    self.patternDistribution = patternDistribution
    self.confidenceStats = confidenceStats
    self.examples = examples
    self.errors = errors
    self.detailedShows = detailedShows
  }
}

extension DiscoveryReport {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    totalAnalyzed = members[.totalAnalyzed] ?? 0
    patternDistribution = members.map(.patternDistribution) ?? [:]
    confidenceStats = members.map(.confidenceStats) ?? [:]
    examples = members.list(.examples)
    errors = members[.errors] ?? 0
    detailedShows = members.list(.detailedShows)
  }
}
