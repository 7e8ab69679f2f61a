public import MediaCore

/// An episode in the guide.
public struct GuideEpisode: Codable, Hashable, Sendable {
  /// The publisher's day, wherever the device is.
  public var airDate: CalendarDay?
  public var title: String
  /// Always false.
  public var isWatched: Bool
  public var tmdbId: TMDBID?
  /// Never sent today.
  public var seasonNumber: Int?
  /// Never sent today.
  public var episodeNumber: Int?
  /// Never sent today.
  public var overview: String?

  public init(
    airDate: CalendarDay? = nil, title: String = "", isWatched: Bool = false, tmdbId: TMDBID? = nil,
    seasonNumber: Int? = nil, episodeNumber: Int? = nil, overview: String? = nil
  ) {
    self.airDate = airDate
    self.title = title
    self.isWatched = isWatched
    self.tmdbId = tmdbId
    self.seasonNumber = seasonNumber
    self.episodeNumber = episodeNumber
    self.overview = overview
  }

  enum CodingKeys: String, CodingKey {
    case airDate, title, isWatched, tmdbId, seasonNumber, episodeNumber, overview
  }
}

extension GuideEpisode {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    airDate = members.day(.airDate)
    title = members[.title] ?? ""
    isWatched = members[.isWatched] ?? false
    tmdbId = members[.tmdbId]
    seasonNumber = members[.seasonNumber]
    episodeNumber = members[.episodeNumber]
    overview = members[.overview]
  }

  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encodeIfPresent(airDate.map { "\($0)T00:00:00.000Z" }, forKey: .airDate)
    try members.encode(title, forKey: .title)
    try members.encode(isWatched, forKey: .isWatched)
    try members.encodeIfPresent(tmdbId, forKey: .tmdbId)
    try members.encodeIfPresent(seasonNumber, forKey: .seasonNumber)
    try members.encodeIfPresent(episodeNumber, forKey: .episodeNumber)
    try members.encodeIfPresent(overview, forKey: .overview)
  }
}
