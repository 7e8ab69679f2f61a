public import Foundation

/// A server of videos, as stores and view models use it. ``HubService`` and ``WorkerService`` both have one; a preview can use its own.
///
/// An error reaches the caller of a store with its `ClientError` and with the case that follows from that. Only `userNotFound`, after which
/// the stores register the channels again, and the progress of `registrationFailed` count as they are.
///
/// ```swift
/// struct CannedFeed: VideoFeed {
///   var storageName: String { "canned" }
///   func register(_ channels: [String]) async throws(HubError) -> ChannelRegistration { .init(registered: channels) }
///   func reconcile() async throws(HubError) -> Int? { nil }
///   func videos(_ request: FeedRequest) async throws(HubError) -> FeedAnswer { .init(videos: [.sample]) }
///   func channelTitles() async throws(HubError) -> [String: String] { [:] }
///   func canFindVideos() async throws(HubError) -> Bool { true }
/// }
/// ```
public protocol VideoFeed: Sendable {
  /// The name that keeps the stored data of servers and users apart. The name can appear in descriptions, so it must not contain a plain
  /// user id.
  var storageName: String { get }
  /// Adds channels; nothing is ever removed at the server.
  func register(_ channels: [String]) async throws(HubError) -> ChannelRegistration
  /// Makes the server look for new videos and returns the number of videos new to the server; nil if the server has no such task.
  func reconcile() async throws(HubError) -> Int?
  /// The videos from the requested position on, newest first.
  func videos(_ request: FeedRequest) async throws(HubError) -> FeedAnswer
  /// The names of channels by id, as far as the server has them; the Hub has none.
  func channelTitles() async throws(HubError) -> [String: String]
  /// Names and pictures of all channels that the server watches, by id; the Hub cannot list any. Without this function a feed has the names
  /// of ``channelTitles()`` and no pictures.
  func channelDetails() async throws(HubError) -> [String: ChannelDetails]
  /// Whether the server can find new videos; false, for example, with a used-up YouTube quota.
  func canFindVideos() async throws(HubError) -> Bool
}

extension VideoFeed {
  public func channelDetails() async throws(HubError) -> [String: ChannelDetails] {
    try await channelTitles().mapValues { ChannelDetails(title: $0) }
  }
}

/// The name and the picture of a channel, as a server has them.
public struct ChannelDetails: Sendable, Hashable {
  /// The name; nil when the server has none.
  public var title: String?
  /// The picture's address; nil when the server has none.
  public var pictureURL: URL?

  /// Creates details; by default the server has none.
  public init(title: String? = nil, pictureURL: URL? = nil) { (self.title, self.pictureURL) = (title, pictureURL) }
}

/// A request of a store to a ``VideoFeed``.
public struct FeedRequest: Sendable, Hashable {
  /// The requested part of the feed.
  public enum Scope: Sendable, Hashable {
    /// Videos since the position, with an overlap if the server needs one.
    case sincePosition
    /// The new videos, and the older videos of channels that were added.
    case newChannels
    /// All videos that can be requested.
    case everything
  }

  /// The requested part of the feed.
  public var scope = Scope.everything
  /// Channels to ask for; nil for all. The Hub ignores this and answers with every channel that was ever registered.
  public var channels: [String]?
  /// The position that the last answer reached.
  public var position = FeedPosition()
  /// The largest number of videos in one answer, if the server has pages.
  public var limit = 100
  /// Whether the server's cache is bypassed.
  public var isFresh = false

  public init() {}
}

/// The answer of a ``VideoFeed``.
public struct FeedAnswer: Sendable, Hashable {
  /// The videos, newest first.
  public var videos: [Video]
  /// The position for the next request.
  public var position: FeedPosition
  /// Whether more videos match that cannot be requested: the answer does not reach back beyond its oldest video.
  public var isTruncated = false
  /// Channels of which the server has only the videos it sent: older videos may have been dropped there.
  public var cutChannels: Set<String> = []
}

extension FeedAnswer {
  /// Creates an answer; without `position` the position stays.
  public init(videos: [Video] = [], position: FeedPosition = FeedPosition()) {
    (self.videos, self.position) = (videos, position)
  }
}

/// The position up to which a feed was read.
public struct FeedPosition: Sendable, Hashable, Codable {
  /// The newest publication seen, by the server's dates and not by the device's clock.
  public var publishedAt: Date?
  /// The places in the Worker's sequence, by the channel that they were read for; under `*` for all channels.
  public var places: [String: Int]

  /// Creates a position; by default nothing was read.
  public init(publishedAt: Date? = nil, places: [String: Int] = [:]) {
    (self.publishedAt, self.places) = (publishedAt, places)
  }

  /// The later publication of both, with the places of `other` replacing these: they are lower after the server was restored.
  public func advanced(to other: FeedPosition) -> FeedPosition {
    FeedPosition(
      publishedAt: [publishedAt, other.publishedAt].compactMap { $0 }.max(),
      places: places.merging(other.places) { $1 })
  }
}
