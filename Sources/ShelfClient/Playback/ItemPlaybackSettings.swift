import MediaCore

/// The settings of one book, or of all episodes of one podcast. They override the settings for all items. If a member is nil, the setting
/// for all items applies.
public struct ItemPlaybackSettings: Codable, Hashable, Sendable {
  /// The speed. If nil, the speed for all books or all podcasts applies.
  public var speed: PlaybackSpeed?
  /// The seconds of the skip forward, 1…600. If nil, the setting for all items applies.
  public private(set) var skipForward: Double?
  /// The seconds of the skip backward, 1…600. If nil, the setting for all items applies.
  public private(set) var skipBackward: Double?

  /// Creates settings that override nothing: the settings for all items apply.
  public init() {}

  /// Sets the seconds of the skip forward, kept within 1…600. If `seconds` is nil, the setting for all items applies again. NaN and
  /// infinity change nothing.
  public mutating func setSkipForward(_ seconds: Double?) { skipForward = Self.kept(seconds, skipForward) }

  /// Sets the seconds of the skip backward, kept within 1…600. If `seconds` is nil, the setting for all items applies again. NaN and
  /// infinity change nothing.
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
