public import Foundation

/// A stretch of time of which videos may be missing for good: the server could not hand out all that was published in it.
public struct FeedGap: Sendable, Hashable, Codable, Identifiable {
  /// Nil when it concerns all channels.
  public var channelId: String?
  /// The newest video that was known before it.
  public var after: Date
  /// The oldest one that came after it.
  public var before: Date
  public var noticedAt: Date

  public init(channelId: String? = nil, after: Date, before: Date, noticedAt: Date) {
    self.channelId = channelId
    self.after = after
    self.before = before
    self.noticedAt = noticedAt
  }

  public var id: String { "\(channelId ?? "")/\(HubDate.format(after))/\(HubDate.format(before))" }
}
