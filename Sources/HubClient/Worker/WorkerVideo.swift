public import Foundation
import MediaCore

/// One video as the Worker has it. Required: ``videoId``.
public struct WorkerVideo: Codable, Hashable, Sendable, Identifiable {
  /// The video's id at YouTube.
  public var videoId: String
  /// The video's place in the server's growing sequence.
  public var seq: Int?
  /// The channel's id at YouTube.
  public var channelId: String?
  /// When the video was published.
  public var publishedAt: Date?
  /// The title.
  public var title: String?
  /// The video's address at YouTube, as the Worker sends it.
  public var url: String?
  /// The length in whole seconds; nil when unknown.
  public var durationSeconds: Int?

  public var id: String { videoId }

  enum CodingKeys: String, InstantKeys { case videoId, seq, channelId, publishedAt, title, url, durationSeconds }

  /// The video as a ``Video``, the form that Hub and Worker share.
  public var video: Video {
    Video(
      videoId: videoId, channelId: channelId, publishedAt: publishedAt, title: title,
      duration: durationSeconds.flatMap { VideoLength(seconds: Double($0)) }, url: url)
  }
}

extension WorkerVideo {
  /// Creates a video with only an id.
  public init(videoId: String) { self.videoId = videoId }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    self.init(
      videoId: try members.requireID(.videoId), seq: members[.seq], channelId: members[.channelId],
      publishedAt: members.instant(.publishedAt), title: members[.title], url: members[.url],
      durationSeconds: members[.durationSeconds])
  }
}
