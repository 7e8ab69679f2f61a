public import MediaCore

/// The outcome of one rating in a batch of ratings. Decoding requires `type` and `id`.
public struct RatingResult: Codable, Hashable, Sendable, Identifiable {
  /// The type of the rated object: a show, a season or an episode.
  public var type: RatingTarget
  public var id: String
  /// The rating, 0 to 10.
  public var rating = 0.0
  /// Whether this rating was written.
  public var success = false
  /// The server's reason why this rating was not written.
  public var error: String?

  /// Sets the required members and leaves the others at their defaults.
  /// - Parameter id: the id of the entry, the season or the episode.
  public init(type: RatingTarget, id: String) {
    self.type = type
    self.id = id
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    type = try members.require(.type)
    id = try members.require(.id)
    rating = members[.rating] ?? 0
    success = members[.success] ?? false
    error = members[.error]
  }
}

/// A rating to send to the server.
public struct RatingDraft: Encodable, Hashable, Sendable {
  /// The type of the object to rate: a show, a season or an episode.
  public var type: RatingTarget
  public var id: String
  /// The rating, 0…10.
  public var rating: Double

  /// Creates a rating of a show by its entry on the watchlist.
  public init(show: UserShowID, rating: Double) { self.init(.show, show.rawValue, rating) }
  /// Creates a rating of a season.
  public init(season: SeasonID, rating: Double) { self.init(.season, season.rawValue, rating) }
  /// Creates a rating of an episode.
  public init(episode: EpisodeID, rating: Double) { self.init(.episode, episode.rawValue, rating) }

  private init(_ type: RatingTarget, _ id: String, _ rating: Double) {
    self.type = type
    self.id = id
    self.rating = rating
  }
}

/// The type of a rated object: a show, a season or an episode.
public struct RatingTarget: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  /// A show. Ratings identify a show by the id of its entry on the watchlist. On the wire `show`.
  public static let show = RatingTarget(rawValue: "show")
  /// A season; on the wire `season`.
  public static let season = RatingTarget(rawValue: "season")
  /// An episode; on the wire `episode`.
  public static let episode = RatingTarget(rawValue: "episode")
}
