import MediaCore

/// One show of a batch. Required: `showId`.
public struct BatchResult: Codable, Hashable, Sendable, Identifiable {
  public var showId: TMDBID
  public var success: Bool
  /// Nil for a show that could not be analysed.
  public var analysis: ShowAnalysis?
  public var error: String?

  public init(showId: TMDBID, success: Bool = false, analysis: ShowAnalysis? = nil, error: String? = nil) {
    self.showId = showId
    self.success = success
    self.analysis = analysis
    self.error = error
  }
}

extension BatchResult {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    showId = try members.require(.showId)
    success = members[.success] ?? false
    analysis = members[.analysis]
    error = members[.error]
  }
}
