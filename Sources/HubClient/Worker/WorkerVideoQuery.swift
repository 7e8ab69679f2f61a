import MediaCore

/// A query to the Worker.
public struct WorkerVideoQuery: Sendable, Hashable {
  /// At most 300; empty for the videos of all channels.
  public let channels: [String]
  /// Only rows with a greater place; 0 for all.
  public var afterSeq: Int
  /// 1…500
  public let limit: Int

  /// - Parameters:
  ///   - channels: cut to 300.
  ///   - limit: brought into 1…500.
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
  /// In the order of their rows, oldest first.
  public var videos: [WorkerVideo]
  /// The place from which the next query goes on. An empty answer can have a lower one: never lower a stored place.
  public var maxSeqReturned: Int?
  /// The number of rows that could not be read; a page full of rows is not the last one.
  private var unreadable = 0

  /// - Parameter maxSeqReturned: the place to ask from next time.
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

  /// The furthest place that this answer reached after `place`. The rows say it: the server's own number counts only
  /// where they have none, for beyond them it would skip the rows that follow.
  func place(after place: Int) -> Int {
    max(place, videos.compactMap(\.seq).max() ?? (rowCount == 0 ? nil : maxSeqReturned) ?? 0)
  }
}
