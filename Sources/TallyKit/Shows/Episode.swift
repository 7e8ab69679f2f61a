public import Foundation
public import MediaCore

/// An episode, as TMDB describes it. Decoding requires `episodeNumber`.
public struct Episode: Codable, Hashable, Sendable, Identifiable {
  public var id: Int?
  /// The episode's number at TMDB. The numbers of a season can begin at 62 or at 0, skip numbers, or occur twice. See ``EpisodeNumbering``.
  public var episodeNumber: Int
  /// The season's number, from 1; 0 for specials.
  public var seasonNumber: Int?
  /// The show's number at TMDB.
  public var showId: TMDBID?
  /// The name of the episode, as the server sends it.
  public var name = ""
  /// The description of the episode at TMDB.
  public var overview = ""
  /// The day on which the publisher releases the episode; nil while the day is not known.
  public var airDate: CalendarDay?
  /// The text that the server sent in place of an air date; nil if the server sent a date or nothing. The SDK never sends this text to the
  /// server.
  public var airDateText: String?
  /// The type of the episode, in TMDB's words, such as `standard` or `finale`.
  public var episodeType: String?
  /// The producer's code for the episode.
  public var productionCode: String?
  /// The running time of the episode in minutes.
  public var runtime: Int?
  /// The path of the picture at TMDB; see ``stillURL``.
  public var stillPath: String?
  /// The mean of the votes at TMDB, 0 to 10.
  public var voteAverage: Double?
  /// The number of votes at TMDB.
  public var voteCount: Int?
  /// The address of a picture of the episode at TMDB's picture server; nil if there is none.
  public var stillURL: URL? { ImageLink.still(stillPath) }

  /// Creates a value from its required members. All other members have their default values.
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

/// An episode of the server's own tables. Decoding requires `id`.
public struct ResolvedEpisode: Codable, Hashable, Sendable, Identifiable {
  public var id: EpisodeID
  /// The episode's place in the season, from 1. The place can differ from TMDB's number.
  public var episodeNumber: Int?
  /// The episode's id at TMDB. The id is 0 if the server has stored the episode without details, which is the normal case.
  public var tmdbEpisodeId: Int?
  /// The name of the episode, as the server sends it.
  public var name = ""

  /// Creates a value from its required members. All other members have their default values.
  public init(id: EpisodeID) { self.id = id }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = EpisodeID(rawValue: try members.requireID(.id))
    episodeNumber = members[.episodeNumber]
    tmdbEpisodeId = members[.tmdbEpisodeId]
    name = members[.name] ?? ""
  }
}
