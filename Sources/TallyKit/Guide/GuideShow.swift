public import MediaCore

/// A show in the guide. Required: `tmdbId`.
public struct GuideShow: Codable, Hashable, Sendable, Identifiable {
  public var tmdbId: TMDBID
  public var title: String
  public var poster: String?
  public var overview: String?
  public var status: ShowStatus?
  /// None or one.
  public var streamingServices: [GuideService]
  public var activeWindow: ActiveWindow?
  public var upcomingEpisodes: [GuideEpisode]
  public var country: String?
  public var nextEpisodeDate: CalendarDay?
  public var bufferDays: Int?

  public init(
    tmdbId: TMDBID, title: String = "", poster: String? = nil, overview: String? = nil, status: ShowStatus? = nil,
    streamingServices: [GuideService] = [], activeWindow: ActiveWindow? = nil, upcomingEpisodes: [GuideEpisode] = [],
    country: String? = nil, nextEpisodeDate: CalendarDay? = nil, bufferDays: Int? = nil
  ) {
    self.tmdbId = tmdbId
    self.title = title
    self.poster = poster
    self.overview = overview
    self.status = status
    self.streamingServices = streamingServices
    self.activeWindow = activeWindow
    self.upcomingEpisodes = upcomingEpisodes
    self.country = country
    self.nextEpisodeDate = nextEpisodeDate
    self.bufferDays = bufferDays
  }

  enum CodingKeys: String, CodingKey {
    case tmdbId, title, poster, overview, status, streamingServices, activeWindow, upcomingEpisodes, country,
      nextEpisodeDate, bufferDays
  }
}

extension GuideShow {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    tmdbId = try members.require(.tmdbId)
    title = members[.title] ?? ""
    poster = members[.poster]
    overview = members[.overview]
    status = members[.status]
    streamingServices = members.list(.streamingServices)
    activeWindow = members[.activeWindow]
    upcomingEpisodes = members.list(.upcomingEpisodes)
    country = members[.country]
    nextEpisodeDate = members.day(.nextEpisodeDate)
    bufferDays = members[.bufferDays]
  }

  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(tmdbId, forKey: .tmdbId)
    try members.encode(title, forKey: .title)
    try members.encodeIfPresent(poster, forKey: .poster)
    try members.encodeIfPresent(overview, forKey: .overview)
    try members.encodeIfPresent(status, forKey: .status)
    try members.encode(streamingServices, forKey: .streamingServices)
    try members.encodeIfPresent(activeWindow, forKey: .activeWindow)
    try members.encode(upcomingEpisodes, forKey: .upcomingEpisodes)
    try members.encodeIfPresent(country, forKey: .country)
    try members.encodeIfPresent(nextEpisodeDate.map { "\($0)T00:00:00.000Z" }, forKey: .nextEpisodeDate)
    try members.encodeIfPresent(bufferDays, forKey: .bufferDays)
  }
}
