public import MediaCore

/// Whether a video was watched. The server knows nothing of it.
public struct WatchStatus: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Nobody has said anything; shows as unwatched.
  public static let unknown = WatchStatus(rawValue: "unknown")
  public static let unwatched = WatchStatus(rawValue: "unwatched")
  public static let watched = WatchStatus(rawValue: "watched")
  public static let skipped = WatchStatus(rawValue: "skipped")

  /// Neither watched nor skipped.
  public var isUnwatched: Bool { self != .watched && self != .skipped }
}
