import MediaCore

/// The subscriptions of a user, newest first.
public struct SubscriptionList: Codable, Hashable, Sendable {
  public var subscriptions: [Subscription]
  public var totalActive: Int

  public init(subscriptions: [Subscription], totalActive: Int = 0) {
    self.subscriptions = subscriptions
    self.totalActive = totalActive
  }
}

extension SubscriptionList {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    subscriptions = try members.requireList(.subscriptions)
    totalActive = members[.totalActive] ?? 0
  }
}
