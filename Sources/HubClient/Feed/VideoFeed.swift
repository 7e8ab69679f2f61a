public import Foundation

/// A server of videos, in the form in which stores and view models use it. ``HubService`` and ``WorkerService`` each have a feed, and a
/// preview can implement its own.
///
/// If a function of the feed throws, the stores read the error's `ClientError` and derive the case of ``HubError`` from it. Only two cases
/// are used as thrown: after `userNotFound`, the stores register the channels again, and from `registrationFailed` they use the progress.
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
  /// The name that keeps the stored data of servers and users apart. The name can appear in descriptions, so it must not contain a readable
  /// user id.
  var storageName: String { get }
  /// Adds channels to those that the server watches. No function removes a channel from the server.
  func register(_ channels: [String]) async throws(HubError) -> ChannelRegistration
  /// Makes the server look for new videos. Returns the number of videos that were new to the server; nil if the server has no such
  /// function.
  func reconcile() async throws(HubError) -> Int?
  /// Reads the videos that the request asks for, newest first.
  func videos(_ request: FeedRequest) async throws(HubError) -> FeedAnswer
  /// Reads the names of channels by channel id. Channels without a name on the server are left out. The result is empty for a Hub, which
  /// has no names.
  func channelTitles() async throws(HubError) -> [String: String]
  /// Reads the names and pictures of all channels that the server watches, by channel id. A Hub cannot list channels. If a feed does not
  /// implement this function, the names of ``channelTitles()`` are used, without pictures.
  func channelDetails() async throws(HubError) -> [String: ChannelDetails]
  /// Whether the server can find new videos. The result is false, for example, while the server's YouTube quota is used up.
  func canFindVideos() async throws(HubError) -> Bool
}

extension VideoFeed {
  public func channelDetails() async throws(HubError) -> [String: ChannelDetails] {
    try await channelTitles().mapValues { ChannelDetails(title: $0) }
  }
}

/// The name and the picture of a channel, as the server has them.
public struct ChannelDetails: Sendable, Hashable {
  /// The name; nil if the server has none.
  public var title: String?
  /// The picture's address; nil if the server has none.
  public var pictureURL: URL?

  /// Creates details. By default, they have neither a name nor a picture.
  public init(title: String? = nil, pictureURL: URL? = nil) { (self.title, self.pictureURL) = (title, pictureURL) }
}

/// A request for videos, from a store to a ``VideoFeed``.
public struct FeedRequest: Sendable, Hashable {
  /// The range of videos that is requested.
  public enum Scope: Sendable, Hashable {
    /// Requests the videos since ``FeedRequest/position``, with an overlap if the server needs one.
    case sincePosition
    /// Requests the new videos, and the older videos of channels that were added.
    case newChannels
    /// Requests all videos that the server can return.
    case everything
  }

  /// The range of videos that is requested.
  public var scope = Scope.everything
  /// The ids of the requested channels. If nil, the videos of all channels are requested. A Hub ignores these ids and answers with the
  /// videos of every channel that was ever registered.
  public var channels: [String]?
  /// The position in the feed up to which the last answer was read.
  public var position = FeedPosition()
  /// The maximum number of videos in one answer, if the server divides its answers into pages.
  public var limit = 100
  /// Whether the request bypasses the server's cache.
  public var isFresh = false

  public init() {}
}

/// The answer of a ``VideoFeed`` to a request for videos.
public struct FeedAnswer: Sendable, Hashable {
  /// The videos, newest first.
  public var videos: [Video]
  /// The position from which the next request continues.
  public var position: FeedPosition
  /// Whether more videos match that cannot be requested. These are videos older than the oldest video of this answer.
  public var isTruncated = false
  /// The ids of channels of which this answer has all videos that the server still stores. The server may have dropped older videos of
  /// these channels.
  public var cutChannels: Set<String> = []
}

extension FeedAnswer {
  /// Creates an answer. If `position` is omitted, the stored position stays; after a request for `everything`, it is reset instead.
  public init(videos: [Video] = [], position: FeedPosition = FeedPosition()) {
    (self.videos, self.position) = (videos, position)
  }
}

/// The position up to which a feed was read.
public struct FeedPosition: Sendable, Hashable, Codable {
  /// The latest publication date among the videos that were read. It comes from the server's data, not from the device's clock.
  public var publishedAt: Date?
  /// The places that were read in the Worker's sequence of videos. The keys are the channel ids for which they were read, or `*` for all
  /// channels.
  public var places: [String: Int]

  /// Creates a position. By default, nothing was read yet.
  public init(publishedAt: Date? = nil, places: [String: Int] = [:]) {
    (self.publishedAt, self.places) = (publishedAt, places)
  }

  /// Returns this position moved on to `other`. The result has the later publication date of the two, and the places of `other`, even if
  /// they are lower because the server was restored.
  public func advanced(to other: FeedPosition) -> FeedPosition {
    FeedPosition(
      publishedAt: [publishedAt, other.publishedAt].compactMap { $0 }.max(),
      places: places.merging(other.places) { $1 })
  }
}
