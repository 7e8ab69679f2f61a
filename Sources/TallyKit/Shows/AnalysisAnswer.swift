import MediaCore

/// The answer of the analysis route. Required: `analysis`.
public struct AnalysisAnswer: Codable, Hashable, Sendable {
  public var showId: TMDBID?
  public var country: String
  public var analysis: ShowAnalysis

  public init(showId: TMDBID? = nil, country: String = "", analysis: ShowAnalysis) {
    self.showId = showId
    self.country = country
    self.analysis = analysis
  }
}

extension AnalysisAnswer {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    showId = members[.showId]
    country = members[.country] ?? ""
    analysis = try members.require(.analysis)
  }
}
