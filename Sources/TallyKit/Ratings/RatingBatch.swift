import MediaCore

/// The answer to many ratings at once.
public struct RatingBatch: Codable, Hashable, Sendable {
  public var results: [RatingResult]
  public var successCount: Int
  public var totalCount: Int
  public var message: String?

  public init(results: [RatingResult], successCount: Int = 0, totalCount: Int = 0, message: String? = nil) {
    self.results = results
    self.successCount = successCount
    self.totalCount = totalCount
    self.message = message
  }
}

extension RatingBatch {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    results = try members.requireList(.results)
    successCount = members[.successCount] ?? 0
    totalCount = members[.totalCount] ?? 0
    message = members[.message]
  }
}
