import MediaCore

/// One of several shows that were analysed at once. Required: `showId`.
public struct BatchResult: Codable, Hashable, Sendable, Identifiable {
  public var showId: TMDBID
  public var success = false
  /// Nil for a show that could not be analysed.
  public var analysis: ShowAnalysis?
  public var error: String?
  public var id: TMDBID { showId }

  public init(showId: TMDBID) { self.showId = showId }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    showId = try members.require(.showId)
    success = members[.success] ?? false
    analysis = members[.analysis]
    error = members[.error]
  }
}
