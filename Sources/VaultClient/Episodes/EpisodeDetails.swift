public import Foundation
import MediaCore

/// An episode with TMDB's facts about it; the extras are nil for series without a `tmdb_` id. Required: `id`.
public struct EpisodeDetails: Codable, Hashable, Sendable, Identifiable {
  public var id: Int
  public var seriesID: Int?
  public var season = 0
  public var number = 0
  public var title = ""
  public var airDate: LooseDate?
  public var watched = false
  public var seriesTitle = ""
  public var overview: String?
  /// A path at TMDB; see ``stillURL``.
  public var stillPath: String?
  public var voteAverage: Double?
  public var voteCount: Int?
  /// Minutes.
  public var runtime: Int?

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
    seriesID = members.number(.seriesID)
    season = members.number(.season) ?? 0
    number = members.number(.number) ?? 0
    title = members[.title] ?? ""
    airDate = members[.airDate]
    watched = members.flag(.watched) ?? false
    seriesTitle = members[.seriesTitle] ?? ""
    overview = members[.overview]
    stillPath = members[.stillPath]
    voteAverage = members.decimal(.voteAverage)
    voteCount = members.number(.voteCount)
    runtime = members.number(.runtime)
  }

  /// The picture at TMDB, 500 pixels wide.
  public var stillURL: URL? {
    stillPath.flatMap { $0.hasPrefix("/") ? URL(string: "https://image.tmdb.org/t/p/w500\($0)") : nil }
  }
}
