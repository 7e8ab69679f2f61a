public import Foundation
import MediaCore

/// A query to the feed.
///
/// The server caches an answer for two minutes; ``isFresh`` bypasses the cache. ``FeedStore`` builds its queries itself.
///
/// ```swift
/// let page = try await hub.feed.page(FeedQuery(limit: 100, isFresh: true))
/// print(page.videos.count)
/// ```
public struct FeedQuery: Sendable, Hashable {
  /// The point after which a query returns videos.
  public enum Since: Sendable, Hashable {
    /// Videos published later than this date.
    case date(Date)
    /// Videos after the end of an earlier page, whose cursor this is.
    case cursor(FeedCursor)
  }

  /// The maximum number of videos, 1…100: the server fails on less and cuts more.
  public let limit: Int
  /// The point after which videos are returned; nil for no bound.
  public var since: Since?
  /// Whether the request bypasses the server's cache, which otherwise answers with a feed that is up to two minutes old. Set this right
  /// after a reconcile or a registration.
  public var isFresh: Bool

  /// Creates a query.
  /// - Parameter limit: clamped to 1…100.
  public init(limit: Int = 50, since: Since? = nil, isFresh: Bool = false) {
    self.limit = min(max(limit, 1), 100)
    self.since = since
    self.isFresh = isFresh
  }

  /// The value of `since`, in the one form that every server reads: other forms are silently ignored.
  var sinceText: String? {
    switch since {
    case nil: return nil
    case .cursor(let cursor): return cursor.rawValue
    case .date(let date):
      // If the date cannot be written in this form, send none. The server then sends more videos than needed: this does no harm.
      let text = HubDate.format(date)
      return text.isEmpty ? nil : text
    }
  }
}

/// The end of a page, as the text that the server sent. It is sent back unchanged: seven digits of a second do not survive conversion to a
/// date, and an unescaped `+` makes the server start over forever.
public struct FeedCursor: RawRepresentable, Codable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
}
