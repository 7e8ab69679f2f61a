/// What a store asks a ``VideoFeed`` for.
public struct FeedRequest: Sendable, Hashable {
  public enum Scope: Sendable, Hashable {
    /// What came since the position, with an overlap where the server needs one.
    case news
    /// Channels were added: their older videos too.
    case newChannels
    /// Everything that can be had.
    case everything
  }

  public var scope: Scope
  /// The wanted ones; nil for all. The Hub answers with all that were ever registered, whatever stands here.
  public var channels: [String]?
  /// Where the last answer ended.
  public var position: FeedPosition
  /// How many videos at most, where the server has pages.
  public var limit: Int
  /// Past what the server keeps in its cache.
  public var isFresh: Bool

  public init(
    scope: Scope = .everything, channels: [String]? = nil, position: FeedPosition = FeedPosition(), limit: Int = 100,
    isFresh: Bool = false
  ) {
    self.scope = scope
    self.channels = channels
    self.position = position
    self.limit = limit
    self.isFresh = isFresh
  }
}
