import Foundation
import MediaCore

/// The queue and the caches of one server's accounts. Two instances for the same accounts share the same objects.
struct TallyCaches: Sendable {
  let queue: MutationQueue
  let watchlist: AccountCache<[WatchlistEntry]>
  let progress: AccountCache<ProgressCache>
  let subscriptions: AccountCache<SubscriptionCache>
  let calendar: CalendarStore
  let seasons: SeasonStore
  let analyses: AnalysisStore
  let reads: RecentReads
  let progressConflicts: ConflictStore<ProgressConflict>
  let entryConflicts: ConflictStore<EntryConflict>
  let subscriptionConflicts: ConflictStore<SubscriptionConflict>

  init(roles: TallyRoles, client: ServiceClient) {
    let accounts = client.accounts
    queue = MutationQueue(in: accounts)
    // Create the conflict stores before the caches. Otherwise a cache calls its observers before a new conflict is listed.
    let now: @Sendable () -> Date = { [clock = accounts.environment.clock] in clock.now() }
    progressConflicts = ConflictStore(
      "progress-conflicts", in: accounts, queue: queue,
      rules: [ConflictRule(ProgressMutation.self, now: now) { ProgressConflict($0, noticedAt: $1) }])
    entryConflicts = ConflictStore(
      "entry-conflicts", in: accounts, queue: queue,
      rules: [ConflictRule(EntryMutation.self, now: now) { EntryConflict($0, noticedAt: $1) }])
    subscriptionConflicts = ConflictStore(
      "subscription-conflicts", in: accounts, queue: queue,
      rules: [ConflictRule(SubscriptionMutation.self, now: now) { SubscriptionConflict($0, noticedAt: $1) }])
    watchlist = .shared("watchlist", empty: [], in: accounts, queue: queue, overlays: [EntryMutation.overlay])
    progress = .shared(
      "progress", empty: ProgressCache(), in: accounts, queue: queue, overlays: [ProgressMutation.overlay])
    subscriptions = .shared(
      "subscriptions", empty: SubscriptionCache(), in: accounts, queue: queue, overlays: [SubscriptionMutation.overlay])
    reads = accounts.shared("reads") { RecentReads(clock: accounts.environment.clock) }
    calendar = CalendarStore(cache: .shared("calendar", empty: [:], in: accounts))
    seasons = SeasonStore(cache: .shared("seasons", empty: [:], in: accounts), shows: roles.shows, client: client)
    analyses = AnalysisStore(cache: .shared("analyses", empty: [:], in: accounts), shows: roles.shows, client: client)
    let api = TallyMutationAPI(
      roles: roles, client: client, watchlist: watchlist, progress: progress, subscriptions: subscriptions,
      seasons: seasons, reads: reads)
    queue.use([
      MutationHandler(EntryMutation.self, api), MutationHandler(ProgressMutation.self, api),
      MutationHandler(EpisodeMutation.self, api), MutationHandler(SubscriptionMutation.self, api),
      MutationHandler(RatingMutation.self, api),
    ])
  }
}

/// The roles that mutations are sent through, and the caches of mutations that read more than their target.
struct TallyMutationAPI: Sendable {
  let roles: TallyRoles
  let client: ServiceClient
  let watchlist: AccountCache<[WatchlistEntry]>
  let progress: AccountCache<ProgressCache>
  let subscriptions: AccountCache<SubscriptionCache>
  let seasons: SeasonStore
  let reads: RecentReads

  /// Returns `error`, or the database's error if the database fails: the queue then keeps the change instead of reporting a refusal.
  func checked(_ error: ClientError) async -> ClientError {
    guard error.isFinalRefusal else { return error }
    do throws(ClientError) { try await roles.services.proveDatabase() } catch { return error }
    return error
  }
}

extension MutationQueue {
  /// Submits a change of a cached value.
  /// - Parameter base: finds the target's state in the cached answer of the server.
  func submit<M: Mutation, Value>(
    _ mutation: M, to cache: AccountCache<Value>, cause: String, base: @Sendable (Value) -> M.Remote?
  ) async throws(ClientError) -> Submission {
    let (base, isCurrent) = try await cache.read { server, open in (base(server), !open.hasChange(like: mutation)) }
    return try await submit(mutation, base: base, isCurrent: isCurrent, cause: cause)
  }
}

extension Array {
  /// Replaces the matching element by the server's, or inserts the server's first when none matches; nil removes the match.
  mutating func settle(_ remote: Element?, where matches: (Element) -> Bool) {
    let index = firstIndex(where: matches)
    if let index { self.remove(at: index) }
    if let remote { insert(remote, at: index ?? 0) }
  }
}
