import MediaCore

/// One answer of `POST /api/videos/query`.
public struct WorkerVideoBatch: Codable, Hashable, Sendable {
  public var videos: [WorkerVideo]
  /// Where the next query goes on. What an empty answer says here is not settled: never lower a stored one.
  public var maxSeqReturned: Int?
  /// Rows that could not be read: a page that is full of rows is not the last one, whatever is left of it.
  private var unreadable = 0

  public init(videos: [WorkerVideo] = [], maxSeqReturned: Int? = nil) {
    self.videos = videos
    self.maxSeqReturned = maxSeqReturned
  }

  enum CodingKeys: String, CodingKey { case videos, maxSeqReturned }
}

extension WorkerVideoBatch {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    let list: LossyList<WorkerVideo> = try members.require(.videos)
    let rows: LossyList<AnyRow> = try members.require(.videos)
    self.init(videos: list.elements, maxSeqReturned: members[.maxSeqReturned])
    unreadable = max(0, rows.elements.count - videos.count)
  }

  private struct AnyRow: Decodable { init(from decoder: any Decoder) {} }

  /// How many rows the server sent.
  var rowCount: Int { videos.count + unreadable }

  /// The furthest place that this answer reached after `place`.
  func place(after place: Int) -> Int {
    max(place, maxSeqReturned ?? 0, videos.compactMap(\.seq).max() ?? 0)
  }
}
