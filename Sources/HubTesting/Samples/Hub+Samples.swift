import Foundation
public import HubClient

extension Video {
  /// Complete, nine and a half minutes long.
  public static let sample = Video(
    videoId: "sampleVid01", channelId: "UCsampleChannelAAAAAAAAA",
    publishedAt: Date(timeIntervalSince1970: 1_795_262_400),
    title: "Sharpening a plane iron", description: "Stones, angles and patience.",
    thumbnailUrl: "https://i.ytimg.com/vi/sampleVid01/hqdefault.jpg", duration: VideoLength(seconds: 570))

  /// Pushed a moment ago: nothing but a title.
  public static let samplePushed = Video(
    videoId: "sampleVid02", channelId: "UCsampleChannelBBBBBBBBB",
    publishedAt: Date(timeIntervalSince1970: 1_795_345_200),
    title: "Just in")
}

extension FeedPage {
  public static let sample = FeedPage(videos: [.samplePushed, .sample])
}

extension HubHealth {
  public static let sample = HubHealth(
    status: .healthy, timestamp: Date(timeIntervalSince1970: 1_795_348_800),
    stats: HealthStats(channels: 24, users: 2, videos: 512),
    quota: HealthQuota(used: 120, remaining: 9880, limit: 10_000, percentUsed: 1.2),
    youtubeApi: YouTubeAvailability(available: true))
}

extension WatchRecord {
  public static let sample = WatchRecord(
    videoId: "sampleVid01", status: .watched, playbackPosition: 570,
    lastModified: Date(timeIntervalSince1970: 1_795_300_000))
}

extension WorkerVideo {
  public static let sample = WorkerVideo(
    videoId: "sampleVid01", seq: 17, channelId: "UCsampleChannelAAAAAAAAA",
    publishedAt: Date(timeIntervalSince1970: 1_795_262_400), title: "Sharpening a plane iron",
    url: "https://www.youtube.com/watch?v=sampleVid01", durationSeconds: 570)
}
