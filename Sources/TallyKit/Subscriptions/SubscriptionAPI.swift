public import MediaCore

/// Routes of subscriptions. Each call sends its request at once. Apps should change subscriptions with ``SubscriptionStore``, which also
/// works offline.
public protocol SubscriptionAPI: Sendable {
  /// `GET /api/users/{id}/subscriptions`: all subscriptions, with the prices of `country`. If `country` is nil, the prices are those of the
  /// account's country, or those of the US if the account has no country.
  func all(country: String?) async throws(ClientError) -> SubscriptionList
  /// `POST /api/users/{id}/subscriptions`: subscribes to a service. If the user already has a subscription to the service, that
  /// subscription is changed. The response has no ``StreamingSubscription/service``.
  /// - Throws: `invalidRequest`; `server`, also if the database does not allow the server to write.
  func add(_ draft: SubscriptionDraft) async throws(ClientError) -> StreamingSubscription
  /// `PUT /api/users/{id}/subscriptions/{id}`: changes a subscription. Ending a subscription sets its last day to today.
  /// - Throws: `server` with status 500 if the subscription is unknown.
  func update(_ subscription: SubscriptionID, _ change: SubscriptionUpdate) async throws(ClientError)
    -> StreamingSubscription
  /// `DELETE /api/users/{id}/subscriptions/{id}`: removes a subscription. **The server reports success even if it removed nothing**, so
  /// read the list again.
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
