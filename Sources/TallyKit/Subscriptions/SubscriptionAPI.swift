public import MediaCore

/// Subscriptions, call by call. An app changes them through ``SubscriptionStore``, which works offline.
public protocol SubscriptionAPI: Sendable {
  /// `GET /api/users/{id}/subscriptions` of who is signed in, with prices of a country; without one that of the account
  /// counts, else US.
  func all(country: String?) async throws(ClientError) -> SubscriptionList
  /// `POST /api/users/{id}/subscriptions`: one a service; a second one changes the first. The answer has no service.
  /// - Throws: `invalidRequest`, `server` also where the database does not let the server write.
  func add(_ draft: SubscriptionDraft) async throws(ClientError) -> SubscriptionChange
  /// `PUT /api/users/{id}/subscriptions/{id}`: ending it sets the last day to today.
  /// - Throws: `server` with status 500 for an unknown one.
  func update(_ subscription: SubscriptionID, _ change: SubscriptionUpdate) async throws(ClientError)
    -> SubscriptionChange
  /// `DELETE /api/users/{id}/subscriptions/{id}`. **Success proves nothing**: list again.
  func remove(_ subscription: SubscriptionID) async throws(ClientError)
}

struct LiveSubscriptionAPI: SubscriptionAPI {
  let client: ServiceClient

  func all(country: String?) async throws(ClientError) -> SubscriptionList {
    try await client.send(
      .tally(
        "tally.subscription.all", .get, ["api", "users", .id(client.account().rawValue), "subscriptions"],
        query: ["country": country?.uppercased()]))
  }

  func add(_ draft: SubscriptionDraft) async throws(ClientError) -> SubscriptionChange {
    try await client.send(
      .tally(
        "tally.subscription.add", .post, ["api", "users", .id(client.account().rawValue), "subscriptions"],
        body: try .encoding(draft, coder: .tally, operation: "tally.subscription.add"), traits: .repeatableWrite))
  }

  func update(_ subscription: SubscriptionID, _ change: SubscriptionUpdate) async throws(ClientError)
    -> SubscriptionChange
  {
    try await client.send(
      .tally(
        "tally.subscription.update", .put,
        ["api", "users", .id(client.account().rawValue), "subscriptions", .id(subscription.rawValue)],
        body: try .encoding(change, coder: .tally, operation: "tally.subscription.update"), traits: .repeatableWrite))
  }

  func remove(_ subscription: SubscriptionID) async throws(ClientError) {
    try await client.send(
      .tally(
        "tally.subscription.remove", .delete,
        ["api", "users", .id(client.account().rawValue), "subscriptions", .id(subscription.rawValue)]))
  }
}
