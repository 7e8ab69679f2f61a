public import Foundation
import MediaCore

/// A query to the feed.
public struct FeedQuery: Sendable, Hashable {
  /// The beginning of a query.
  public enum Since: Sendable, Hashable {
    /// Published strictly later.
    case date(Date)
    /// The end of an earlier page.
    case cursor(FeedCursor)
  }

  /// 1…100: the server fails on less and cuts more.
  public let limit: Int
  /// Nil for no bound.
  public var since: Since?
  /// Goes around the server's cache, which keeps a feed for two minutes whatever happens meanwhile. For right after a
  /// reconcile or a registration.
  public var isFresh: Bool

  /// - Parameter limit: brought into 1…100.
  public init(limit: Int = 50, since: Since? = nil, isFresh: Bool = false) {
    self.limit = min(max(limit, 1), 100)
    self.since = since
    self.isFresh = isFresh
  }

  /// The value of `since`, in a form the server certainly reads: any other is silently ignored.
  var sinceText: String? {
    switch since {
    case nil: return nil
    case .cursor(let cursor): return cursor.rawValue
    case .date(let date):
      // The server cannot read a date out of range; without a bound it sends more, which does no harm.
      let text = HubDate.format(date)
      return text.isEmpty ? nil : text
    }
  }
}

/// The server's own text for the end of a page. It goes back as it came: seven digits of a second do not survive a
/// date, and a `+` that is not escaped makes the server start over for ever.
public struct FeedCursor: RawRepresentable, Codable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
}
