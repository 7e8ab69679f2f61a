public import Foundation

/// The state of a ``FeedStore`` at one moment: its videos, and the periods from which videos may be missing.
public struct KnownFeed: Sendable, Hashable {
  /// The stored videos of the wanted channels, newest first. Hidden videos are left out.
  public var videos: [Video] = []
  /// The periods from which videos may be missing, newest first.
  public var gaps: [FeedGap] = []
  /// Whether videos may be missing. This is the case if there are ``gaps``, or if older videos of the wanted channels exist that the server
  /// does not return or that exceed the capacity of this device.
  public var isTruncated = false
  /// The time of the last fetch; nil if there was none.
  public var lastSync: Date?

  package init() {}
}

/// A period from which videos may be missing permanently, because the server could not return all videos that were published in it.
public struct FeedGap: Sendable, Hashable, Codable, Identifiable {
  /// The id of the channel whose videos may be missing. If nil, videos of all channels may be missing.
  public var channelId: String?
  /// The start of the gap, which is the publication date of the newest video that was stored before the gap.
  public var after: Date
  /// The end of the gap, which is the publication date of the oldest video that was stored after the gap.
  public var before: Date
  /// The time at which this device noticed the gap.
  public var noticedAt: Date

  /// Creates a gap.
  public init(channelId: String? = nil, after: Date, before: Date, noticedAt: Date) {
    (self.channelId, self.after, self.before, self.noticedAt) = (channelId, after, before, noticedAt)
  }

  public var id: String { "\(channelId ?? "")/\(HubDate.format(after))/\(HubDate.format(before))" }
}

/// The result of a fetch of videos.
public struct FeedUpdate: Sendable, Hashable {
  /// The ids of videos of wanted channels that were not on this device before.
  public var unseen: [String] = []
  /// Whether the store held no videos before the fetch. If true, ``unseen`` contains the fetched videos, but they are not announced as new.
  public var wasEmpty = false
  /// Whether older videos of the wanted channels exist that are not on this device. Either the server does not return them, or they exceed
  /// the capacity of this device.
  public var isTruncated = false
  /// The gaps that this fetch found. A gap is a period from which videos may be missing.
  public var gaps: [FeedGap] = []
}
