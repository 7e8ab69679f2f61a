import MediaCore

/// `GET /api/import/jellyfin/progress`: on current servers always the same.
public struct ImportProgress: Codable, Hashable, Sendable {
  public var phase: String?
  public var progress: Double?
  public var current: Int?
  public var total: Int?
  public var batch: Int?
  public var batches: Int?

  public init() {}

  enum CodingKeys: String, CodingKey {
    case phase, progress, current, total
    case batch = "batch_num"
    case batches = "total_batches"
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    phase = members[.phase]
    progress = members[.progress]
    current = members[.current]
    total = members[.total]
    batch = members[.batch]
    batches = members[.batches]
  }
}
