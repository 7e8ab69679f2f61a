import MediaCore

/// The settings of a library that matter to a listener. Old libraries lack some of them; those for scanning are not read.
public struct LibrarySettings: Codable, Hashable, Sendable {
  /// Square or as high as a book.
  public var coverAspectRatio: CoverAspectRatio?
  /// An item counts as finished beyond this percentage; nil leaves it to the time.
  public var markAsFinishedPercentComplete: Double?
  /// Seconds: with less than this left an item counts as finished.
  public var markAsFinishedTimeRemaining: Double?
  /// Books without sound are left out.
  public var audiobooksOnly: Bool?
  /// Leaves out series of one book.
  public var hideSingleBookSeries: Bool?
  /// “Continue series” shows only later books than those that were heard.
  public var onlyShowLaterBooksInContinueSeries: Bool?
  /// E-books may run scripts.
  public var epubsAllowScriptedContent: Bool?
  /// A country code such as `us`. Podcast libraries only.
  public var podcastSearchRegion: String?

  public init() {}

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

/// The shape in which a library's covers are shown. Open: a number that a later server adds is kept.
public struct CoverAspectRatio: RawRepresentable, Codable, Hashable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// 1.6 : 1, as high as a book.
  public static let standard = CoverAspectRatio(rawValue: 0)
  /// As wide as high.
  public static let square = CoverAspectRatio(rawValue: 1)
}
