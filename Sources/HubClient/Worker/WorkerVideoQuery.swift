import MediaCore

/// A query for videos, sent to a Worker.
public struct WorkerVideoQuery: Sendable, Hashable {
  /// The ids of the channels, at most 300. If empty, videos of all channels are returned.
  public let channels: [String]
  /// The place in the server's numbered sequence of videos after which videos are returned. With 0, all videos are returned.
  public var afterSeq: Int
  /// The maximum number of videos in the answer, 1…500.
  public let limit: Int

  /// Creates a query.
  /// - Parameters:
  ///   - channels: the ids of the channels. Only the first 300 are used.
  ///   - limit: the maximum number of videos, limited to 1…500.
  public init(channels: [String] = [], afterSeq: Int = 0, limit: Int = 200) {
    self.channels = Array(channels.prefix(Self.maximumChannels))
    self.afterSeq = max(0, afterSeq)
    self.limit = min(max(limit, 1), Self.maximumRows)
  }

  static let maximumChannels = 300
  static let maximumRows = 500
}

/// The answer to one `POST /api/videos/query`.
public struct WorkerVideoBatch: Codable, Hashable, Sendable {
  /// The videos in the order of the server's sequence. The video that the server stored first comes first.
  public var videos: [WorkerVideo]
  /// The place in the server's sequence from which the next query continues. If the answer has no videos, this place can be lower than the
  /// place in the query, so never lower a stored place.
  public var maxSeqReturned: Int?
  /// The number of rows that could not be decoded. They count when a page is checked for being full, and thus not the last.
  private var unreadable = 0

  /// Creates an answer.
  /// - Parameter maxSeqReturned: the place in the server's sequence from which the next query continues.
  public init(videos: [WorkerVideo] = [], maxSeqReturned: Int? = nil) {
    (self.videos, self.maxSeqReturned) = (videos, maxSeqReturned)
  }

  enum CodingKeys: String, CodingKey { case videos, maxSeqReturned }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    let list: LossyList<WorkerVideo> = try members.require(.videos)
    let rows: LossyList<AnyRow> = try members.require(.videos)
    self.init(videos: list.elements, maxSeqReturned: members[.maxSeqReturned])
    unreadable = max(0, rows.elements.count - videos.count)
  }

  private struct AnyRow: Decodable { init(from decoder: any Decoder) {} }

  /// The number of rows that the server sent.
  var rowCount: Int { videos.count + unreadable }

  /// The furthest place that this answer reached after `place`, by its rows. The server's own number is used only if the rows have no
  /// places: a number beyond the rows would skip the ones that follow.
  func place(after place: Int) -> Int {
    max(place, videos.compactMap(\.seq).max() ?? (rowCount == 0 ? nil : maxSeqReturned) ?? 0)
  }
}
