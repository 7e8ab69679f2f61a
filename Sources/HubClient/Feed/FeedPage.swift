import MediaCore

/// One answer of the feed. A video without an id is left out and counted.
public struct FeedPage: Codable, Hashable, Sendable {
  /// The videos, newest first; the order of equal instants is undefined.
  public var videos: [Video] = []
  /// The cursor, set only when there are more matches than the limit. Following it leads to *newer* videos: see ``isTruncated``.
  public var nextCursor: FeedCursor?
  /// A leftover of the server, always null.
  public var nextPageToken: String?
  /// The age of an answer from the server's two-minute cache; nil for a new one.
  public var age: Duration?
  /// False for an answer of an older server, which does not say whether there is more.
  public var hasCursorMember = true

  /// Whether older videos exist that cannot be requested: no filter reaches beyond the newest hundred.
  public var isTruncated: Bool { nextCursor != nil }

  enum CodingKeys: String, CodingKey { case videos, nextCursor, nextPageToken }
}

extension FeedPage {
  /// Creates a page without a cursor, the last one.
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
