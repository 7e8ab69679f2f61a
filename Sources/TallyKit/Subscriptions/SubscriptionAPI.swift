public import MediaCore

/// Routes of subscriptions; each call is sent at once. An app changes them through ``SubscriptionStore``, which works offline.
public protocol SubscriptionAPI: Sendable {
  /// `GET /api/users/{id}/subscriptions`: all subscriptions, with prices of `country`, else of the account's country, else of the US.
  func all(country: String?) async throws(ClientError) -> SubscriptionList
  /// `POST /api/users/{id}/subscriptions`: subscribes to a service. A second subscription to the same service changes the first. The answer
  /// has no service.
  /// - Throws: `invalidRequest`; `server` also when the database does not let the server write.
  func add(_ draft: SubscriptionDraft) async throws(ClientError) -> StreamingSubscription
  /// `PUT /api/users/{id}/subscriptions/{id}`: changes a subscription. Ending a subscription sets its last day to today.
  /// - Throws: `server` with status 500 for an unknown subscription.
  func update(_ subscription: SubscriptionID, _ change: SubscriptionUpdate) async throws(ClientError)
    -> StreamingSubscription
  /// `DELETE /api/users/{id}/subscriptions/{id}`: removes a subscription. **Success proves nothing**: read the list again.
  func remove(_ subscription: SubscriptionID) async throws(ClientError)
}

struct LiveSubscriptionAPI: SubscriptionAPI {
  let client: ServiceClient

  func all(country: String?) async throws(ClientError) -> SubscriptionList {
    try await client.call(
      .tallySubscriptionAll, .get, ["api", "users", .id(client.account()), "subscriptions"],
      query: ["country": country?.uppercased()])
  }

  func add(_ draft: SubscriptionDraft) async throws(ClientError) -> StreamingSubscription {
    try await client.call(
      .tallySubscriptionAdd, .post, ["api", "users", .id(client.account()), "subscriptions"],
      \SubscriptionAnswer.subscription, body: try JSONValue(encoding: draft, for: .tallySubscriptionAdd))
  }

  func update(_ subscription: SubscriptionID, _ change: SubscriptionUpdate) async throws(ClientError)
    -> StreamingSubscription
  {
    try await client.call(
      .tallySubscriptionUpdate, .put, ["api", "users", .id(client.account()), "subscriptions", .id(subscription)],
      \SubscriptionAnswer.subscription, body: try JSONValue(encoding: change, for: .tallySubscriptionUpdate))
  }

  func remove(_ subscription: SubscriptionID) async throws(ClientError) {
    try await client.call(
      .tallySubscriptionRemove, .delete, ["api", "users", .id(client.account()), "subscriptions", .id(subscription)])
  }
}

private struct SubscriptionAnswer: Decodable { let subscription: StreamingSubscription }
