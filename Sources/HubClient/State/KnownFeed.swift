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

/// What a fetch brought.
public struct FeedUpdate: Sendable, Hashable {
  /// Videos of wanted channels that this device had not seen.
  public var unseen: [String]
  /// Nothing was known before: then everything is unseen, and nothing new.
  public var wasEmpty: Bool
  public var isTruncated: Bool
  /// Gaps that this fetch found.
  public var gaps: [FeedGap]

  public init(unseen: [String] = [], wasEmpty: Bool = false, isTruncated: Bool = false, gaps: [FeedGap] = []) {
    self.unseen = unseen
    self.wasEmpty = wasEmpty
    self.isTruncated = isTruncated
    self.gaps = gaps
  }
}
