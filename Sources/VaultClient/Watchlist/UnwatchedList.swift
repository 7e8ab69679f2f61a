import MediaCore

/// What is unwatched: films, and series with their unwatched episodes only. Required: both lists.
public struct UnwatchedList: Codable, Hashable, Sendable {
  public var movies: [Movie]
  public var series: [Series]

  public init(movies: [Movie] = [], series: [Series] = []) {
    self.movies = movies
    self.series = series
  }

  enum CodingKeys: String, CodingKey {
    case movies
    case series
  }
}

extension UnwatchedList {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    movies = try members.requireList(.movies)
    series = try members.requireList(.series)
  }
}
