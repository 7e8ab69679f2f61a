/// All members of an episode that can be written; the server replaces every one of them.
public struct EpisodeFields: Hashable, Sendable, Codable {
  public var seriesID: Int
  public var season: Int
  public var number: Int
  public var title: String
  /// `S01E02`
  public var code: String
  public var airDate: LooseDate?
  public var watched = false

  /// ``code`` is made from season and number.
  public init(seriesID: Int, season: Int, number: Int, title: String) {
    self.seriesID = seriesID
    self.season = season
    self.number = number
    self.title = title
    code = "S\(season < 10 ? "0" : "")\(season)E\(number < 10 ? "0" : "")\(number)"
  }

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
