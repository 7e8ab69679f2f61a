public import Foundation

/// A source of videos, such as a server, for the stores and view models of this module. ``HubService`` and ``WorkerService`` each have a
/// feed, and a preview can implement its own.
///
/// If a function of the feed throws, the stores read the error's `ClientError` and derive the case of ``HubError`` from it. There are two
/// exceptions. After `userNotFound`, the stores register the channels again. From `registrationFailed`, the stores read which channels were
/// registered.
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
  /// The name under which the data of this feed is stored. Use a different name for each combination of server and user, so that their data
  /// stay apart. The name can appear in descriptions, so it must not contain a readable user id.
  var storageName: String { get }
  /// Adds channels to the channels whose videos the server collects. No function removes a channel from the server.
  func register(_ channels: [String]) async throws(HubError) -> ChannelRegistration
  /// Makes the server look for new videos. Returns the number of videos that were new to the server. Returns nil if the server cannot be
  /// asked to look for videos.
  func reconcile() async throws(HubError) -> Int?
  /// Reads the requested videos from the server. Returns them newest first.
  func videos(_ request: FeedRequest) async throws(HubError) -> FeedAnswer
  /// Reads the names of channels by channel id. Channels without a name on the server are left out. The result is empty for a Hub, which
  /// has no names.
  func channelTitles() async throws(HubError) -> [String: String]
  /// Reads the names and pictures of all channels whose videos the server collects, by channel id. A Hub cannot list channels. If a feed
  /// does not implement this function, the names of ``channelTitles()`` are used, without pictures.
  func channelDetails() async throws(HubError) -> [String: ChannelDetails]
  /// Whether the server can find new videos. The result is false, for example, while the server's YouTube quota is used up.
  func canFindVideos() async throws(HubError) -> Bool
}

extension VideoFeed {
  public func channelDetails() async throws(HubError) -> [String: ChannelDetails] {
    try await channelTitles().mapValues { ChannelDetails(title: $0) }
  }
}

/// The name and the picture of a channel on the server.
public struct ChannelDetails: Sendable, Hashable {
  /// The name of the channel; nil if the server has no name for it.
  public var title: String?
  /// The address of the channel's picture; nil if the server has no picture.
  public var pictureURL: URL?

  /// Creates details. By default, they have neither a name nor a picture.
  public init(title: String? = nil, pictureURL: URL? = nil) { (self.title, self.pictureURL) = (title, pictureURL) }
}

/// A request for videos. The stores pass it to a ``VideoFeed``.
public struct FeedRequest: Sendable, Hashable {
  /// The range of videos that is requested.
  public enum Scope: Sendable, Hashable {
    /// Requests the videos since ``FeedRequest/position``. If the server needs an overlap, also requests some videos from before that
    /// position.
    case sincePosition
    /// Requests the new videos of all requested channels, and also the older videos of channels that were added since the last request.
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
  /// The maximum number of videos in one answer. Ignored if the server does not divide its answers into pages.
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
  /// Whether the server has more matching videos that cannot be requested. They are older than the oldest video of this answer.
  public var isTruncated = false
  /// The ids of channels whose older videos the server may have dropped. For these channels, the answer contains all videos that the server
  /// still stores.
  public var cutChannels: Set<String> = []
}

extension FeedAnswer {
  /// Creates an answer. If `position` is omitted, the store continues from the position that it has stored. After a request for
  /// `everything`, the stored position is reset instead.
  public init(videos: [Video] = [], position: FeedPosition = FeedPosition()) {
    (self.videos, self.position) = (videos, position)
  }
}

/// The position up to which a feed was read.
public struct FeedPosition: Sendable, Hashable, Codable {
  /// The latest publication date among the videos that were read. The date comes from the server's data, not from the device's clock.
  public var publishedAt: Date?
  /// For each channel id, the place up to which the Worker's numbered sequence of videos was read. The key `*` stands for a request without
  /// channel ids, which returns the videos of all channels.
  public var places: [String: Int]

  /// Creates a position. By default, nothing was read yet.
  public init(publishedAt: Date? = nil, places: [String: Int] = [:]) {
    (self.publishedAt, self.places) = (publishedAt, places)
  }

  /// Returns this position updated with `other`, a position that was read later. The result has the later publication date of the two. For
  /// each place, the result has the value of `other`, even if it is lower because the server was restored.
  public func advanced(to other: FeedPosition) -> FeedPosition {
    FeedPosition(
      publishedAt: [publishedAt, other.publishedAt].compactMap { $0 }.max(),
      places: places.merging(other.places) { $1 })
  }
}
