import MediaCore

/// A query to the Worker for videos.
public struct WorkerVideoQuery: Sendable, Hashable {
  /// The ids of the channels, at most 300; empty for all channels.
  public let channels: [String]
  /// The place in the server's sequence after which videos are returned; 0 for all videos.
  public var afterSeq: Int
  /// The maximum number of videos, 1…500.
  public let limit: Int

  /// Creates a query.
  /// - Parameters:
  ///   - channels: the first 300 are used.
  ///   - limit: clamped to 1…500.
  public init(channels: [String] = [], afterSeq: Int = 0, limit: Int = 200) {
    self.channels = Array(channels.prefix(Self.maximumChannels))
    self.afterSeq = max(0, afterSeq)
    self.limit = min(max(limit, 1), Self.maximumRows)
  }

  static let maximumChannels = 300
  static let maximumRows = 500
}

/// One answer of `POST /api/videos/query`.
public struct WorkerVideoBatch: Codable, Hashable, Sendable {
  /// The videos in the order of the server's sequence, oldest first.
  public var videos: [WorkerVideo]
  /// The place in the server's sequence for the next query. An empty answer can have a lower place than the one that was requested: never
  /// lower a stored place.
  public var maxSeqReturned: Int?
  /// The number of rows that could not be decoded. They count when a page is checked for being full, and thus not the last.
  private var unreadable = 0

  /// Creates an answer.
  /// - Parameter maxSeqReturned: the place for the next query.
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
