import MediaCore

/// The number of new titles of all users together; the total is films and episodes.
public struct NewReleaseCounts: Codable, Hashable, Sendable {
  public var newMovies = 0
  public var newSeries = 0
  public var newEpisodes = 0
  public var total = 0

  public init() {}

  enum CodingKeys: String, CodingKey {
    case newMovies = "new_movies"
    case newSeries = "new_series"
    case newEpisodes = "new_episodes"
    case total = "total_new_items"
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    newMovies = members[.newMovies] ?? 0
    newSeries = members[.newSeries] ?? 0
    newEpisodes = members[.newEpisodes] ?? 0
    total = members[.total] ?? 0
  }
}
