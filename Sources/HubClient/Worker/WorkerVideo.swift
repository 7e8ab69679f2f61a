public import Foundation
import MediaCore

/// A video as a Worker sends it. Only ``videoId`` is required.
public struct WorkerVideo: Codable, Hashable, Sendable, Identifiable {
  /// The video's id at YouTube.
  public var videoId: String
  /// The number of the video in the server's growing sequence of videos.
  public var seq: Int?
  /// The channel's id at YouTube.
  public var channelId: String?
  /// The time at which the video was published.
  public var publishedAt: Date?
  /// The title of the video.
  public var title: String?
  /// The address of the video at YouTube, as the Worker sends it.
  public var url: String?
  /// The length in whole seconds; nil if it is unknown.
  public var durationSeconds: Int?

  public var id: String { videoId }

  enum CodingKeys: String, InstantKeys { case videoId, seq, channelId, publishedAt, title, url, durationSeconds }

  /// This video as a ``Video``, the type that Hub and Worker share.
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
