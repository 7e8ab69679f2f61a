import MediaCore

/// One of many ratings. Required: `type`, `id`.
public struct RatingResult: Codable, Hashable, Sendable, Identifiable {
  public var type: RatingTarget
  public var id: String
  public var rating: Double
  public var success: Bool
  public var error: String?

  public init(type: RatingTarget, id: String, rating: Double = 0, success: Bool = false, error: String? = nil) {
    self.type = type
    self.id = id
    self.rating = rating
    self.success = success
    self.error = error
  }
}

extension RatingResult {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    type = try members.require(.type)
    id = try members.require(.id)
    rating = members[.rating] ?? 0
    success = members[.success] ?? false
    error = members[.error]
  }
}
