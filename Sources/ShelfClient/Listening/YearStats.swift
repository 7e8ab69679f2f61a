import MediaCore

/// A year in review (`GET /api/me/stats/year/{year}`). All times are seconds.
public struct YearStats: Codable, Hashable, Sendable {
  public var totalListeningSessions: Int?
  public var totalListeningTime: Double?
  public var totalBookListeningTime: Double?
  public var totalPodcastListeningTime: Double?
  /// The longest first.
  public var topAuthors: [NamedTime]
  /// The longest first.
  public var topGenres: [GenreTime]
  public var mostListenedNarrator: NamedTime?
  public var mostListenedMonth: MonthTime?
  public var numBooksFinished: Int?
  public var numBooksListened: Int?
  public var longestAudiobookFinished: FinishedBook?
  /// Ids of library items.
  public var booksWithCovers: [String]
  /// Ids of library items.
  public var finishedBooksWithCovers: [String]

  public init(
    totalListeningSessions: Int? = nil, totalListeningTime: Double? = nil, totalBookListeningTime: Double? = nil,
    totalPodcastListeningTime: Double? = nil, topAuthors: [NamedTime] = [], topGenres: [GenreTime] = [],
    mostListenedNarrator: NamedTime? = nil, mostListenedMonth: MonthTime? = nil, numBooksFinished: Int? = nil,
    numBooksListened: Int? = nil, longestAudiobookFinished: FinishedBook? = nil, booksWithCovers: [String] = [],
    finishedBooksWithCovers: [String] = []
  ) {
    self.totalListeningSessions = totalListeningSessions
    self.totalListeningTime = totalListeningTime
    self.totalBookListeningTime = totalBookListeningTime
    self.totalPodcastListeningTime = totalPodcastListeningTime
    self.topAuthors = topAuthors
    self.topGenres = topGenres
    self.mostListenedNarrator = mostListenedNarrator
    self.mostListenedMonth = mostListenedMonth
    self.numBooksFinished = numBooksFinished
    self.numBooksListened = numBooksListened
    self.longestAudiobookFinished = longestAudiobookFinished
    self.booksWithCovers = booksWithCovers
    self.finishedBooksWithCovers = finishedBooksWithCovers
  }
}

extension YearStats {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    totalListeningSessions = members[.totalListeningSessions]
    totalListeningTime = members[.totalListeningTime]
    totalBookListeningTime = members[.totalBookListeningTime]
    totalPodcastListeningTime = members[.totalPodcastListeningTime]
    topAuthors = members.list(.topAuthors)
    topGenres = members.list(.topGenres)
    mostListenedNarrator = members[.mostListenedNarrator]
    mostListenedMonth = members[.mostListenedMonth]
    numBooksFinished = members[.numBooksFinished]
    numBooksListened = members[.numBooksListened]
    longestAudiobookFinished = members[.longestAudiobookFinished]
    booksWithCovers = members.list(.booksWithCovers)
    finishedBooksWithCovers = members.list(.finishedBooksWithCovers)
  }
}
