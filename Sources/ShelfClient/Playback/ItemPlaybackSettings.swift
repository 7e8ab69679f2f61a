import MediaCore

/// The settings of one book, or of all episodes of one podcast, in place of the settings for all books or podcasts. A member that is nil
/// leaves the setting for all of them.
public struct ItemPlaybackSettings: Codable, Hashable, Sendable {
  /// The speed; nil for the speed of all books or podcasts.
  public var speed: PlaybackSpeed?
  /// The seconds of the skip forward, 1…600; nil for the setting of all items.
  public private(set) var skipForward: Double?
  /// The seconds of the skip backward, 1…600; nil for the setting of all items.
  public private(set) var skipBackward: Double?

  /// Creates settings that change nothing: the settings of all books or podcasts apply.
  public init() {}

  /// Sets the seconds of the skip forward, kept within 1…600; nil for the setting of all items. An invalid number changes nothing.
  public mutating func setSkipForward(_ seconds: Double?) { skipForward = Self.kept(seconds, skipForward) }

  /// Sets the seconds of the skip backward, kept within 1…600; nil for the setting of all items. An invalid number changes nothing.
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
