import MediaCore

/// The settings of a library that matter to a listener. Old libraries lack some of them; those for scanning are not read.
public struct LibrarySettings: Codable, Hashable, Sendable {
  public var coverAspectRatio: CoverAspectRatio?
  /// An item counts as finished beyond this percentage; nil leaves it to the time.
  public var markAsFinishedPercentComplete: Double?
  /// Seconds: with less than this left an item counts as finished.
  public var markAsFinishedTimeRemaining: Double?
  /// Books without sound are left out.
  public var audiobooksOnly: Bool?
  public var hideSingleBookSeries: Bool?
  public var onlyShowLaterBooksInContinueSeries: Bool?
  public var epubsAllowScriptedContent: Bool?
  /// A country code such as `us`. Podcast libraries only.
  public var podcastSearchRegion: String?

  public init(
    coverAspectRatio: CoverAspectRatio? = nil, markAsFinishedPercentComplete: Double? = nil,
    markAsFinishedTimeRemaining: Double? = nil, audiobooksOnly: Bool? = nil, hideSingleBookSeries: Bool? = nil,
    onlyShowLaterBooksInContinueSeries: Bool? = nil, epubsAllowScriptedContent: Bool? = nil,
    podcastSearchRegion: String? = nil
  ) {
    self.coverAspectRatio = coverAspectRatio
    self.markAsFinishedPercentComplete = markAsFinishedPercentComplete
    self.markAsFinishedTimeRemaining = markAsFinishedTimeRemaining
    self.audiobooksOnly = audiobooksOnly
    self.hideSingleBookSeries = hideSingleBookSeries
    self.onlyShowLaterBooksInContinueSeries = onlyShowLaterBooksInContinueSeries
    self.epubsAllowScriptedContent = epubsAllowScriptedContent
    self.podcastSearchRegion = podcastSearchRegion
  }
}

extension LibrarySettings {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    coverAspectRatio = members[.coverAspectRatio]
    markAsFinishedPercentComplete = members[.markAsFinishedPercentComplete]
    markAsFinishedTimeRemaining = members[.markAsFinishedTimeRemaining]
    audiobooksOnly = members[.audiobooksOnly]
    hideSingleBookSeries = members[.hideSingleBookSeries]
    onlyShowLaterBooksInContinueSeries = members[.onlyShowLaterBooksInContinueSeries]
    epubsAllowScriptedContent = members[.epubsAllowScriptedContent]
    podcastSearchRegion = members[.podcastSearchRegion]
  }
}
