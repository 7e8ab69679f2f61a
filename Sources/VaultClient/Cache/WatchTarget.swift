/// A thing that can be marked as watched.
public enum WatchTarget: Hashable, Sendable, Codable {
  case movie(Int)
  /// All cached films of a collection.
  case collection(Int)
  case series(Int)
  case season(series: Int, number: Int)
  case episode(series: Int, EpisodePosition)

  public init(_ title: TitleReference) {
    switch title {
    case .movie(let id): self = .movie(id)
    case .collection(let id): self = .collection(id)
    case .series(let id): self = .series(id)
    }
  }

  public static func episode(series: Int, season: Int, number: Int) -> WatchTarget {
    .episode(series: series, EpisodePosition(season: season, number: number))
  }
}
