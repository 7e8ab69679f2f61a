public import Foundation
import MediaCore

/// A query to the feed.
///
/// The server caches an answer for two minutes, and ``isFresh`` bypasses the cache. ``FeedStore`` builds its own queries, so an app needs
/// this type only for its own calls.
///
/// ```swift
/// let page = try await hub.feed.page(FeedQuery(limit: 100, isFresh: true))
/// print(page.videos.count)
/// ```
public struct FeedQuery: Sendable, Hashable {
  /// The lower bound of a query. Only videos after this bound are returned.
  public enum Since: Sendable, Hashable {
    /// Returns videos that were published later than this date.
    case date(Date)
    /// Returns videos after the end of an earlier page. The associated value is the cursor of that page.
    case cursor(FeedCursor)
  }

  /// The maximum number of videos, 1…100. The server fails for smaller numbers, and returns at most 100 videos for larger numbers.
  public let limit: Int
  /// The lower bound of the query. Only videos after this bound are returned. If nil, there is no lower bound.
  public var since: Since?
  /// Whether the request bypasses the server's cache. If false, the answer can be up to two minutes old. Set this to true right after a
  /// reconcile or a registration.
  public var isFresh: Bool

  /// Creates a query.
  /// - Parameter limit: the maximum number of videos, limited to 1…100.
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

/// A position in the feed, at the end of a page. The raw value is the text that the server sent. Send the text back unchanged: a conversion
/// to a date would lose some of its seven fractional digits. If the `+` in the text is not escaped, the server ignores the position and
/// returns the first page each time.
public struct FeedCursor: RawRepresentable, Codable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
}
