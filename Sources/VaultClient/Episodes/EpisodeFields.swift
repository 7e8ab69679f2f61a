/// All that can be written of an episode; the server puts it in the place of what was there.
public struct EpisodeFields: Hashable, Sendable, Codable {
  public var seriesID: Int
  public var season: Int
  public var number: Int
  public var title: String
  /// `S01E02`
  public var code: String
  public var airDate: LooseDate?
  public var watched: Bool

  /// - Parameter code: made from season and number when nil.
  public init(
    seriesID: Int, season: Int, number: Int, title: String, code: String? = nil, airDate: LooseDate? = nil,
    watched: Bool = false
  ) {
    self.seriesID = seriesID
    self.season = season
    self.number = number
    self.title = title
    self.code = code ?? "S\(season < 10 ? "0" : "")\(season)E\(number < 10 ? "0" : "")\(number)"
    self.airDate = airDate
    self.watched = watched
  }

  public init(_ episode: Episode) {
    self.init(
      seriesID: episode.seriesID ?? 0, season: episode.season, number: episode.number, title: episode.title,
      code: episode.code, airDate: episode.airDate, watched: episode.watched)
  }

  enum CodingKeys: String, CodingKey {
    case seriesID = "series_id"
    case season
    case number = "episode"
    case title
    case code
    case airDate = "air_date"
    case watched
  }
}
