import MediaCore

/// How much is new, of all users together; the total is films and episodes.
public struct NewReleaseCounts: Codable, Hashable, Sendable {
  public var newMovies: Int
  public var newSeries: Int
  public var newEpisodes: Int
  public var total: Int

  public init(newMovies: Int = 0, newSeries: Int = 0, newEpisodes: Int = 0, total: Int = 0) {
    self.newMovies = newMovies
    self.newSeries = newSeries
    self.newEpisodes = newEpisodes
    self.total = total
  }

  enum CodingKeys: String, CodingKey {
    case newMovies = "new_movies"
    case newSeries = "new_series"
    case newEpisodes = "new_episodes"
    case total = "total_new_items"
  }
}

extension NewReleaseCounts {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    newMovies = members[.newMovies] ?? 0
    newSeries = members[.newSeries] ?? 0
    newEpisodes = members[.newEpisodes] ?? 0
    total = members[.total] ?? 0
  }
}
