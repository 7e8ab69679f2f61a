import MediaCore

/// How long a genre was listened to. Required: `genre`.
public struct GenreTime: Codable, Hashable, Sendable {
  public var genre: String
  /// Seconds.
  public var time: Double?

  public init(genre: String, time: Double? = nil) {
    self.genre = genre
    self.time = time
  }
}

extension GenreTime {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    genre = try members.requireID(.genre)
    time = members[.time]
  }
}
