public import Foundation

/// The state of a ``FeedStore`` at one moment: its videos, and what may be missing among them.
public struct KnownFeed: Sendable, Hashable {
  /// The videos of the wanted channels that are not hidden, newest first.
  public var videos: [Video] = []
  /// Periods from which videos may be missing, newest first.
  public var gaps: [FeedGap] = []
  /// Whether videos may be missing: there are ``gaps``, or older videos of these channels exist that the server does not return or that
  /// exceed the capacity of this device.
  public var isTruncated = false
  /// When the feed was last fetched; nil for never.
  public var lastSync: Date?

  package init() {}
}

/// A period from which videos may be missing for good: the server could not return all that was published in it.
public struct FeedGap: Sendable, Hashable, Codable, Identifiable {
  /// The id of the channel whose videos may be missing; nil when the gap concerns all channels.
  public var channelId: String?
  /// The start of the gap: the publication of the newest video that was stored before it.
  public var after: Date
  /// The end of the gap: the publication of the oldest video that arrived after it.
  public var before: Date
  /// When this device noticed the gap.
  public var noticedAt: Date

  /// Creates a gap.
  public init(channelId: String? = nil, after: Date, before: Date, noticedAt: Date) {
    (self.channelId, self.after, self.before, self.noticedAt) = (channelId, after, before, noticedAt)
  }

  public var id: String { "\(channelId ?? "")/\(HubDate.format(after))/\(HubDate.format(before))" }
}

/// The result of a fetch of videos.
public struct FeedUpdate: Sendable, Hashable {
  /// The ids of videos of wanted channels that this device did not have before.
  public var unseen: [String] = []
  /// Whether the store held no videos before the fetch: then all videos are unseen, and none counts as new.
  public var wasEmpty = false
  /// Whether older videos of the wanted channels exist that are not on this device, because the server does not return them, or because
  /// they exceed the capacity of this device.
  public var isTruncated = false
  /// The gaps that this fetch found, in which videos may be missing.
  public var gaps: [FeedGap] = []
}
