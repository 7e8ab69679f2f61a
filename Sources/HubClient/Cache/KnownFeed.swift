public import Foundation

/// The videos of a ``FeedStore``, as a value.
public struct KnownFeed: Sendable, Hashable {
  /// Of the wanted channels and not hidden, newest first.
  public var videos: [Video] = []
  /// Stretches of time of which videos may be missing, newest first.
  public var gaps: [FeedGap] = []
  /// There are older videos of these channels that are not here: the server does not hand them out, or they were more than this
  /// device keeps.
  public var isTruncated = false
  /// When the feed was last fetched; nil for never.
  public var lastSync: Date?

  package init() {}
}

/// A stretch of time of which videos may be missing for good: the server could not hand out all that was published in it.
public struct FeedGap: Sendable, Hashable, Codable, Identifiable {
  /// Nil when it concerns all channels.
  public var channelId: String?
  /// The newest video that was stored before it.
  public var after: Date
  /// The oldest one that came after it.
  public var before: Date
  /// When this device noticed it.
  public var noticedAt: Date

  /// A span in which videos may be missing.
  public init(channelId: String? = nil, after: Date, before: Date, noticedAt: Date) {
    (self.channelId, self.after, self.before, self.noticedAt) = (channelId, after, before, noticedAt)
  }

  public var id: String { "\(channelId ?? "")/\(HubDate.format(after))/\(HubDate.format(before))" }
}
