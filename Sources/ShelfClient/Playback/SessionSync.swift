import MediaCore

/// The body of a sync or a close. Both first members always go together: a body without a position destroys it. Required:
/// `currentTime`, `timeListened`.
public struct SessionSync: Codable, Hashable, Sendable {
  /// Seconds on the item's timeline.
  public var currentTime: Double
  /// Seconds listened since the last sync that arrived; the server adds them up.
  public var timeListened: Double
  /// Seconds, of the whole item. Overwrites what the server knows: leave it out.
  public var duration: Double?

  public init(currentTime: Double, timeListened: Double, duration: Double? = nil) {
    self.currentTime = currentTime
    self.timeListened = timeListened
    self.duration = duration
  }
}

extension SessionSync {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    currentTime = try members.require(.currentTime)
    timeListened = try members.require(.timeListened)
    duration = members[.duration]
  }
}
