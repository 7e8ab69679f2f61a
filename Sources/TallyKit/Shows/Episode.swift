public import Foundation
public import MediaCore

/// An episode in TMDB's own form. Required: `episodeNumber`.
public struct Episode: Codable, Hashable, Sendable, Identifiable {
  public var id: Int?
  /// The episode's number as TMDB lists it: a season can begin at 62 or at 0, skip numbers, or list one twice. See ``EpisodeNumbering``.
  public var episodeNumber: Int
  /// The season's number, from 1; 0 for specials.
  public var seasonNumber: Int?
  /// The show's number at TMDB.
  public var showId: TMDBID?
  /// The name, as the server has it.
  public var name = ""
  /// The description, as TMDB has it.
  public var overview = ""
  /// The day on which the publisher releases the episode; nil while it is not known.
  public var airDate: CalendarDay?
  /// The server's text in place of an air date; nil where there is a date or nothing. Never sent to the server.
  public var airDateText: String?
  /// The type of the episode in TMDB's words: `standard`, `finale` and the like.
  public var episodeType: String?
  /// The maker's number.
  public var productionCode: String?
  /// The running time in minutes.
  public var runtime: Int?
  /// The path of the picture at TMDB; see ``stillURL``.
  public var stillPath: String?
  /// The mean of the votes at TMDB, 0 to 10.
  public var voteAverage: Double?
  /// The number of votes at TMDB.
  public var voteCount: Int?
  /// A picture of the episode; nil where there is none.
  public var stillURL: URL? { ImageLink.still(stillPath) }

  /// Sets the required members; optional ones are nil, lists are empty.
  public init(episodeNumber: Int) { self.episodeNumber = episodeNumber }

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

/// An episode of the server's own tables. Required: `id`.
public struct ResolvedEpisode: Codable, Hashable, Sendable, Identifiable {
  public var id: EpisodeID
  /// The episode's place in the season, from 1, whatever TMDB's number is.
  public var episodeNumber: Int?
  /// The episode's id at TMDB; 0 for a stub, which is the normal case.
  public var tmdbEpisodeId: Int?
  /// The name, as the server has it.
  public var name = ""

  /// Sets the required members; optional ones are nil, lists are empty.
  public init(id: EpisodeID) { self.id = id }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = EpisodeID(rawValue: try members.requireID(.id))
    episodeNumber = members[.episodeNumber]
    tmdbEpisodeId = members[.tmdbEpisodeId]
    name = members[.name] ?? ""
  }
}
