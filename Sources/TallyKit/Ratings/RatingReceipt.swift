import MediaCore

/// The answer to a rating.
public struct RatingReceipt: Codable, Hashable, Sendable {
  public var rating: Double
  /// Not for shows.
  public var aggregateRating: RatingAggregate?
  public var message: String?

  public init(rating: Double = 0, aggregateRating: RatingAggregate? = nil, message: String? = nil) {
    self.rating = rating
    self.aggregateRating = aggregateRating
    self.message = message
  }
}

extension RatingReceipt {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    rating = members[.rating] ?? 0
    aggregateRating = members[.aggregateRating]
    message = members[.message]
  }
}
