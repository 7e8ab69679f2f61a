public import Foundation
public import MediaCore

/// The watch state of one video.
public struct WatchRecord: Sendable, Hashable, Codable, Identifiable {
  public var videoId: String
  public var status: WatchStatus = .unknown
  /// Seconds.
  public var playbackPosition = 0.0
  /// By the clock of the device that made the change; decides which of two counts.
  public var lastModified: Date
  /// The user's other devices have it.
  public var synced = false

  public var id: String { videoId }

  enum CodingKeys: String, CodingKey { case videoId, status, playbackPosition, lastModified, synced }
}

extension WatchRecord {
  public init(videoId: String, status: WatchStatus = .unknown, lastModified: Date) {
    (self.videoId, self.status, self.lastModified) = (videoId, status, lastModified)
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    let position: Double? = members[.playbackPosition]
    let modified: WireInstant? = members[.lastModified]
    self.init(
      videoId: try members.requireID(.videoId), status: members[.status] ?? .unknown,
      playbackPosition: position.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil } ?? 0,
      lastModified: modified?.date ?? Date(timeIntervalSince1970: 0), synced: members[.synced] ?? false)
  }

  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(videoId, forKey: .videoId)
    try members.encode(status, forKey: .status)
    try members.encode(playbackPosition, forKey: .playbackPosition)
    try members.encodeIfPresent(WireInstant(lastModified), forKey: .lastModified)
    try members.encode(synced, forKey: .synced)
  }
}

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
