import MediaCore

/// The settings of a library that matter to a listener. Old libraries lack some of them; settings for scanning are not read.
public struct LibrarySettings: Codable, Hashable, Sendable {
  /// The shape of the library's covers: square, or as high as a book.
  public var coverAspectRatio: CoverAspectRatio?
  /// The percentage of an item beyond which it counts as finished; nil to use only the remaining time.
  public var markAsFinishedPercentComplete: Double?
  /// The number of seconds for the end of an item: with less than this left, the item counts as finished.
  public var markAsFinishedTimeRemaining: Double?
  /// Whether the server leaves out books without audio.
  public var audiobooksOnly: Bool?
  /// Whether the server leaves out series of one book.
  public var hideSingleBookSeries: Bool?
  /// Whether “Continue series” shows only books after the last one that was listened to.
  public var onlyShowLaterBooksInContinueSeries: Bool?
  /// Whether ebooks may run scripts.
  public var epubsAllowScriptedContent: Bool?
  /// The country in which podcasts are searched, as a code such as `us`. Podcast libraries only.
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

  /// A cover that is as high as a book, 1.6 : 1.
  public static let standard = CoverAspectRatio(rawValue: 0)
  /// A square cover.
  public static let square = CoverAspectRatio(rawValue: 1)
}
