import MediaCore

/// The settings of a library that matter to a listener. Old libraries lack some of them; those for scanning are not read.
public struct LibrarySettings: Codable, Hashable, Sendable {
  /// Whether covers are square, or as high as a book.
  public var coverAspectRatio: CoverAspectRatio?
  /// The percentage beyond which an item counts as finished; nil to use the remaining time only.
  public var markAsFinishedPercentComplete: Double?
  /// Seconds: with less than this left an item counts as finished.
  public var markAsFinishedTimeRemaining: Double?
  /// Whether books without audio are left out.
  public var audiobooksOnly: Bool?
  /// Whether series of one book are left out.
  public var hideSingleBookSeries: Bool?
  /// Whether “Continue series” shows only books after the last one that was listened to.
  public var onlyShowLaterBooksInContinueSeries: Bool?
  /// Whether ebooks may run scripts.
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
  /// A square.
  public static let square = CoverAspectRatio(rawValue: 1)
}
