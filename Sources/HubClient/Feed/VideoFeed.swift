public import Foundation

/// A server of videos, as stores and view models need it. ``HubService`` and ``WorkerService`` both have one; bring
/// your own for a preview.
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
  /// Keeps the stored data of servers and users apart. It can appear in descriptions: no user id as it is.
  var storageName: String { get }
  /// Adds channels; nothing is ever removed at the server.
  func register(_ channels: [String]) async throws(HubError) -> ChannelRegistration
  /// Has the server look for new videos and returns the number of those new to it; nil where there is nothing to do.
  func reconcile() async throws(HubError) -> Int?
  /// Videos from the requested place on, newest first.
  func videos(_ request: FeedRequest) async throws(HubError) -> FeedAnswer
  /// Names of channels by id, as far as the server has them; the Hub has none.
  func channelTitles() async throws(HubError) -> [String: String]
  /// False while the server is well but cannot find new videos, such as with a used-up YouTube quota.
  func canFindVideos() async throws(HubError) -> Bool
}

/// A request of a store to a ``VideoFeed``.
public struct FeedRequest: Sendable, Hashable {
  /// The part of the feed that is asked for.
  public enum Scope: Sendable, Hashable {
    /// Videos since the position, with an overlap where the server needs one.
    case sincePosition
    /// Channels were added: their older videos too.
    case newChannels
    /// Everything that can be had.
    case everything
  }

  /// Everything, or what is newer than a place.
  public var scope = Scope.everything
  /// The wanted ones; nil for all. The Hub answers with all that were ever registered, whatever stands here.
  public var channels: [String]?
  /// The end of the last answer.
  public var position = FeedPosition()
  /// The largest number of videos in one answer, where the server has pages.
  public var limit = 100
  /// Bypasses the server's cache.
  public var isFresh = false

  /// Everything.
  public init() {}
}

/// The answer of a ``VideoFeed``.
public struct FeedAnswer: Sendable, Hashable {
  /// Newest first.
  public var videos: [Video]
  /// The place to ask from next time.
  public var position: FeedPosition
  /// There are more videos that match and cannot be had: the answer goes no further back than its oldest video.
  public var isTruncated = false
  /// Channels of which the server holds no more than the videos it sent: older ones may have been and gone.
  public var cutChannels: Set<String> = []
}

extension FeedAnswer {
  /// An answer that moves no place unless one is given.
  public init(videos: [Video] = [], position: FeedPosition = FeedPosition()) {
    (self.videos, self.position) = (videos, position)
  }
}

/// The position up to which a feed was read.
public struct FeedPosition: Sendable, Hashable, Codable {
  /// The newest publication seen: by the server's dates, never by the device's clock.
  public var publishedAt: Date?
  /// Places in the Worker's sequence by channel: a place belongs to the channels it was read for. Under `*` for all channels.
  public var places: [String: Int]

  /// Nothing was read yet.
  public init(publishedAt: Date? = nil, places: [String: Int] = [:]) {
    (self.publishedAt, self.places) = (publishedAt, places)
  }

  /// The later publication, and the places of `other`, which are lower after the server was restored.
  public func advanced(to other: FeedPosition) -> FeedPosition {
    FeedPosition(
      publishedAt: [publishedAt, other.publishedAt].compactMap { $0 }.max(),
      places: places.merging(other.places) { $1 })
  }
}
