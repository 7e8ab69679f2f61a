import MediaCore

/// The playback settings of one book, or of all episodes of one podcast. They override the settings for all items. If a member is nil, the
/// setting for all items applies.
public struct ItemPlaybackSettings: Codable, Hashable, Sendable {
  /// The playback speed. If nil, the speed for all books or all podcasts applies.
  public var speed: PlaybackSpeed?
  /// The number of seconds by which the player skips forward, 1…600. If nil, the setting for all items applies.
  public private(set) var skipForward: Double?
  /// The number of seconds by which the player skips backward, 1…600. If nil, the setting for all items applies.
  public private(set) var skipBackward: Double?

  /// Creates settings that override nothing: the settings for all items apply.
  public init() {}

  /// Sets the number of seconds by which the player skips forward, kept within 1…600. If `seconds` is nil, the setting for all items
  /// applies again. If `seconds` is NaN or infinite, nothing changes.
  public mutating func setSkipForward(_ seconds: Double?) { skipForward = Self.kept(seconds, skipForward) }

  /// Sets the number of seconds by which the player skips backward, kept within 1…600. If `seconds` is nil, the setting for all items
  /// applies again. If `seconds` is NaN or infinite, nothing changes.
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
