import Foundation
import MediaCore

/// The queue and the caches of one server's accounts. Values that are made twice hold the same objects.
struct TallyCaches: Sendable {
  let queue: MutationQueue
  let watchlist: AccountCache<[WatchlistEntry]>
  let progress: AccountCache<[TMDBID: EpisodeStates]>
  let subscriptions: AccountCache<SubscriptionCache>
  let calendar: CalendarStore
  let seasons: SeasonStore
  let reads: RecentReads
  let progressConflicts: ConflictStore<ProgressConflict>
  let entryConflicts: ConflictStore<EntryConflict>
  let subscriptionConflicts: ConflictStore<SubscriptionConflict>

  init(roles: TallyRoles, client: ServiceClient) {
    let api = TallyMutationAPI(roles: roles, client: client)
    let accounts = client.accounts
    queue = .shared(
      in: accounts,
      handlers: [
        MutationHandler(EntryMutation.self, api), MutationHandler(ProgressMutation.self, api),
        MutationHandler(EpisodeMutation.self, api), MutationHandler(SubscriptionMutation.self, api),
        MutationHandler(RatingMutation.self, api),
      ])
    // Created before the caches: an observer of those finds a conflict already there.
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
    progress = .shared("progress", empty: [:], in: accounts, queue: queue, overlays: [ProgressMutation.overlay])
    subscriptions = .shared(
      "subscriptions", empty: SubscriptionCache(), in: accounts, queue: queue, overlays: [SubscriptionMutation.overlay])
    reads = accounts.shared("reads") { RecentReads(clock: accounts.environment.clock) }
    calendar = CalendarStore(cache: .shared("calendar", empty: [:], in: accounts))
    seasons = SeasonStore(cache: .shared("seasons", empty: [:], in: accounts))
  }
}

/// The roles that mutations are sent through.
struct TallyMutationAPI: Sendable {
  let roles: TallyRoles
  let client: ServiceClient

  /// For mutations that read caches beyond their target.
  var caches: TallyCaches { TallyCaches(roles: roles, client: client) }
}

extension Array {
  /// Puts what the server holds in place of the element that matches, or first when there is none; nil takes the element out.
  mutating func settle(_ remote: Element?, where matches: (Element) -> Bool) {
    let index = firstIndex(where: matches)
    if let index { self.remove(at: index) }
    if let remote { insert(remote, at: index ?? 0) }
  }
}
