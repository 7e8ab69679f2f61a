public import Foundation
public import MediaCore

/// The watch state of one video: its status and the playback position.
public struct WatchRecord: Sendable, Hashable, Codable, Identifiable {
  /// The video's id at YouTube.
  public var videoId: String
  /// The status: watched, skipped, or neither.
  public var status: WatchStatus = .unknown
  /// The playback position in seconds from the start.
  public var playbackPosition = 0.0
  /// The time of the last change, by the clock of the device on which it was made. If two devices have a record of the same video, the
  /// later record is kept.
  public var lastModified: Date
  /// Whether the user's other devices have this record already.
  public var synced = false

  public var id: String { videoId }

  enum CodingKeys: String, InstantKeys { case videoId, status, playbackPosition, lastModified, synced }
}

extension WatchRecord {
  /// Creates a record.
  /// - Parameter lastModified: the time at which the user last changed the watch state. If two devices have a record of the same video, the
  ///   later record is kept.
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

/// The watch status of a video, such as watched or skipped. The server does not store it.
public struct WatchStatus: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The video was never marked. Screens show the video as unwatched. The wire value is `unknown`.
  public static let unknown = WatchStatus(rawValue: "unknown")
  /// The video is marked as unwatched. The wire value is `unwatched`.
  public static let unwatched = WatchStatus(rawValue: "unwatched")
  /// The video is marked as watched. The wire value is `watched`.
  public static let watched = WatchStatus(rawValue: "watched")
  /// The video is marked as skipped. The wire value is `skipped`.
  public static let skipped = WatchStatus(rawValue: "skipped")

  /// Whether the video is neither watched nor skipped.
  public var isUnwatched: Bool { self != .watched && self != .skipped }
}
