import Foundation
public import MediaCore

/// The subscriptions as this device knows them: what the server said last, with this device's own changes on top until the
/// server shows them. Works without a network; nothing that was accepted is lost.
public actor SubscriptionStore {
  /// A subscription as this device knows it.
  public struct Item: Hashable, Sendable, Identifiable {
    public var subscription: StreamingSubscription
    /// Something of it is not on the server yet.
    public var isPending: Bool
    public var id: String { SubscriptionSync.Target(subscription).text }
  }

  private let sync: TallySync
  private let subscriptions: any SubscriptionAPI
  private let blobs: BlobStore
  private let observers = Observers<Void>()
  private var account: String?
  private var known: SubscriptionList?
  private var writes = 0

  init(sync: TallySync, subscriptions: any SubscriptionAPI) {
    self.sync = sync
    self.subscriptions = subscriptions
    let client = sync.client
    blobs = BlobStore(files: client.environment.files, folder: "tally") { client.report(.storage($0)) }
    sync.relay.listen { [weak self] news in await self?.hear(news) }
  }

  // MARK: Reading

  /// Everything that is known, without asking anybody; nil when nothing is.
  public func items() async throws(ClientError) -> [Item]? {
    try await load()
    guard let asked = account else { return nil }
    let open = try await sync.open(SubscriptionSync.kind)
    guard account == asked else { return try await items() }
    // Looked at after the open ones: what has come true in between is in it.
    var items = (known?.subscriptions ?? []).map { Item(subscription: $0, isPending: false) }
    for intent in open {
      guard let wish = intent.wish.decoded(SubscriptionWish.self) else { continue }
      let index = items.firstIndex { $0.id == intent.target }
      if wish.isRemoved {
        if let index { items.remove(at: index) }
      } else if let index {
        items[index].apply(wish)
      } else if case .service(let service) = SubscriptionSync.Target(intent.target) {
        var subscription = StreamingSubscription(id: SubscriptionID(rawValue: intent.id))
        subscription.serviceId = service
        subscription.isActive = true
        subscription.service = wish.service
        var item = Item(subscription: subscription, isPending: true)
        item.apply(wish)
        items.insert(item, at: 0)
      }
    }
    return known == nil && open.isEmpty ? nil : items
  }

  /// Asks the server. An answer that a write overtook is dropped.
  /// - Parameter country: whose prices come along, now and when a change is read back; that of the account when nil.
  public func refresh(country: String? = nil) async throws(ClientError) {
    try await load()
    let (asked, writesThen) = (account, writes)
    sync.relay.priceCountry = country
    let list = try await subscriptions.all(country: country)
    if account == asked, writes == writesThen { keep(list) }
  }

  /// Calls `changed` after each change until the token is released.
  public nonisolated func observe(_ changed: @escaping @Sendable () -> Void) -> ObservationToken {
    observers.add(changed)
  }

  // MARK: Changing

  /// Subscribes to a service, or changes the subscription there is. Durable when it returns.
  @discardableResult
  public func add(_ draft: SubscriptionDraft, service: StreamingService? = nil) async throws(ClientError) -> Intent {
    guard draft.monthlyCost >= 0 else {
      throw ClientError(.invalidRequest, operation: "tally.subscription.add", detail: "monthlyCost")
    }
    let wish = SubscriptionWish(
      monthlyCost: draft.monthlyCost.inCents, isActive: draft.isActive, tier: draft.tier, service: service)
    return try await record(.service(draft.serviceId), wish)
  }

  /// Durable when it returns.
  @discardableResult
  public func update(_ subscription: StreamingSubscription, _ change: SubscriptionUpdate) async throws(ClientError)
    -> Intent
  {
    if let cost = change.monthlyCost, cost < 0 {
      throw ClientError(.invalidRequest, operation: "tally.subscription.update", detail: "monthlyCost")
    }
    let wish = SubscriptionWish(
      monthlyCost: change.monthlyCost?.inCents, isActive: change.isActive, tier: change.tier)
    return try await record(.init(subscription), wish)
  }

  /// Ends it today, or takes it up again. Durable when it returns.
  @discardableResult
  public func setActive(_ isActive: Bool, _ subscription: StreamingSubscription) async throws(ClientError) -> Intent {
    try await update(subscription, SubscriptionUpdate(isActive: isActive))
  }

  /// Durable when it returns.
  @discardableResult
  public func remove(_ subscription: StreamingSubscription) async throws(ClientError) -> Intent {
    try await record(.init(subscription), SubscriptionWish(isRemoved: true))
  }

  private func record(
    _ target: SubscriptionSync.Target, _ wish: SubscriptionWish
  ) async throws(ClientError) -> Intent {
    try await load()
    return try await sync.record(SubscriptionSync.kind, target: target.text, wish: wish)
  }

  // MARK: Learning

  private func hear(_ news: SyncRelay.News) async {
    switch news {
    case .subscriptions(let list):
      guard (try? await load()) != nil else { return }
      writes += 1
      keep(list)
    case .wroteSubscriptions: writes += 1
    case .intents: observers.tell()
    case .account:
      try? await load()
    default: break
    }
  }

  private func keep(_ list: SubscriptionList) {
    known = list
    // Only a copy: it is read again from the server.
    if let account { try? blobs.write(list, "subscriptions/\(account)") }
    observers.tell()
  }

  private func load() async throws(ClientError) {
    let now = try await sync.account()
    guard now != account else { return }
    let hadOne = account != nil
    account = now
    known = now.flatMap { try? blobs.read(SubscriptionList.self, "subscriptions/\($0)") }
    if hadOne { observers.tell() }
  }
}

extension SubscriptionStore.Item {
  fileprivate mutating func apply(_ wish: SubscriptionWish) {
    isPending = true
    subscription.monthlyCost = wish.monthlyCost ?? subscription.monthlyCost
    subscription.isActive = wish.isActive ?? subscription.isActive
    subscription.tier = wish.tier ?? subscription.tier
  }
}
