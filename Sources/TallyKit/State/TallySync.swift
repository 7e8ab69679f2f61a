import Foundation
public import MediaCore

/// Changes on their way to the server, of all kinds: each is on disk before the call that makes it returns, and leaves when the
/// server was read and shows it.
public actor TallySync {
  /// For screens that list what waits and what was refused.
  public nonisolated let outbox: OutboxKeeper
  nonisolated let client: ServiceClient
  nonisolated let relay: SyncRelay
  private let statusToken: ObservationToken
  private var sending: [Int: Task<Void, Never>] = [:]
  private var nextSending = 0

  init(
    client: ServiceClient, watchlist: any WatchlistAPI, progress: any ProgressAPI, shows: any ShowAPI,
    subscriptions: any SubscriptionAPI, ratings: any RatingAPI, reader: WatchlistReader
  ) {
    let relay = SyncRelay()
    self.client = client
    self.relay = relay
    outbox = OutboxKeeper(
      client: client, name: "tally",
      handlers: [
        EntrySync(watchlist: watchlist, reader: reader, relay: relay).handler,
        ProgressSync(progress: progress, shows: shows, relay: relay).handler,
        EpisodeSync(progress: progress, relay: relay).handler,
        SubscriptionSync(subscriptions: subscriptions, relay: relay).handler,
        RatingSync(ratings: ratings, relay: relay).handler,
      ])
    statusToken = client.session.observeStatus { _ in Task { await relay.tell(.account) } }
    outbox.onChange { _, _ in await relay.tell(.intents) }
  }

  deinit { sending.values.forEach { $0.cancel() } }

  // MARK: For the stores

  /// Takes a wish; durable when it returns.
  func record(
    _ kind: Intent.Kind, target: String, wish: some Encodable, acknowledged: JSONValue? = nil, cause: String = "user"
  ) async throws(ClientError) -> Intent {
    let intent = try await outbox.outbox().record(
      kind, target: target, wish: try JSONValue(encoding: wish), acknowledged: acknowledged, cause: cause)
    relay.forget(intent.id)
    await relay.tell(.intents)
    return intent
  }

  /// The wishes that are not on the server yet, oldest first.
  func open(_ kind: Intent.Kind) async throws(ClientError) -> [Intent] {
    try await outbox.open().filter { $0.kind == kind }
  }

  /// Whose data is to be shown; nil when nobody is signed in. A sign-in that ran out still counts.
  func account() async throws(ClientError) -> String? {
    try await client.session.status().account
  }

  /// Sends what waits, and returns as soon as `intent` was written or cannot be for now; reading back goes on after that.
  public func deliver(_ intent: Intent) async -> Delivery {
    nextSending += 1
    let number = nextSending
    let (outbox, relay) = (outbox, relay)
    let id = intent.id
    await withCheckedContinuation { continuation in
      relay.hold(continuation, until: id, orDelivery: number)
      sending[number] = Task { [weak self] in
        await outbox.flush(.recorded)
        relay.finish(id, delivery: number)
        await self?.ended(number)
      }
    }
    return await outcome(of: intent)
  }

  private func ended(_ number: Int) { sending[number] = nil }

  /// What became of `intent` once everything that was started is read back.
  /// - Parameter delivering: sends it first.
  public func result(of intent: Intent, delivering: Bool = false) async -> Delivery {
    if delivering { _ = await deliver(intent) }
    await settled()
    return await outcome(of: intent, trustsWrite: false)
  }

  private func outcome(of intent: Intent, trustsWrite: Bool = true) async -> Delivery {
    let id = intent.id
    if trustsWrite, relay.isWritten(id) { return .written }
    let all: [Intent]
    do throws(ClientError) {
      let box = try await outbox.outbox()
      guard box.account == intent.account else { return .waiting(.cancelled("tally.sync")) }
      all = try await box.all()
    } catch {
      // Whoever wished it has signed out meanwhile: nobody is to be told anything about it.
      return .waiting(error.kind == .signedOut ? .cancelled("tally.sync") : error)
    }
    guard let now = all.first(where: { $0.id == id }) else {
      return relay.isWritten(id) ? .written : .superseded(reason: "discarded")
    }
    switch now.state {
    case .synced: return .written
    case .superseded(_, let reason): return .superseded(reason: reason)
    case .refused(let reason):
      return .refused(relay.problem(of: id) ?? ClientError(.conflict, operation: "tally.sync", detail: reason))
    case .pending, .sending: return .waiting(relay.problem(of: id) ?? relay.newestProblem)
    }
  }

  /// Takes a refused change up again, as if it had just been made; ``deliver(_:)`` or ``flush()`` sends it.
  public func retry(_ intent: Intent) async throws(ClientError) {
    try await outbox.outbox().retry(intent.id)
    relay.forget(intent.id)
  }

  /// Sends what waits; returns when everything was tried once and read back.
  public func flush() async { await outbox.flush(.call) }

  /// Returns once all sending that was started is over. For tests and examples.
  public func settled() async {
    while let next = sending.first { await next.value.value }
  }

  func signOut(_ pending: PendingWork) async throws(ClientError) -> Credentials? {
    sending.values.forEach { $0.cancel() }
    sending = [:]
    let ended: Credentials?
    do throws(ClientError) { ended = try await outbox.signOut(pending, client: client) } catch {
      await relay.tell(.account)
      throw error
    }
    await relay.tell(.account)
    return ended
  }
}

/// What became of a change that was sent.
public enum Delivery: Sendable, Hashable {
  /// The server took it.
  case written
  /// It waits for the network, the server or a sign-in; the error says which, when there was one.
  case waiting(ClientError?)
  /// The server will not have it. It is listed with the refused ones until somebody decides.
  case refused(ClientError)
  /// What the server has counts instead: it changed in the meantime.
  case superseded(reason: String)
}
