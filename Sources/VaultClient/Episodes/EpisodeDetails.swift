public import Foundation
import MediaCore

/// An episode with additional details from TMDB. These details are nil if the series has no `tmdb_` id. Decoding requires only `id`.
public struct EpisodeDetails: Codable, Hashable, Sendable, Identifiable {
  public var id: Int
  /// The id of the series to which the episode belongs.
  public var seriesID: Int?
  /// The number of the season; 0 for specials.
  public var season = 0
  /// The episode's number in its season, from 1.
  public var number = 0
  /// The title of the episode.
  public var title = ""
  /// The air date as the server sends it: a whole day, only a year, or an empty text.
  public var airDate: LooseDate?
  /// Whether this account has watched the episode.
  public var watched = false
  /// The title of the episode's series.
  public var seriesTitle = ""
  /// The description from the catalogue, TMDB.
  public var overview: String?
  /// The path of the episode's picture at TMDB; see ``stillURL``.
  public var stillPath: String?
  /// The mean of the votes at TMDB, 0 to 10.
  public var voteAverage: Double?
  /// The number of votes at TMDB.
  public var voteCount: Int?
  /// The runtime of the episode in minutes.
  public var runtime: Int?

  /// Creates a value from its required members. All other members have their default values.
  public init(id: Int) { self.id = id }

  enum CodingKeys: String, CodingKey {
    case id, title, watched, overview, runtime
    case seriesID = "series_id"
    case season = "season_number"
    case number = "episode_number"
    case airDate = "air_date"
    case seriesTitle = "series_title"
    case stillPath = "still_path"
    case voteAverage = "vote_average"
    case voteCount = "vote_count"
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = try members.requireNumber(.id)
    seriesID = members.integer(.seriesID)
    season = members.integer(.season) ?? 0
    number = members.integer(.number) ?? 0
    title = members[.title] ?? ""
    airDate = members.text(.airDate, as: LooseDate.init(rawValue:))
    watched = members.flag(.watched) ?? false
    seriesTitle = members[.seriesTitle] ?? ""
    overview = members[.overview]
    stillPath = members[.stillPath]
    voteAverage = members.decimal(.voteAverage)
    voteCount = members.integer(.voteCount)
    runtime = members.integer(.runtime)
  }

  /// The address of the episode's picture at TMDB, 500 pixels wide.
  public var stillURL: URL? {
    stillPath.flatMap { $0.hasPrefix("/") ? URL(string: "https://image.tmdb.org/t/p/w500\($0)") : nil }
  }
}
