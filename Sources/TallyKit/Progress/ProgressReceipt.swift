import MediaCore

/// What a write of progress did.
public struct ProgressReceipt: Codable, Hashable, Sendable {
  /// Episodes beyond those that the server has stored are not written and not counted.
  public var updatedCount: Int
  public var totalRequested: Int
  public var status: EpisodeState?
  public var message: String?

  public init(updatedCount: Int = 0, totalRequested: Int = 0, status: EpisodeState? = nil, message: String? = nil) {
    self.updatedCount = updatedCount
    self.totalRequested = totalRequested
    self.status = status
    self.message = message
  }
}

extension ProgressReceipt {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    updatedCount = members[.updatedCount] ?? 0
    totalRequested = members[.totalRequested] ?? 0
    status = members[.status]
    message = members[.message]
  }
}
