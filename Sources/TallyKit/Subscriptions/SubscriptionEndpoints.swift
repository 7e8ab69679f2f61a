import MediaCore

enum SubscriptionEndpoints {
  static func all(country: String?, user: UserID) -> Endpoint<SubscriptionList> {
    .tally(
      "tally.subscription.all", .get, ["api", "users", .id(user.rawValue), "subscriptions"],
      query: ["country": country?.uppercased()])
  }

  static func add(_ draft: SubscriptionDraft, user: UserID) throws(ClientError) -> Endpoint<SubscriptionChange> {
    .tally(
      "tally.subscription.add", .post, ["api", "users", .id(user.rawValue), "subscriptions"],
      body: try .encoding(draft, coder: .tally, operation: "tally.subscription.add"), traits: .repeatableWrite)
  }

  static func update(_ subscription: SubscriptionID, _ change: SubscriptionUpdate, user: UserID) throws(ClientError)
    -> Endpoint<SubscriptionChange>
  {
    .tally(
      "tally.subscription.update", .put,
      ["api", "users", .id(user.rawValue), "subscriptions", .id(subscription.rawValue)],
      body: try .encoding(change, coder: .tally, operation: "tally.subscription.update"), traits: .repeatableWrite)
  }

  static func remove(_ subscription: SubscriptionID, user: UserID) -> Endpoint<Void> {
    .tally(
      "tally.subscription.remove", .delete,
      ["api", "users", .id(user.rawValue), "subscriptions", .id(subscription.rawValue)])
  }
}
