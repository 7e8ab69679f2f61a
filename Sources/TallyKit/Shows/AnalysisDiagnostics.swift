import MediaCore

/// What an analysis was made from.
public struct AnalysisDiagnostics: Codable, Hashable, Sendable {
  /// Days between episodes.
  public var intervals: [Int]
  public var avgInterval: Double
  public var stdDev: Double
  public var reasoning: String?
  /// By date; of the analysed season.
  public var episodeDetails: [AnalyzedEpisode]

  public init(
    intervals: [Int] = [], avgInterval: Double = 0, stdDev: Double = 0, reasoning: String? = nil,
    episodeDetails: [AnalyzedEpisode] = []
  ) {
    self.intervals = intervals
    self.avgInterval = avgInterval
    self.stdDev = stdDev
    self.reasoning = reasoning
    self.episodeDetails = episodeDetails
  }
}

extension AnalysisDiagnostics {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    intervals = members.list(.intervals)
    avgInterval = members[.avgInterval] ?? 0
    stdDev = members[.stdDev] ?? 0
    reasoning = members[.reasoning]
    episodeDetails = members.list(.episodeDetails)
  }
}
