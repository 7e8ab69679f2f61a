public import MediaCore

/// An episode in TMDB's own form. Required: `episodeNumber`.
public struct Episode: Codable, Hashable, Sendable, Identifiable {
  public var id: Int?
  public var episodeNumber: Int
  public var seasonNumber: Int?
  public var showId: TMDBID?
  public var name: String
  public var overview: String
  public var airDate: CalendarDay?
  /// What the server says instead of a date; nil where there is a date or nothing. Only read.
  public var airDateText: String?
  public var episodeType: String?
  public var productionCode: String?
  /// Minutes.
  public var runtime: Int?
  /// Relative; see ``stillURL``.
  public var stillPath: String?
  public var voteAverage: Double?
  public var voteCount: Int?

  public init(
    id: Int? = nil, episodeNumber: Int, seasonNumber: Int? = nil, showId: TMDBID? = nil, name: String = "",
    overview: String = "", airDate: CalendarDay? = nil, episodeType: String? = nil, productionCode: String? = nil,
    runtime: Int? = nil, stillPath: String? = nil, voteAverage: Double? = nil, voteCount: Int? = nil
  ) {
    self.id = id
    self.episodeNumber = episodeNumber
    self.seasonNumber = seasonNumber
    self.showId = showId
    self.name = name
    self.overview = overview
    self.airDate = airDate
    self.episodeType = episodeType
    self.productionCode = productionCode
    self.runtime = runtime
    self.stillPath = stillPath
    self.voteAverage = voteAverage
    self.voteCount = voteCount
  }

  enum CodingKeys: String, CodingKey {
    case id, name, overview, runtime
    case episodeNumber = "episode_number"
    case seasonNumber = "season_number"
    case showId = "show_id"
    case airDate = "air_date"
    case episodeType = "episode_type"
    case productionCode = "production_code"
    case stillPath = "still_path"
    case voteAverage = "vote_average"
    case voteCount = "vote_count"
  }
}

extension Episode {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = members[.id]
    episodeNumber = try members.require(.episodeNumber)
    seasonNumber = members[.seasonNumber]
    showId = members[.showId]
    name = members[.name] ?? ""
    overview = members[.overview] ?? ""
    airDate = members.day(.airDate)
    let text: String? = airDate == nil ? members[.airDate] : nil
    airDateText = text.flatMap { $0.isEmpty ? nil : $0 }
    episodeType = members[.episodeType]
    productionCode = members[.productionCode]
    runtime = members[.runtime]
    stillPath = members[.stillPath]
    voteAverage = members[.voteAverage]
    voteCount = members[.voteCount]
  }
}
