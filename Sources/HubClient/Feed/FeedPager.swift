/// The pages of a feed as an asynchronous sequence. The pager requests each next page with the server's cursor, and stops if the pages
/// repeat.
///
/// The cursor is sent back as `since`, which means *later than*. The next page therefore repeats the videos of the first page, except the
/// videos at its end. Older videos cannot be requested at all, and a server that misreads the cursor repeats the same page forever. The
/// pager stops if a page has no new video, if a cursor is repeated, or after the maximum number of pages. A further page can only add
/// videos that arrived in the meantime, so one page of a hundred videos is usually the better choice.
///
/// ```swift
/// for try await videos in hub.feed.pages() { print(videos.count) }
/// ```
public struct FeedPager: Sendable, AsyncSequence, AsyncIteratorProtocol {
  typealias Load = @Sendable (FeedQuery) async throws(HubError) -> FeedPage

  private let load: Load
  private let maximumPages: Int
  private var query: FeedQuery
  private var seen: Set<String> = []
  private var cursors: Set<FeedCursor> = []
  private var isDone = false
  /// The number of pages that were requested so far.
  public private(set) var pages = 0
  /// Whether the pages requested so far have shown that older videos exist that cannot be requested.
  public private(set) var isTruncated = false

  init(query: FeedQuery, maximumPages: Int, load: @escaping Load) {
    self.query = query
    self.maximumPages = Swift.max(1, Swift.min(maximumPages, 100))
    self.load = load
  }

  /// Requests the next page and returns those of its videos that no earlier page contained. Returns nil if there is no further page.
  public mutating func next() async throws(HubError) -> [Video]? {
    guard !isDone, pages < maximumPages else { return nil }
    let page = try await load(query)
    pages += 1
    isTruncated = isTruncated || page.isTruncated
    let new = page.videos.filter { seen.insert($0.videoId).inserted }
    if let cursor = page.nextCursor, !new.isEmpty, cursors.insert(cursor).inserted {
      query.since = .cursor(cursor)
    } else {
      isDone = true
    }
    return new.isEmpty ? nil : new
  }

  /// Returns a copy of this pager. The copy continues after the last page that this pager has requested.
  public func makeAsyncIterator() -> FeedPager { self }

  /// Requests all remaining pages, and returns their videos, newest first.
  public mutating func all() async throws(HubError) -> [Video] {
    var videos: [Video] = []
    while let page = try await next() { videos += page }
    return videos.sorted(by: Video.isNewer)
  }
}
