public import MediaCore

/// A season with its episodes, as TMDB describes it.
public struct Season: Codable, Hashable, Sendable, Identifiable {
  public var id: Int?
  /// The name of the season, as the server sends it.
  public var name = ""
  /// The description of the season at TMDB.
  public var overview = ""
  /// The day on which the season begins; nil while the day is not known.
  public var airDate: CalendarDay?
  /// The season's number, from 1; 0 for specials.
  public var seasonNumber: Int?
  /// The path of the season's poster at TMDB.
  public var posterPath: String?
  /// The mean of the votes at TMDB, 0 to 10.
  public var voteAverage: Double?
  /// The episodes in order.
  public var episodes: [Episode] = []

  public init() {}

  enum CodingKeys: String, CodingKey {
    case id, name, overview, episodes
    case airDate = "air_date"
    case seasonNumber = "season_number"
    case posterPath = "poster_path"
    case voteAverage = "vote_average"
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = members[.id]
    name = members[.name] ?? ""
    overview = members[.overview] ?? ""
    airDate = members.day(.airDate)
    seasonNumber = members[.seasonNumber]
    posterPath = members[.posterPath]
    voteAverage = members[.voteAverage]
    episodes = members.list(.episodes)
  }
}

/// The answer of the season route.
struct SeasonAnswer: Codable, Hashable, Sendable { var raw: RawSeason }

/// A season as TMDB describes it. Without a key for TMDB there is an `error` and no season.
struct RawSeason: Codable, Hashable, Sendable {
  var season: Season?
  var error: String?

  init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    season = members[.season]
    error = members[.error]
  }
}
