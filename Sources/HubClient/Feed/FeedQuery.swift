public import Foundation
import MediaCore

/// What to ask the feed for.
public struct FeedQuery: Sendable, Hashable {
  /// Where to begin.
  public enum Since: Sendable, Hashable {
    /// Published strictly later.
    case date(Date)
    /// As an earlier page gave it.
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

  /// The value of `since`, in a form the server certainly reads: what it cannot read it ignores silently.
  var sinceText: String? {
    switch since {
    case nil: nil
    case .cursor(let cursor): cursor.text
    case .date(let date): Self.text(date)
    }
  }

  /// Out of range is nothing the server could read; without a bound it sends more, which does no harm.
  private static func text(_ date: Date) -> String? {
    let text = HubDate.format(date)
    return text.isEmpty ? nil : text
  }
}

/// The server's own text for where a page ended. It goes back as it came: seven digits of a second do not survive a date, and
/// a `+` that is not escaped makes the server start over for ever.
public struct FeedCursor: Codable, Hashable, Sendable {
  public let text: String

  public init(_ text: String) { self.text = text }

  public init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(String.self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
