public import MediaCore

/// A season with its episodes, in TMDB's own form.
public struct Season: Codable, Hashable, Sendable, Identifiable {
  public var id: Int?
  public var name: String
  public var overview: String
  public var airDate: CalendarDay?
  public var seasonNumber: Int?
  /// Relative.
  public var posterPath: String?
  public var voteAverage: Double?
  public var episodes: [Episode]

  public init(
    id: Int? = nil, name: String = "", overview: String = "", airDate: CalendarDay? = nil, seasonNumber: Int? = nil,
    posterPath: String? = nil, voteAverage: Double? = nil, episodes: [Episode] = []
  ) {
    self.id = id
    self.name = name
    self.overview = overview
    self.airDate = airDate
    self.seasonNumber = seasonNumber
    self.posterPath = posterPath
    self.voteAverage = voteAverage
    self.episodes = episodes
  }

  enum CodingKeys: String, CodingKey {
    case id, name, overview, episodes
    case airDate = "air_date"
    case seasonNumber = "season_number"
    case posterPath = "poster_path"
    case voteAverage = "vote_average"
  }
}

extension Season {
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
