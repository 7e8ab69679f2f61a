import Foundation
import MediaCore

/// An account's subscriptions as the server sent them.
struct SubscriptionCache: Codable, Equatable, Sendable {
  var subscriptions: [StreamingSubscription] = []
  /// The country of the prices; nil for the account's own.
  var country: String?
}

/// A change of one subscription: the values it shall have. A member that is nil stays as it is.
struct SubscriptionMutation: Mutation {
  static let kind: MutationKind = "tally.subscription"

  /// Identifies a subscription by its service, since a service can be subscribed to once; by its own id if the server has lost the service.
  enum Key: Codable, Hashable, Sendable {
    case service(ServiceID)
    case subscription(SubscriptionID)

    init(_ subscription: StreamingSubscription) {
      self = subscription.serviceId.map { .service($0) } ?? .subscription(subscription.id)
    }

    var text: String {
      switch self {
      case .service(let id): "service/\(id)"
      case .subscription(let id): "subscription/\(id)"
      }
    }
  }

  let key: Key
  var isRemoved = false
  var monthlyCost: Decimal?
  var isActive: Bool?
  var tier: String?
  /// The service to show until the server has the subscription.
  var service: StreamingService?

  init(_ key: Key) { self.key = key }

  var target: String { key.text }
  var isPlausible: Bool { (monthlyCost ?? 0).isPrice }

  // MARK: Sending

  func fetch(_ api: TallyMutationAPI, _ context: MutationContext) async throws(ClientError) -> StreamingSubscription? {
    // The country changes only the prices, so go on without it if the cache cannot be read. If this device has never read the list, send a
    // valid country: without one the server uses the account's own country, and fails if that is not a country code.
    let view = try? await api.subscriptions.view()
    let country = view.flatMap { $0.refreshedAt == nil ? CountryPreference.fallback : $0.server.country }
    let list = try await api.roles.subscriptions.all(country: country)
    return list.subscriptions.first { Key($0) == key }
  }

  func resolve(_ merge: MergeInput<SubscriptionMutation>) -> Resolution<SubscriptionMutation> {
    // An earlier version may have queued a price that the server cannot store: send the other members.
    if !isRemoved, !isPlausible {
      let rest = with(self) { $0.monthlyCost = nil }
      let reason = ClientError.Kind.invalidRequest.rawValue
      // Without a price, a subscription that the server does not have cannot be added.
      let isEmpty = merge.remote.map { rest.remainder(for: $0) == SubscriptionUpdate() } ?? true
      return isEmpty ? .refused(reason: reason) : .superseded(reason: reason, write: rest)
    }
    return isReflected(in: merge.remote) ? .done : .write(self)
  }

  func perform(
    _ api: TallyMutationAPI, over remote: StreamingSubscription?, _ context: MutationContext
  ) async throws(ClientError) {
    let subscriptions = api.roles.subscriptions
    if isRemoved {
      if let remote { try await subscriptions.remove(remote.id) }
    } else if let remote {
      _ = try await subscriptions.update(remote.id, remainder(for: remote))
    } else if case .service(let service) = key, let monthlyCost {
      // The server has no such subscription. Add one only if the user set a price: a pause or a change of tier needs an existing one.
      _ = try await subscriptions.add(
        SubscriptionDraft(serviceId: service, monthlyCost: monthlyCost, tier: tier, isActive: isActive ?? true))
    } else {
      throw ClientError(.notFound, operation: .tallySubscriptionWrite, detail: "subscription")
    }
  }

  func isReflected(in remote: StreamingSubscription?) -> Bool {
    guard let remote else { return isRemoved }
    return !isRemoved && remainder(for: remote) == SubscriptionUpdate()
  }

  /// The newer change merged into this one; nil for a change after a removal: both have to be sent.
  func coalesced(with newer: SubscriptionMutation) -> SubscriptionMutation? {
    if newer.isRemoved { return newer }
    if isRemoved { return nil }
    var merged = self
    merged.monthlyCost = newer.monthlyCost ?? monthlyCost
    merged.isActive = newer.isActive ?? isActive
    merged.tier = newer.tier ?? tier
    merged.service = newer.service ?? service
    return merged
  }

  /// The rest of this change when a newer one reached the server first; of a removal the newer change remains.
  func remainder(after newer: SubscriptionMutation) -> SubscriptionMutation { coalesced(with: newer) ?? newer }

  /// The part of the change that `subscription` does not show yet.
  func remainder(for subscription: StreamingSubscription) -> SubscriptionUpdate {
    SubscriptionUpdate(
      monthlyCost: (monthlyCost?.inCents).flatMap { $0 == subscription.monthlyCost ? nil : $0 },
      isActive: isActive.flatMap { $0 == subscription.isActive ? nil : $0 },
      tier: tier.flatMap { $0 == subscription.tier ? nil : $0 })
  }

  // MARK: Showing

  static var overlay: MutationOverlay<SubscriptionCache> {
    MutationOverlay(SubscriptionMutation.self) { mutation, cache in
      mutation.apply(to: &cache.subscriptions)
    } settle: { mutation, record, cache in
      cache.subscriptions.settle(record.remote(SubscriptionMutation.self)) { Key($0) == mutation.key }
    }
  }

  /// Applies the change to the cached list. A subscription that the server does not have yet is added without an id.
  private func apply(to subscriptions: inout [StreamingSubscription]) {
    let index = subscriptions.firstIndex { Key($0) == key }
    if isRemoved {
      if let index { subscriptions.remove(at: index) }
    } else if let index {
      apply(to: &subscriptions[index])
    } else if case .service(let id) = key {
      var subscription = StreamingSubscription(id: "")
      subscription.serviceId = id
      subscription.isActive = true
      subscription.service = service
      apply(to: &subscription)
      subscriptions.insert(subscription, at: 0)
    }
  }

  private func apply(to subscription: inout StreamingSubscription) {
    subscription.monthlyCost = monthlyCost ?? subscription.monthlyCost
    subscription.isActive = isActive ?? subscription.isActive
    subscription.tier = tier ?? subscription.tier
  }
}
