public import Foundation
public import MediaCore

/// The cached subscriptions: the server's last response, with this device's own changes applied until the server's response includes them.
/// Works without a network: a change is durable when its call returns.
///
/// ``items()`` reads the cached subscriptions, and returns nil before the first response. ``refresh(country:)`` requests them from the
/// server. Prices are those of the country of the last refresh.
///
/// ```swift
/// try await tally.subscriptionStore.refresh()
/// for item in try await tally.subscriptionStore.items() ?? [] { print(item.id, item.isPending) }
/// ```
public struct SubscriptionStore: Sendable {
  /// A subscription with this device's changes.
  public struct Item: Hashable, Sendable, Identifiable {
    /// The subscription, with the changes of this device.
    public var subscription: StreamingSubscription
    /// Whether a change of the subscription has not reached the server yet.
    public var isPending: Bool
    public var id: String { SubscriptionMutation.Key(subscription).text }
  }

  private let role: any SubscriptionAPI
  private let queue: MutationQueue
  private let cache: AccountCache<SubscriptionCache>
  private let conflictStore: ConflictStore<SubscriptionConflict>

  init(roles: TallyRoles, caches: TallyCaches) {
    role = roles.subscriptions
    queue = caches.queue
    cache = caches.subscriptions
    conflictStore = caches.subscriptionConflicts
  }

  // MARK: Reading

  /// Returns all cached subscriptions. Nil if the server has not responded yet and no change waits to be sent. Sends no request.
  /// - Throws: `signedOut` if nobody is signed in; `storage` if the files cannot be read now.
  public func items() async throws(ClientError) -> [Item]? { try await view().items }

  /// Returns the time of the server's last complete response; nil if there was none.
  public func refreshedAt() async throws(ClientError) -> Date? { try await view().refreshedAt }

  func view() async throws(ClientError) -> (items: [Item]?, refreshedAt: Date?) {
    let view = try await cache.view()
    guard view.refreshedAt != nil || !view.open.isEmpty else { return (nil, nil) }
    let pending = Set(view.open.map(\.target))
    let items = view.value.subscriptions.map { subscription in
      Item(subscription: subscription, isPending: pending.contains(SubscriptionMutation.Key(subscription).text))
    }
    return (items, view.refreshedAt)
  }

  /// Sends waiting changes, and then requests the subscriptions from the server.
  /// - Parameter country: the country of the prices, for this request and for later requests that check whether a change has arrived. If
  ///   nil, the account's country applies.
  public func refresh(country: String? = nil) async throws(ClientError) {
    try await cache.refresh { () async throws(ClientError) in
      try await role.all(country: country)
    } merge: {
      $0 = SubscriptionCache(subscriptions: $1.subscriptions, country: country)
    }
  }

  /// Calls `changed` after each change of the cached subscriptions until the returned token is released.
  public func observe(_ changed: @escaping @Sendable () -> Void) -> ObservationToken { cache.observe(changed) }

  // MARK: Changing

  /// Subscribes to a service. If the user already has a subscription to the service, changes that subscription. The change is durable when
  /// the call returns.
  /// - Throws: `invalidRequest` if the cost is negative or 10,000 or more, which the server cannot store; `signedOut`, `storage`.
  @discardableResult
  public func add(
    _ draft: SubscriptionDraft, service: StreamingService? = nil
  ) async throws(ClientError) -> Submission {
    guard draft.monthlyCost.isPrice else {
      throw ClientError(.invalidRequest, operation: .tallySubscriptionAdd, detail: "monthlyCost")
    }
    var mutation = SubscriptionMutation(.service(draft.serviceId))
    mutation.monthlyCost = draft.monthlyCost.inCents
    mutation.isActive = draft.isActive
    mutation.tier = draft.tier
    mutation.service = service
    return try await submit(mutation)
  }

  /// Changes a subscription. The change is durable when the call returns, and is sent when the server can be reached.
  /// - Throws: `invalidRequest` if the cost is negative or 10,000 or more, which the server cannot store; `signedOut`, `storage`.
  @discardableResult
  public func update(
    _ subscription: StreamingSubscription, _ change: SubscriptionUpdate
  ) async throws(ClientError) -> Submission {
    if let cost = change.monthlyCost, !cost.isPrice {
      throw ClientError(.invalidRequest, operation: .tallySubscriptionUpdate, detail: "monthlyCost")
    }
    var mutation = SubscriptionMutation(.init(subscription))
    mutation.monthlyCost = change.monthlyCost?.inCents
    mutation.isActive = change.isActive
    mutation.tier = change.tier
    return try await submit(mutation)
  }

  /// Ends a subscription today if `isActive` is false, and resumes the subscription if `isActive` is true. The change is durable when the
  /// call returns.
  @discardableResult
  public func setActive(
    _ isActive: Bool, _ subscription: StreamingSubscription
  ) async throws(ClientError) -> Submission {
    try await update(subscription, SubscriptionUpdate(isActive: isActive))
  }

  /// Removes a subscription. The change is durable when the call returns, and is sent when the server can be reached.
  @discardableResult
  public func remove(_ subscription: StreamingSubscription) async throws(ClientError) -> Submission {
    var mutation = SubscriptionMutation(.init(subscription))
    mutation.isRemoved = true
    return try await submit(mutation)
  }
}

extension SubscriptionStore {
  /// The last change of a subscription that is not on the server yet. If it was not sent, a new change is merged into it.
  func waiting(_ key: SubscriptionMutation.Key) async throws(ClientError) -> MutationRecord? {
    try await queue.open().last { $0.kind == SubscriptionMutation.kind && $0.target == key.text }
  }

  /// Takes a mutation back whose request was not sent.
  /// - Returns: whether the mutation was in the queue and was not sent.
  func discardUnsent(_ id: String) async throws(ClientError) -> Bool {
    try await queue.withdraw(id) { $0.sent(SubscriptionMutation.self) == nil } != nil
  }

  func submit(_ mutation: SubscriptionMutation, cause: String = "user") async throws(ClientError) -> Submission {
    try await queue.submit(mutation, to: cache, cause: cause) { server in
      server.subscriptions.first { SubscriptionMutation.Key($0) == mutation.key }
    }
  }

  // MARK: Conflicts

  /// Returns the conflicts in which a change of this device has overwritten another device's change of a subscription, oldest first.
  public func conflicts() async throws(ClientError) -> [SubscriptionConflict] { try await conflictStore.all() }

  /// Restores the values in ``SubscriptionConflict/lost``, and removes the conflict from ``conflicts()``.
  /// - Throws: `storage` with the detail `inUse` in a process that does not own the folder, such as a widget; nothing has changed then.
  @discardableResult
  public func undo(_ conflict: SubscriptionConflict) async throws(ClientError) -> Submission {
    try conflictStore.checkOwner()
    let submission = try await submit(conflict.change, cause: "undo")
    try await conflictStore.remove(conflict.id)
    return submission
  }

  /// Removes a conflict from ``conflicts()``. The values in ``SubscriptionConflict/kept`` stay.
  public func dismiss(_ conflict: SubscriptionConflict) async throws(ClientError) {
    try await conflictStore.remove(conflict.id)
  }

  /// Calls `changed` after each change of ``conflicts()`` until the returned token is released.
  public func observeConflicts(_ changed: @escaping @Sendable () -> Void) -> ObservationToken {
    conflictStore.observe(changed)
  }
}
