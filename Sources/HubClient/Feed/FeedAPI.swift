public import Foundation
import MediaCore

/// The route for the feed, which lists the videos of all of the user's channels together.
public protocol FeedAPI: Sendable {
  /// `GET /api/users/{user}/feed?limit=&since=`: returns the newest videos that match the query, at most a hundred, newest first.
  ///
  /// The server caches an answer for two minutes and never drops it earlier. ``FeedPage/age`` is the age of the answer, and
  /// ``FeedQuery/isFresh`` bypasses the cache. `since` is compared with the day of publication, so a video that the server found late can
  /// be older than `since` and is then left out. To get such videos, request with an overlap, and request all videos from time to time, as
  /// ``FeedStore`` does.
  /// - Throws: `userNotFound` before the first registration; `fetchFailed`.
  func page(_ query: FeedQuery) async throws(HubError) -> FeedPage
}

extension FeedAPI {
  /// Requests the 50 newest videos of the user's channels.
  public func newest() async throws(HubError) -> FeedPage { try await page(FeedQuery()) }

  /// Returns the pages of the feed as an asynchronous sequence. The sequence follows the server's cursor, which leads to newer videos. See
  /// ``FeedPager`` for its limits.
  public func pages(limit: Int = 100, since: Date? = nil, isFresh: Bool = false, maximumPages: Int = 10) -> FeedPager {
    let query = FeedQuery(limit: limit, since: since.map { .date($0) }, isFresh: isFresh)
    return FeedPager(query: query, maximumPages: maximumPages) { (query) async throws(HubError) in try await page(query)
    }
  }
}

struct LiveFeedAPI: FeedAPI {
  let calls: HubCalls
  let user: HubUserID

  func page(_ query: FeedQuery) async throws(HubError) -> FeedPage {
    // Any `Authorization` makes the server bypass its cache; the server ignores the value.
    let fields: HTTPFields = query.isFresh ? ["Authorization": "Uncached"] : [:]
    let endpoint = Endpoint(
      .hubFeedPage, path: ["api", "users", user.pathSegment, "feed"],
      query: ["since": query.sinceText, "limit": query.limit], fields: fields, traits: .hub(isRead: true)
    ) { response, decoding in
      try decoding.requireOK(response, operation: .hubFeedPage)
      var page = try decoding.json(FeedPage.self, from: response)
      page.age = response.age
      return page
    }
    return try await during(.feed, await calls.send(endpoint))
  }
}
