/// What a ``VideoFeed`` answers.
public struct FeedAnswer: Sendable, Hashable {
  public var videos: [Video]
  public var position: FeedPosition
  /// There is more that matches and cannot be had: what is here goes no further back than its oldest video.
  public var isTruncated: Bool
  /// Channels of which the server holds no more than what it sent: what is older than that may have been and gone.
  public var cutChannels: Set<String>

  public init(
    videos: [Video] = [], position: FeedPosition = FeedPosition(), isTruncated: Bool = false,
    cutChannels: Set<String> = []
  ) {
    self.videos = videos
    self.position = position
    self.isTruncated = isTruncated
    self.cutChannels = cutChannels
  }
}
