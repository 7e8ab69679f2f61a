import MediaCore

/// One answer of `POST /api/videos/query`.
public struct WorkerVideoBatch: Codable, Hashable, Sendable {
  public var videos: [WorkerVideo]
  /// Where the next query goes on. What an empty answer says here is not settled: never lower a stored one.
  public var maxSeqReturned: Int?

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
    self.init(videos: list.elements, maxSeqReturned: members[.maxSeqReturned])
  }

  /// The furthest place that this answer reached after `place`.
  func place(after place: Int) -> Int {
    max(place, maxSeqReturned ?? 0, videos.compactMap(\.seq).max() ?? 0)
  }
}
