import MediaCore

/// `GET /api/import/jellyfin/progress`: on current servers always the same.
public struct ImportProgress: Codable, Hashable, Sendable {
  public var phase: String?
  public var progress: Double?
  public var current: Int?
  public var total: Int?
  public var batch: Int?
  public var batches: Int?

  public init(
    phase: String? = nil, progress: Double? = nil, current: Int? = nil, total: Int? = nil, batch: Int? = nil,
    batches: Int? = nil
  ) {
    self.phase = phase
    self.progress = progress
    self.current = current
    self.total = total
    self.batch = batch
    self.batches = batches
  }

  enum CodingKeys: String, CodingKey {
    case phase
    case progress
    case current
    case total
    case batch = "batch_num"
    case batches = "total_batches"
  }
}

extension ImportProgress {
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
