public import MediaCore

/// An episode. Decoding requires only `id`. The server uses two spellings for the members for season and number, and the SDK reads both.
public struct Episode: Codable, Hashable, Sendable, Identifiable {
  public var id: Int
  /// The id of the series to which the episode belongs.
  public var seriesID: Int?
  /// The number of the season; 0 for specials.
  public var season = 0
  /// The episode's number in its season, from 1.
  public var number = 0
  /// The title of the episode.
  public var title = ""
  /// The code of the episode, such as `S01E02` for episode 2 of season 1.
  public var code: String?
  /// The air date as the server sends it: a whole day, only a year, or an empty text.
  public var airDate: LooseDate?
  /// Whether this account has watched the episode.
  public var watched = false
  /// The user's notes on the episode.
  public var notes: String?
  /// Whether the server has marked the episode as deleted. Lists do not contain deleted episodes.
  public var deleted: Bool?

  /// Creates a value from its required members. All other members have their default values.
  public init(id: Int) { self.id = id }

  enum CodingKeys: String, CodingKey {
    case id, title, code, watched, notes, deleted
    case seriesID = "series_id"
    case season = "season_number"
    case number = "episode_number"
    case airDate = "air_date"
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    let short = try decoder.lenient(ShortKeys.self)
    id = try members.requireNumber(.id)
    seriesID = members.integer(.seriesID)
    code = members[.code]
    season = members.integer(.season) ?? short.integer(.season) ?? code.flatMap(Self.place)?.season ?? 0
    number = members.integer(.number) ?? short.integer(.number) ?? code.flatMap(Self.place)?.number ?? 0
    title = members[.title] ?? ""
    airDate = members.text(.airDate, as: LooseDate.init(rawValue:))
    watched = members.flag(.watched) ?? false
    notes = members[.notes]
    deleted = members.flag(.deleted)
  }

  /// The season and number of the episode.
  public var position: EpisodePosition { EpisodePosition(season: season, number: number) }

  /// The shorter names of the members that some routes use.
  fileprivate enum ShortKeys: String, CodingKey {
    case season
    case number = "episode"
  }

  private static func place(inCode code: String) -> EpisodePosition? {
    guard let match = code.wholeMatch(of: #/[Ss](\d{1,4})[Ee](\d{1,5})/#), let season = Int(match.1),
      let number = Int(match.2)
    else { return nil }
    return EpisodePosition(season: season, number: number)
  }
}

/// The position of an episode in its series: season and number.
public struct EpisodePosition: Hashable, Sendable, Codable, Comparable, CustomStringConvertible {
  /// The number of the season; 0 for specials.
  public var season: Int
  /// The episode's number in its season, from 1.
  public var number: Int

  /// Creates a position from season and number.
  public init(season: Int, number: Int) {
    self.season = season
    self.number = number
  }

  /// Whether a series can have an episode at this place: a season can be a year, and season 0 holds the specials.
  var isPossible: Bool { (0...9999).contains(season) && (0...99_999).contains(number) && (season, number) != (0, 0) }

  public static func < (a: Self, b: Self) -> Bool { (a.season, a.number) < (b.season, b.number) }

  /// The position as text, such as `1x2` for episode 2 of season 1.
  public var description: String { "\(season)x\(number)" }
}

/// The members of an episode that the server can change. A write replaces all of these members.
public struct EpisodeFields: Hashable, Sendable, Codable {
  /// The id of the series to which the episode belongs.
  public var seriesID: Int
  /// The number of the season; 0 for specials.
  public var season: Int
  /// The episode's number in its season, from 1.
  public var number: Int
  /// The title of the episode.
  public var title: String
  /// The code of the episode, such as `S01E02` for episode 2 of season 1.
  public var code: String
  /// The air date as the server sends it: a whole day, only a year, or an empty text.
  public var airDate: LooseDate?
  /// Whether this account has watched the episode.
  public var watched = false

  /// Creates the members of an episode. ``code`` is computed from season and number.
  public init(seriesID: Int, season: Int, number: Int, title: String) {
    self.seriesID = seriesID
    self.season = season
    self.number = number
    self.title = title
    code = "S\(season < 10 ? "0" : "")\(season)E\(number < 10 ? "0" : "")\(number)"
  }

  /// Creates the members to write from an existing episode. If the episode has no code, ``code`` is computed from season and number.
  public init(_ episode: Episode) {
    self.init(seriesID: episode.seriesID ?? 0, season: episode.season, number: episode.number, title: episode.title)
    code = episode.code ?? code
    airDate = episode.airDate
    watched = episode.watched
  }

  enum CodingKeys: String, CodingKey {
    case season, title, code, watched
    case seriesID = "series_id"
    case number = "episode"
    case airDate = "air_date"
  }
}

/// A day in the server's spelling: a whole day (`2019-05-17`), a year (`2022`), or an empty text. The text is stored unchanged.
public struct LooseDate: RawRepresentable, Hashable, Sendable, Codable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
  public init(stringLiteral value: String) { rawValue = value }
  /// Creates a value from a whole day.
  public init(_ day: CalendarDay) { rawValue = day.description }

  /// The text as a day; nil if the text contains no date. If the text is only a year, this is the first of January of that year.
  public var day: CalendarDay? {
    if let day = CalendarDay(rawValue) { return day }
    guard rawValue.utf8.count == 4, rawValue.utf8.allSatisfy(\.isDigit), let year = Int(rawValue)
    else { return nil }
    return CalendarDay(year: year, month: 1, day: 1)
  }

  /// The year; nil if the text contains no date. A text that is only a year also has a year.
  public var year: Int? { day?.year }
  /// Whether the text is empty.
  public var isEmpty: Bool { rawValue.isEmpty }
  public var description: String { rawValue }
}

extension EpisodePosition: Identifiable {
  /// The position itself. With this property, an optional position can be the `item` of a SwiftUI sheet.
  public var id: Self { self }
}
