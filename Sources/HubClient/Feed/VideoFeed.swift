public import Foundation

/// A server of videos, as stores and view models use it. ``HubService`` and ``WorkerService`` both have one; a preview can use its own.
///
/// If a function of the feed throws, the stores use the error's `ClientError` and choose the case of ``HubError`` from it. Only two things
/// are used as thrown: `userNotFound`, after which the stores register the channels again, and the progress of `registrationFailed`.
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
  /// Adds channels to those that the server watches; no channel is ever removed from the server.
  func register(_ channels: [String]) async throws(HubError) -> ChannelRegistration
  /// Makes the server look for new videos. Returns the number of videos that were new to the server; nil if the server cannot be asked to.
  func reconcile() async throws(HubError) -> Int?
  /// Reads the videos from the requested position on, newest first.
  func videos(_ request: FeedRequest) async throws(HubError) -> FeedAnswer
  /// Reads the names of channels by id, as far as the server has them; the Hub has none.
  func channelTitles() async throws(HubError) -> [String: String]
  /// Reads names and pictures of all channels that the server watches, by id; the Hub cannot list any. A feed without this function has the
  /// names of ``channelTitles()`` and no pictures.
  func channelDetails() async throws(HubError) -> [String: ChannelDetails]
  /// Whether the server can find new videos; false, for example, while its YouTube quota is used up.
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
    /// The videos since ``FeedRequest/position``, with an overlap if the server needs one.
    case sincePosition
    /// The new videos, and the older videos of channels that were added.
    case newChannels
    /// All videos that can be requested.
    case everything
  }

  /// The requested part of the feed.
  public var scope = Scope.everything
  /// The ids of the requested channels; nil for all. The Hub ignores this and answers with every channel that was ever registered.
  public var channels: [String]?
  /// The position that the last answer reached.
  public var position = FeedPosition()
  /// The maximum number of videos in one answer, if the server has pages.
  public var limit = 100
  /// Whether the request bypasses the server's cache.
  public var isFresh = false

  public init() {}
}

/// The answer of a ``VideoFeed`` to a request for videos.
public struct FeedAnswer: Sendable, Hashable {
  /// The videos, newest first.
  public var videos: [Video]
  /// The position for the next request.
  public var position: FeedPosition
  /// Whether more videos match that cannot be requested: videos older than the oldest one of the answer are missing.
  public var isTruncated = false
  /// The ids of channels of which the answer has all videos that the server still has; the server may have dropped older ones.
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
  /// The newest publication among the videos that were read, by the server's dates and not by the device's clock.
  public var publishedAt: Date?
  /// The places in the Worker's sequence, by the id of the channel that they were read for; under `*` for all channels.
  public var places: [String: Int]

  /// Creates a position; by default nothing was read yet.
  public init(publishedAt: Date? = nil, places: [String: Int] = [:]) {
    (self.publishedAt, self.places) = (publishedAt, places)
  }

  /// Returns this position moved on to `other`: the later publication of both, with the places of `other`, which are lower after the server
  /// was restored.
  public func advanced(to other: FeedPosition) -> FeedPosition {
    FeedPosition(
      publishedAt: [publishedAt, other.publishedAt].compactMap { $0 }.max(),
      places: places.merging(other.places) { $1 })
  }
}
