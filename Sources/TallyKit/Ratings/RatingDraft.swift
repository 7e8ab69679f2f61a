import MediaCore

/// A rating to give.
public struct RatingDraft: Encodable, Hashable, Sendable {
  public var type: RatingTarget
  public var id: String
  /// 0…10.
  public var rating: Double

  public init(show: UserShowID, rating: Double) { self.init(.show, show.rawValue, rating) }
  public init(season: SeasonID, rating: Double) { self.init(.season, season.rawValue, rating) }
  public init(episode: EpisodeID, rating: Double) { self.init(.episode, episode.rawValue, rating) }

  private init(_ type: RatingTarget, _ id: String, _ rating: Double) {
    self.type = type
    self.id = id
    self.rating = rating
  }
}
