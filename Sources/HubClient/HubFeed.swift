import Foundation
import MediaCore

/// The Hub as a ``VideoFeed``.
struct HubFeed: VideoFeed {
  let storageName: String
  let roles: HubRoles

  /// The seconds before the watermark that are requested again: the server finds videos late, and changes rows afterwards.
  static let overlap: TimeInterval = 86_400

  func register(_ ids: [String]) async throws(HubError) -> ChannelRegistration {
    try await roles.channels.register(ids)
  }

  func reconcile() async throws(HubError) -> Int? { try await roles.reconciliation.reconcile().newVideosCount }

  func videos(_ request: FeedRequest) async throws(HubError) -> FeedAnswer {
    var query = FeedQuery(limit: request.limit, isFresh: request.isFresh)
    if request.scope == .sincePosition, let newest = request.position.publishedAt {
      query.since = .date(newest.addingTimeInterval(-Self.overlap))
    }
    let page = try await roles.feed.page(query)
    return FeedAnswer(
      videos: page.videos, position: FeedPosition(publishedAt: page.videos.compactMap(\.publishedAt).max()),
      isTruncated: page.isTruncated || (!page.hasCursorMember && page.videos.count >= query.limit))
  }

  func channelTitles() async throws(HubError) -> [String: String] { [:] }

  func canFindVideos() async throws(HubError) -> Bool { try await roles.health.check().canFindVideos }
}
