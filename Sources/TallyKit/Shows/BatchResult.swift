import MediaCore

/// One of several shows that were analysed at once. Required: `showId`.
public struct BatchResult: Codable, Hashable, Sendable, Identifiable {
  /// The server's id of the show.
  public var showId: TMDBID
  /// Whether this one worked.
  public var success = false
  /// Nil for a show that could not be analysed.
  public var analysis: ShowAnalysis?
  /// The server's reason why this one did not work.
  public var error: String?
  public var id: TMDBID { showId }

  /// Sets the required members; optional ones are nil, lists are empty.
  public init(showId: TMDBID) { self.showId = showId }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    showId = try members.require(.showId)
    success = members[.success] ?? false
    analysis = members[.analysis]
    error = members[.error]
  }
}
