import Foundation
public import HubClient

extension Video {
  /// A video with all members that a Hub sends, nine and a half minutes long, for previews and tests.
  public static let sample = {
    var video = WorkerVideo.sample.video
    video.description = "Stones, angles and patience."
    video.thumbnailUrl = "https://i.ytimg.com/vi/sampleVid01/hqdefault.jpg"
    video.url = nil
    return video
  }()

  /// A video that YouTube has just announced to the server, with only a title, for previews and tests.
  public static let samplePushed = {
    var video = Video(videoId: "sampleVid02")
    video.channelId = "UCsampleChannelBBBBBBBBB"
    video.publishedAt = Date(timeIntervalSince1970: 1_795_345_200)
    video.title = "Just in"
    return video
  }()
}

extension FeedPage {
  /// A page with two videos, for previews and tests.
  public static let sample = FeedPage(videos: [.samplePushed, .sample])
}

extension HubHealth {
  /// A healthy server, for previews and tests.
  public static let sample = {
    var health = HubHealth()
    health.status = .healthy
    health.timestamp = Date(timeIntervalSince1970: 1_795_348_800)
    var stats = HealthStats()
    (stats.channels, stats.users, stats.videos) = (24, 2, 512)
    health.stats = stats
    var quota = HealthQuota()
    (quota.used, quota.remaining, quota.limit, quota.percentUsed) = (120, 9880, 10_000, 1.2)
    health.quota = quota
    var youtube = YouTubeAvailability()
    youtube.available = true
    health.youtubeApi = youtube
    return health
  }()
}

extension WatchRecord {
  /// A watched video, for previews and tests.
  public static let sample = {
    var record = WatchRecord(
      videoId: "sampleVid01", status: .watched, lastModified: Date(timeIntervalSince1970: 1_795_300_000))
    record.playbackPosition = 570
    return record
  }()
}

extension WorkerVideo {
  /// A video with all members, for previews and tests.
  public static let sample = {
    var video = WorkerVideo(videoId: "sampleVid01")
    video.seq = 17
    video.channelId = "UCsampleChannelAAAAAAAAA"
    video.publishedAt = Date(timeIntervalSince1970: 1_795_262_400)
    video.title = "Sharpening a plane iron"
    video.url = "https://www.youtube.com/watch?v=sampleVid01"
    video.durationSeconds = 570
    return video
  }()
}
