/// What stores and view models need of a server of videos. ``HubService`` and ``WorkerService`` both have one; bring your own
/// for a preview.
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
  /// Tells the stored data of servers and users apart. It can appear in descriptions: no user id as it is.
  var storageName: String { get }
  /// Adds channels; nothing is ever removed at the server.
  func register(_ channels: [String]) async throws(HubError) -> ChannelRegistration
  /// Has the server look for new videos and returns how many were new to it; nil where there is nothing to do.
  func reconcile() async throws(HubError) -> Int?
  func videos(_ request: FeedRequest) async throws(HubError) -> FeedAnswer
  /// Names of channels by id, as far as the server knows them; the Hub knows none.
  func channelTitles() async throws(HubError) -> [String: String]
  /// False while the server is well but cannot find new videos, such as with a used-up YouTube quota.
  func canFindVideos() async throws(HubError) -> Bool
}
