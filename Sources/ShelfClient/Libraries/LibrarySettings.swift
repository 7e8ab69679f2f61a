import MediaCore

/// The settings of a library that are useful to a client. Old libraries lack some of the settings. Settings for scanning are not decoded.
public struct LibrarySettings: Codable, Hashable, Sendable {
  /// The shape in which the library's covers are shown: square, or higher than wide as a book.
  public var coverAspectRatio: CoverAspectRatio?
  /// The percentage at which the server marks an item as finished; if nil, only ``markAsFinishedTimeRemaining`` is used.
  public var markAsFinishedPercentComplete: Double?
  /// The number of seconds before the end of an item at which the server marks the item as finished.
  public var markAsFinishedTimeRemaining: Double?
  /// Whether the server leaves out books without audio.
  public var audiobooksOnly: Bool?
  /// Whether the server leaves out series that have only one book.
  public var hideSingleBookSeries: Bool?
  /// Whether the home shelf “Continue series” offers only books that come after the last book of the series that the account listened to.
  public var onlyShowLaterBooksInContinueSeries: Bool?
  /// Whether the scripts in ebooks may run.
  public var epubsAllowScriptedContent: Bool?
  /// The country in which the server searches for podcasts, as a code such as `us`; nil in a library of books.
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

/// The shape in which a library's covers are shown. A value that is not defined here, because a later server added it, is kept as its raw
/// value.
public struct CoverAspectRatio: RawRepresentable, Codable, Hashable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// A cover in the shape of a book. The height is 1.6 times the width.
  public static let standard = CoverAspectRatio(rawValue: 0)
  /// A square cover.
  public static let square = CoverAspectRatio(rawValue: 1)
}
