public import Foundation
import MediaCore

/// One video as the Worker has it. Required: ``videoId``.
public struct WorkerVideo: Codable, Hashable, Sendable, Identifiable {
  public var videoId: String
  /// The place in the server's one growing sequence.
  public var seq: Int?
  public var channelId: String?
  public var publishedAt: Date?
  public var title: String?
  public var url: String?
  /// Whole seconds; nil when not known.
  public var durationSeconds: Int?

  public var id: String { videoId }

  enum CodingKeys: String, CodingKey {
    case videoId, seq, channelId, publishedAt, title, url, durationSeconds
  }

  /// The same in the form that both servers share.
  public var video: Video {
    Video(
      videoId: videoId, channelId: channelId, publishedAt: publishedAt, title: title,
      duration: durationSeconds.flatMap { VideoLength(seconds: Double($0)) }, url: url)
  }
}

extension WorkerVideo {
  public init(videoId: String) { self.videoId = videoId }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    let publishedAt: WireInstant? = members[.publishedAt]
    self.init(
      videoId: try members.requireID(.videoId), seq: members[.seq], channelId: members[.channelId],
      publishedAt: publishedAt?.date, title: members[.title], url: members[.url],
      durationSeconds: members[.durationSeconds])
  }

  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(videoId, forKey: .videoId)
    try members.encodeIfPresent(seq, forKey: .seq)
    try members.encodeIfPresent(channelId, forKey: .channelId)
    try members.encodeIfPresent(WireInstant(publishedAt), forKey: .publishedAt)
    try members.encodeIfPresent(title, forKey: .title)
    try members.encodeIfPresent(url, forKey: .url)
    try members.encodeIfPresent(durationSeconds, forKey: .durationSeconds)
  }
}
