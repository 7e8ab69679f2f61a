public import Foundation
import MediaCore

/// The listening of an account in one year (`GET /api/me/stats/year/{year}`). All times are seconds.
public struct YearStats: Codable, Hashable, Sendable {
  /// The number of listening sessions in the year.
  public var totalListeningSessions: Int?
  /// The seconds of listening in the year.
  public var totalListeningTime: Double?
  /// The seconds of listening to books in the year.
  public var totalBookListeningTime: Double?
  /// The seconds of listening to podcasts in the year.
  public var totalPodcastListeningTime: Double?
  /// The authors by listening time, the longest first.
  public var topAuthors: [NamedTime] = []
  /// The genres by listening time, the longest first.
  public var topGenres: [GenreTime] = []
  /// The narrator with the longest listening time; nil if no book was listened to in the year.
  public var mostListenedNarrator: NamedTime?
  /// The month with the longest listening time; nil if nothing was listened to in the year.
  public var mostListenedMonth: MonthTime?
  /// The number of books that were finished in the year.
  public var numBooksFinished: Int?
  /// The number of books that were listened to in the year.
  public var numBooksListened: Int?
  /// The longest book that was finished in the year; nil if none was.
  public var longestAudiobookFinished: FinishedBook?
  /// Ids of books that were listened to in the year and have a cover.
  public var booksWithCovers: [String] = []
  /// Ids of books that were finished in the year and have a cover.
  public var finishedBooksWithCovers: [String] = []

  public init() {}

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

/// The listening time of an author or a narrator. Decoding requires `name`.
public struct NamedTime: Codable, Hashable, Sendable {
  /// The name of the author or the narrator.
  public var name: String
  /// The listening time, in seconds.
  public var time: Double?

  /// Creates a value from its required members. Optional members are nil, and lists are empty.
  public init(name: String) { self.name = name }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    name = try members.requireID(.name)
    time = members[.time]
  }
}

/// The listening time of a genre. Decoding requires `genre`.
public struct GenreTime: Codable, Hashable, Sendable {
  /// The name of the genre.
  public var genre: String
  /// The listening time, in seconds.
  public var time: Double?

  /// Creates a value from its required members. Optional members are nil, and lists are empty.
  public init(genre: String) { self.genre = genre }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    genre = try members.requireID(.genre)
    time = members[.time]
  }
}

/// The listening time of a month. Decoding requires `month`.
public struct MonthTime: Codable, Hashable, Sendable {
  /// The month: 0 is January, 11 is December.
  public var month: Int
  /// The listening time, in seconds.
  public var time: Double?

  /// Creates a value from its required members. Optional members are nil, and lists are empty.
  public init(month: Int) { self.month = month }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    month = try members.require(.month)
    time = members[.time]
  }
}

/// A book that was finished in the year of the statistics. Decoding requires `id`.
public struct FinishedBook: Codable, Hashable, Sendable, Identifiable {
  public var id: String
  /// The title of the book.
  public var title: String?
  /// The duration of the book, in seconds.
  public var duration: Double?
  /// When the book was finished.
  public var finishedAt: Date?

  /// Creates a value from its required members. Optional members are nil, and lists are empty.
  public init(id: String) { self.id = id }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = try members.requireID(.id)
    title = members[.title]
    duration = members[.duration]
    finishedAt = members[.finishedAt]
  }

  /// Encodes the book. Writes `finishedAt` as text, as the server does in this response only.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encodeIfPresent(title, forKey: .title)
    try container.encodeIfPresent(duration, forKey: .duration)
    try container.encodeIfPresent(finishedAt.map { WireDate.format($0) }, forKey: .finishedAt)
  }

  private enum CodingKeys: CodingKey {
    case id, title, duration, finishedAt
  }
}
