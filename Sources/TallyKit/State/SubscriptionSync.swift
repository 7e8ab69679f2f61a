import Foundation
import MediaCore

/// What shall be true of one subscription: the wish of a subscription intent. What is nil is not asked for.
struct SubscriptionWish: Codable, Hashable, Sendable {
  var isRemoved = false
  var monthlyCost: Decimal?
  var isActive: Bool?
  var tier: String?
  /// Shown until the server has it.
  var service: StreamingService?

  func combined(with newer: SubscriptionWish) -> SubscriptionWish? {
    if newer.isRemoved { return newer }
    if isRemoved { return nil }
    return SubscriptionWish(
      monthlyCost: newer.monthlyCost ?? monthlyCost, isActive: newer.isActive ?? isActive, tier: newer.tier ?? tier,
      service: newer.service ?? service)
  }

  /// What is left to do for a subscription.
  func rest(for subscription: StreamingSubscription) -> SubscriptionUpdate {
    SubscriptionUpdate(
      monthlyCost: (monthlyCost?.inCents).flatMap { $0 == subscription.monthlyCost ? nil : $0 },
      isActive: isActive.flatMap { $0 == subscription.isActive ? nil : $0 },
      tier: tier.flatMap { $0 == subscription.tier ? nil : $0 })
  }
}

/// How subscription intents are read and written.
struct SubscriptionSync: Sendable {
  let subscriptions: any SubscriptionAPI
  let relay: SyncRelay

  static let kind: Intent.Kind = "tally.subscription"

  /// A service can be subscribed to once, so it is what a subscription is known by; those of a lost service by their own id.
  enum Target: Hashable, Sendable {
    case service(ServiceID)
    case subscription(SubscriptionID)

    init(_ subscription: StreamingSubscription) {
      self = subscription.serviceId.map { .service($0) } ?? .subscription(subscription.id)
    }

    init?(_ text: String) {
      let parts = text.split(separator: "/", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { return nil }
      self =
        parts[0] == "service"
        ? .service(ServiceID(rawValue: parts[1])) : .subscription(SubscriptionID(rawValue: parts[1]))
    }

    var text: String {
      switch self {
      case .service(let id): "service/\(id)"
      case .subscription(let id): "subscription/\(id)"
      }
    }
  }

  var handler: IntentHandler {
    IntentHandler(
      Self.kind,
      read: { (intent) async throws(ClientError) in
        try await relay.watch(intent) { () async throws(ClientError) in try await read(intent) }
      },
      merge: { intent, server in
        guard let wish = intent.wish.decoded(SubscriptionWish.self) else { return .refuse(reason: "unreadable") }
        return Self.holds(wish, server) ? .alreadyTrue : .write(intent.wish)
      },
      write: { (intent, wish, server) async throws(ClientError) in
        try await relay.watch(intent) { () async throws(ClientError) in try await write(intent, wish, server) }
      },
      isReflected: { wish, server in wish.decoded(SubscriptionWish.self).map { Self.holds($0, server) } ?? false },
      combine: { Self.combine($0, $1) },
      // What came after a removal counts.
      remainder: { older, newer in Self.combine(older, newer) ?? newer })
  }

  private static func holds(_ wish: SubscriptionWish, _ server: JSONValue?) -> Bool {
    guard let now = server?.decoded(StreamingSubscription.self) else { return wish.isRemoved }
    return !wish.isRemoved && wish.rest(for: now) == SubscriptionUpdate()
  }

  private static func combine(_ older: Intent, _ newer: JSONValue) -> JSONValue? {
    guard let old = older.wish.decoded(SubscriptionWish.self), let new = newer.decoded(SubscriptionWish.self),
      let wish = old.combined(with: new)
    else { return nil }
    return try? JSONValue(encoding: wish)
  }

  private func read(_ intent: Intent) async throws(ClientError) -> JSONValue? {
    let list = try await subscriptions.all(country: relay.priceCountry)
    await relay.tell(.subscriptions(list))
    guard let found = list.subscriptions.first(where: { Target($0).text == intent.target }) else { return nil }
    return try JSONValue(encoding: found)
  }

  private func write(_ intent: Intent, _ wish: JSONValue, _ server: JSONValue?) async throws(ClientError) {
    guard let target = Target(intent.target), let wish = wish.decoded(SubscriptionWish.self) else {
      throw ClientError(.invalidRequest, operation: "tally.subscription.write")
    }
    let now = server?.decoded(StreamingSubscription.self)
    if wish.isRemoved {
      if let now { try await subscriptions.remove(now.id) }
    } else if let now {
      _ = try await subscriptions.update(now.id, wish.rest(for: now))
    } else if case .service(let service) = target {
      _ = try await subscriptions.add(
        SubscriptionDraft(
          serviceId: service, monthlyCost: wish.monthlyCost ?? 0, tier: wish.tier, isActive: wish.isActive ?? true))
    } else {
      throw ClientError(.notFound, operation: "tally.subscription.write", detail: "subscription")
    }
    await relay.tell(.wroteSubscriptions)
    relay.wrote(intent.id)
  }
}
