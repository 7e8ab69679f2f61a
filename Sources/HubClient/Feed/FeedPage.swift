import MediaCore

/// One answer of the feed. A video without an id is left out and reported in `DecodingIssues`.
public struct FeedPage: Codable, Hashable, Sendable {
  /// The videos, newest first. Videos with the same date are in no particular order.
  public var videos: [Video] = []
  /// The cursor with which another page can be requested. Nil unless more videos match the query than its limit allows. The other page has
  /// *newer* videos, not older ones; see ``isTruncated``.
  public var nextCursor: FeedCursor?
  /// An unused member, which the server always sends as null.
  public var nextPageToken: String?
  /// The age of this answer if the answer comes from the server's cache, which stores answers for two minutes. Nil if the server has just
  /// made the answer.
  public var age: Duration?
  /// Whether the answer had the member `nextCursor`. False for an older server, which does not report whether there are more videos.
  public var hasCursorMember = true

  /// Whether older videos exist that cannot be requested, because the server returns at most the newest hundred videos.
  public var isTruncated: Bool { nextCursor != nil }

  enum CodingKeys: String, CodingKey { case videos, nextCursor, nextPageToken }
}

extension FeedPage {
  /// Creates a page without a cursor, as the server sends it if no more videos match.
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
