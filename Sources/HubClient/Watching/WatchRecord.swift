public import Foundation
public import MediaCore

/// The watch state of one video: its status and the playback position.
public struct WatchRecord: Sendable, Hashable, Codable, Identifiable {
  /// The video's id at YouTube.
  public var videoId: String
  /// The status: watched, skipped, or neither.
  public var status: WatchStatus = .unknown
  /// The position in seconds from the start.
  public var playbackPosition = 0.0
  /// When the record was changed, by the clock of the device that changed it. The later of two records wins.
  public var lastModified: Date
  /// Whether the user's other devices have the record.
  public var synced = false

  public var id: String { videoId }

  enum CodingKeys: String, InstantKeys { case videoId, status, playbackPosition, lastModified, synced }
}

extension WatchRecord {
  /// Creates a record.
  /// - Parameter lastModified: when the record was changed; the later of two records wins.
  public init(videoId: String, status: WatchStatus = .unknown, lastModified: Date) {
    (self.videoId, self.status, self.lastModified) = (videoId, status, lastModified)
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    let position: Double? = members[.playbackPosition]
    self.init(
      videoId: try members.requireID(.videoId), status: members[.status] ?? .unknown,
      playbackPosition: position.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil } ?? 0,
      lastModified: members.instant(.lastModified) ?? Date(timeIntervalSince1970: 0), synced: members[.synced] ?? false)
  }
}

/// Whether a video was watched. The server does not store it.
public struct WatchStatus: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A video that was never marked; shown as unwatched. On the wire `unknown`.
  public static let unknown = WatchStatus(rawValue: "unknown")
  /// On the wire `unwatched`.
  public static let unwatched = WatchStatus(rawValue: "unwatched")
  /// On the wire `watched`.
  public static let watched = WatchStatus(rawValue: "watched")
  /// On the wire `skipped`.
  public static let skipped = WatchStatus(rawValue: "skipped")

  /// Whether the video is neither watched nor skipped.
  public var isUnwatched: Bool { self != .watched && self != .skipped }
}
