import MediaCore

/// The settings of one book, or of all episodes of one podcast, over those of its kind. A member that is nil leaves the kind's setting.
public struct ItemPlaybackSettings: Codable, Hashable, Sendable {
  /// The speed.
  public var speed: PlaybackSpeed?
  /// Seconds, 1…600.
  public private(set) var skipForward: Double?
  /// Seconds, 1…600.
  public private(set) var skipBackward: Double?

  /// The settings of the kind.
  public init() {}

  /// Sets the seconds of the skip forward, kept within 1…600; nil for those of all items. An invalid number changes nothing.
  public mutating func setSkipForward(_ seconds: Double?) { skipForward = Self.kept(seconds, skipForward) }

  /// Sets the seconds of the skip backward, kept within 1…600; nil for those of all items. An invalid number changes nothing.
  public mutating func setSkipBackward(_ seconds: Double?) { skipBackward = Self.kept(seconds, skipBackward) }

  private static func kept(_ seconds: Double?, _ before: Double?) -> Double? {
    guard let seconds else { return nil }
    return seconds.isFinite ? min(max(1, seconds), 600) : before
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    speed = members[.speed]
    setSkipForward(members[.skipForward])
    setSkipBackward(members[.skipBackward])
  }
}
