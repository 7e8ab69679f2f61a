import MediaCore

/// The outcome for one show of a batch. Required: `showId`.
public struct BatchResult: Codable, Hashable, Sendable, Identifiable {
  /// The server's id of the show.
  public var showId: TMDBID
  /// Whether the show was analysed.
  public var success = false
  /// The analysis; nil for a show that could not be analysed.
  public var analysis: ShowAnalysis?
  /// The server's reason why the show could not be analysed.
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
