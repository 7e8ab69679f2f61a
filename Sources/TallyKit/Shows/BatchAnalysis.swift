import MediaCore

/// Several shows analysed at once.
public struct BatchAnalysis: Codable, Hashable, Sendable {
  public var country: String
  public var totalRequested: Int
  public var totalAnalyzed: Int
  public var results: [BatchResult]

  public init(country: String = "", totalRequested: Int = 0, totalAnalyzed: Int = 0, results: [BatchResult]) {
    self.country = country
    self.totalRequested = totalRequested
    self.totalAnalyzed = totalAnalyzed
    self.results = results
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    country = members[.country] ?? ""
    totalRequested = members[.totalRequested] ?? 0
    totalAnalyzed = members[.totalAnalyzed] ?? 0
    results = try members.requireList(.results)
  }
}

/// One show of a batch. Required: `showId`.
public struct BatchResult: Codable, Hashable, Sendable, Identifiable {
  public var showId: TMDBID
  public var success: Bool
  /// Nil for a show that could not be analysed.
  public var analysis: ShowAnalysis?
  public var error: String?
  public var id: TMDBID { showId }

  public init(showId: TMDBID, success: Bool = false, analysis: ShowAnalysis? = nil, error: String? = nil) {
    self.showId = showId
    self.success = success
    self.analysis = analysis
    self.error = error
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    showId = try members.require(.showId)
    success = members[.success] ?? false
    analysis = members[.analysis]
    error = members[.error]
  }
}
