import MediaCore

/// The answer to feedback, which the server only logs.
public struct FeedbackReceipt: Codable, Hashable, Sendable {
  public var message: String?
  public var recommendationId: String?
  public var action: FeedbackAction?

  public init(message: String? = nil, recommendationId: String? = nil, action: FeedbackAction? = nil) {
    self.message = message
    self.recommendationId = recommendationId
    self.action = action
  }
}

extension FeedbackReceipt {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    message = members[.message]
    recommendationId = members[.recommendationId]
    action = members[.action]
  }
}
