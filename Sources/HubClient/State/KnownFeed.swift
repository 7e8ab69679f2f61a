public import Foundation

/// What a ``FeedStore`` knows, as a value.
public struct KnownFeed: Sendable, Hashable {
  /// Of the wanted channels and not hidden, newest first.
  public var videos: [Video]
  /// Where videos may be missing, newest first.
  public var gaps: [FeedGap]
  /// The server holds older videos that it does not hand out.
  public var isTruncated: Bool
  /// When the feed was last fetched; nil for never.
  public var lastSync: Date?

  public init(videos: [Video] = [], gaps: [FeedGap] = [], isTruncated: Bool = false, lastSync: Date? = nil) {
    self.videos = videos
    self.gaps = gaps
    self.isTruncated = isTruncated
    self.lastSync = lastSync
  }
}
