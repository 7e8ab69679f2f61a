import MediaCore

/// One answer of the feed. A video without an id is left out and reported in `DecodingIssues`.
public struct FeedPage: Codable, Hashable, Sendable {
  /// The videos, newest first. Videos with the same date are in no particular order.
  public var videos: [Video] = []
  /// The cursor for another page. It is set only if more videos match than the limit. The other page has *newer* videos, not older ones;
  /// see ``isTruncated``.
  public var nextCursor: FeedCursor?
  /// An unused member, which the server always sends as null.
  public var nextPageToken: String?
  /// The age of this answer, if it comes from the server's cache, which keeps answers for two minutes. Nil for a new answer.
  public var age: Duration?
  /// Whether the answer had the member `nextCursor`. False for an older server, which does not report whether there are more videos.
  public var hasCursorMember = true

  /// Whether older videos exist that cannot be requested, because the server only returns the newest hundred.
  public var isTruncated: Bool { nextCursor != nil }

  enum CodingKeys: String, CodingKey { case videos, nextCursor, nextPageToken }
}

extension FeedPage {
  /// Creates a page without a cursor, which is the last page.
  public init(videos: [Video] = []) { self.videos = videos }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    // Throw if the answer has no list: an empty feed would look like a success.
    let list: LossyList<Video> = try members.require(.videos)
    let cursor: FeedCursor? = members[.nextCursor]
    self.init(
      videos: list.elements, nextCursor: cursor.flatMap { $0.rawValue.isEmpty ? nil : $0 },
      nextPageToken: members[.nextPageToken], hasCursorMember: members.contains(.nextCursor))
  }

  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(videos, forKey: .videos)
    if hasCursorMember { try members.encode(nextCursor, forKey: .nextCursor) }
    try members.encode(nextPageToken, forKey: .nextPageToken)
  }
}
