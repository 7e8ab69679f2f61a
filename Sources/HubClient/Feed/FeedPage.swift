import MediaCore

/// One answer of the feed. A video without an id is left out and counted in `DecodingIssues`.
public struct FeedPage: Codable, Hashable, Sendable {
  /// The videos, newest first; the order of equal instants is undefined.
  public var videos: [Video] = []
  /// The cursor for another page, set only when more videos match than the limit. The other page has *newer* videos, not older ones: see
  /// ``isTruncated``.
  public var nextCursor: FeedCursor?
  /// A member without use, which the server always sends as null.
  public var nextPageToken: String?
  /// The age of the answer, which the server caches for two minutes; nil for a new answer.
  public var age: Duration?
  /// Whether the server sent the member of the cursor. False for an older server, which does not say whether there are more videos.
  public var hasCursorMember = true

  /// Whether older videos exist that cannot be requested: no filter reaches beyond the newest hundred.
  public var isTruncated: Bool { nextCursor != nil }

  enum CodingKeys: String, CodingKey { case videos, nextCursor, nextPageToken }
}

extension FeedPage {
  /// Creates the last page, which has no cursor.
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
