import MediaCore

struct LiveSubscriptionAPI: SubscriptionAPI {
  let client: ServiceClient

  func all(country: String?) async throws(ClientError) -> SubscriptionList {
    try await client.send(SubscriptionEndpoints.all(country: country, user: try await client.account()))
  }

  func add(_ draft: SubscriptionDraft) async throws(ClientError) -> SubscriptionChange {
    try await client.send(try SubscriptionEndpoints.add(draft, user: try await client.account()))
  }

  func update(_ subscription: SubscriptionID, _ change: SubscriptionUpdate) async throws(ClientError)
    -> SubscriptionChange
  {
    try await client.send(try SubscriptionEndpoints.update(subscription, change, user: try await client.account()))
  }

  func remove(_ subscription: SubscriptionID) async throws(ClientError) {
    try await client.send(SubscriptionEndpoints.remove(subscription, user: try await client.account()))
  }
}
