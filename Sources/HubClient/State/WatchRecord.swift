public import Foundation
import MediaCore

/// What is known of one video's watching.
public struct WatchRecord: Sendable, Hashable, Codable, Identifiable {
  public var videoId: String
  public var status: WatchStatus
  /// Seconds.
  public var playbackPosition: Double
  /// By the clock of the device that made the change; decides which of two counts.
  public var lastModified: Date
  /// The user's other devices have it.
  public var synced: Bool

  public var id: String { videoId }

  public init(
    videoId: String, status: WatchStatus = .unknown, playbackPosition: Double = 0, lastModified: Date,
    synced: Bool = false
  ) {
    self.videoId = videoId
    self.status = status
    self.playbackPosition = playbackPosition
    self.lastModified = lastModified
    self.synced = synced
  }

  enum CodingKeys: String, CodingKey { case videoId, status, playbackPosition, lastModified, synced }
}

extension WatchRecord {
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
