import MediaCore

/// The answer to a change of a subscription; the service is not in it. Required: `subscription`.
public struct SubscriptionChange: Codable, Hashable, Sendable {
  public var subscription: Subscription
  public var message: String?

  public init(subscription: Subscription, message: String? = nil) {
    self.subscription = subscription
    self.message = message
  }
}

extension SubscriptionChange {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    subscription = try members.require(.subscription)
    message = members[.message]
  }
}
