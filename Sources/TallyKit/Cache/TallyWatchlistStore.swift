public import Foundation
public import MediaCore

/// The cached watchlist: the server's last response, with this device's own changes applied until the server's response includes them.
/// Works without a network: a change is durable when its call returns.
///
/// ``items()`` reads the cached list and makes no request. ``refresh()`` requests the list from the server. Each change returns a
/// `Submission`. ``conflicts()`` lists the entries that two devices have changed.
///
/// ```swift
/// try await tally.watchlistStore.add(show, as: .watching)
/// for item in try await tally.watchlistStore.items() { print(item.title, item.isPending) }
/// ```
public struct TallyWatchlistStore: Sendable {
  private let reader: WatchlistReader
  private let queue: MutationQueue
  private let cache: AccountCache<[WatchlistEntry]>
  private let conflictStore: ConflictStore<EntryConflict>
  private let reads: RecentReads

  init(roles: TallyRoles, caches: TallyCaches) {
    reader = WatchlistReader(watchlist: roles.watchlist, services: roles.services)
    queue = caches.queue
    cache = caches.watchlist
    conflictStore = caches.entryConflicts
    reads = caches.reads
  }

  // MARK: Reading

  /// Returns the shows of the cached list. Sends no request. Shows that are not on the server's list yet come first. The other shows
  /// follow, newest first.
  /// - Throws: `signedOut` if nobody is signed in; `storage` if the files cannot be read now.
  public func items() async throws(ClientError) -> [TrackedItem] { try await view().items }

  /// Returns the entries whose show the server has lost. Such an entry has no name and no number at TMDB, and is not among ``items()``.
  /// Entries that wait to be removed are left out. Sends no request.
  public func lostEntries() async throws(ClientError) -> [WatchlistEntry] { try await view().lost }

  /// Returns the entry of one show in the cached list; nil if the show is not on the list. Sends no request.
  public func item(_ show: TMDBID) async throws(ClientError) -> TrackedItem? {
    let view = try await cache.view()
    return view.value.first { $0.tmdbID == show }
      .flatMap { TrackedItem($0, isPending: view.isPending(EntryMutation.target(show))) }
  }

  /// The whole entry of one show with this device's changes; nil if the show is not on the list.
  func entry(of show: TMDBID) async throws(ClientError) -> WatchlistEntry? {
    try await cache.view().value.first { $0.tmdbID == show }
  }

  /// The last change of a show that is not on the server yet. If it was not sent, a new change is merged into it.
  func waiting(_ show: TMDBID) async throws(ClientError) -> MutationRecord? {
    try await queue.open().last { $0.kind == EntryMutation.kind && $0.target == EntryMutation.target(show) }
  }

  /// Takes a mutation back whose request was not sent.
  /// - Returns: whether the mutation was in the queue and was not sent.
  func discardUnsent(_ id: String) async throws(ClientError) -> Bool {
    try await queue.withdraw(id) { $0.sent(EntryMutation.self) == nil } != nil
  }

  /// Returns the time of the server's last complete response; nil if there was none.
  public func refreshedAt() async throws(ClientError) -> Date? { try await view().refreshedAt }

  /// All values that a screen shows, read at the same moment.
  func view() async throws(ClientError) -> (items: [TrackedItem], lost: [WatchlistEntry], refreshedAt: Date?) {
    let view = try await cache.view()
    return (Self.items(of: view), view.value.filter { $0.tmdbID == nil }, view.refreshedAt)
  }

  /// The listed shows of the cached list, with the changes that wait to be sent. Sends no request.
  /// - Throws: `signedOut` if nobody is signed in; `storage` if the files cannot be read now.
  func listed() async throws(ClientError) -> ListedShows {
    let view = try await cache.view()
    let waiting = view.open.filter { record in
      record.mutation(EntryMutation.self).map { $0.isRemoved || !$0.members.isSubset(of: [.rating, .notes]) } ?? true
    }
    return ListedShows(Self.items(of: view), waiting: Set(waiting.map(\.target)))
  }

  private static func items(of view: AccountCache<[WatchlistEntry]>.View) -> [TrackedItem] {
    let pending = Set(view.open.map(\.target))
    return view.value.compactMap { entry in
      TrackedItem(entry, isPending: entry.tmdbID.map { pending.contains(EntryMutation.target($0)) } ?? false)
    }
  }

  /// Sends waiting changes, and then requests the whole list from the server.
  public func refresh() async throws(ClientError) {
    try await cache.refresh { () async throws(ClientError) in
      try await ask()
    } merge: { known, new in
      let counted = Dictionary(known.map { ($0.showId, $0) }, uniquingKeysWith: { $1 })
      known = new.map { $0.countedLike(counted[$0.showId]) }
    }
  }

  /// Requests the whole list without caching it. An empty list is returned only after another answer shows that the server's database works.
  func ask() async throws(ClientError) -> [WatchlistEntry] {
    try await reader.all(known: try await cache.read { server, _ in server.map(\.showId) })
  }

  /// Calls `changed` after each change of the cached list until the returned token is released.
  public func observe(_ changed: @escaping @Sendable () -> Void) -> ObservationToken { cache.observe(changed) }

  // MARK: Changing

  /// Adds a show to the list. If the show is on the list, raises its status to `status`; the statuses in ascending order are dropped,
  /// watchlist, watching, completed. The status is never lowered, so a completed show stays completed.
  /// - Parameter title: the title to show until the server has the show. `poster` is likewise the poster to show until then.
  @discardableResult
  public func add(
    _ show: TMDBID, as status: WatchStatus = .watchlist, title: String? = nil, poster: String? = nil
  ) async throws(ClientError) -> Submission {
    try await change(show) { ($0.atLeast, $0.title, $0.poster) = (status, title, poster) }
  }

  /// Sets the status of a show. The change is durable when the call returns, and is sent when the server can be reached.
  @discardableResult
  public func setStatus(_ status: WatchStatus, of show: TMDBID) async throws(ClientError) -> Submission {
    try await change(show) { $0.status = status }
  }

  /// Rates a show. The change is durable when the call returns.
  /// - Parameter rating: 0…10 in steps of a half. A rating can be changed, but not removed.
  @discardableResult
  public func setRating(_ rating: Double, of show: TMDBID) async throws(ClientError) -> Submission {
    guard (0...10).contains(rating), (rating * 2).rounded() == rating * 2 else {
      throw Self.invalid("setRating", "rating")
    }
    return try await change(show) { $0.rating = rating }
  }

  /// Sets the notes of a show; an empty text removes the notes. The change is durable when the call returns.
  @discardableResult
  public func setNotes(_ notes: String, of show: TMDBID) async throws(ClientError) -> Submission {
    try await change(show) { $0.notes = notes }
  }

  /// Sets the provider with which the user watches the show. If `provider` is nil, removes the provider. A show that is not on the list is
  /// added with the status `watching`.
  /// - Throws: `invalidRequest` for the number 0, and for a name that is empty or has more than 100 characters; `signedOut`, `storage`.
  @discardableResult
  public func setProvider(
    _ provider: ProviderSelection?, of show: TMDBID, title: String? = nil
  ) async throws(ClientError) -> Submission {
    if let provider, provider.id == 0 || provider.name.isEmpty { throw Self.invalid("setProvider", "provider") }
    if provider?.isNameTooLong == true { throw Self.invalid("setProvider", "displayName") }
    return try await change(show) { ($0.provider, $0.addAs, $0.title) = (.init(value: provider), .watching, title) }
  }

  /// Sets the country of a show to a two-letter code. If `country` is nil, the account's country applies.
  @discardableResult
  public func setCountry(_ country: String?, of show: TMDBID) async throws(ClientError) -> Submission {
    if let country, !CountryPreference.isCode(country) { throw Self.invalid("setCountry", "country") }
    return try await change(show) { $0.country = .init(value: country?.uppercased()) }
  }

  /// Sets how many days a subscription shall last beyond the show's last episode.
  @discardableResult
  public func setBufferDays(_ days: Int, of show: TMDBID) async throws(ClientError) -> Submission {
    guard (0...Int(Int32.max)).contains(days) else { throw Self.invalid("setBufferDays", "bufferDays") }
    return try await change(show) { $0.bufferDays = days }
  }

  /// Removes a show from the list.
  @discardableResult
  public func remove(_ show: TMDBID) async throws(ClientError) -> Submission {
    try await change(show) { $0.isRemoved = true }
  }

  /// Removes an entry of ``lostEntries()`` from the list.
  @discardableResult
  public func remove(lost show: ShowID) async throws(ClientError) -> Submission {
    var mutation = EntryMutation(target: EntryMutation.target(show))
    mutation.isRemoved = true
    return try await queue.submit(mutation)
  }

  private static func invalid(_ call: String, _ member: String) -> ClientError {
    ClientError(.invalidRequest, operation: OperationID("tally.watchlist.\(call)"), detail: member)
  }

  private func change(_ show: TMDBID, _ body: (inout EntryMutation) -> Void) async throws(ClientError) -> Submission {
    var mutation = EntryMutation(target: EntryMutation.target(show))
    body(&mutation)
    return try await submit(mutation)
  }

  func submit(_ mutation: EntryMutation, cause: String = "user") async throws(ClientError) -> Submission {
    try await resubmit(mutation.made(at: reads.now), cause: cause)
  }

  /// Submits a change that keeps the times at which the user made it.
  func resubmit(_ mutation: EntryMutation, cause: String) async throws(ClientError) -> Submission {
    try await queue.submit(mutation, to: cache, cause: cause) { $0.first(where: mutation.isAbout) }
  }
}

extension TallyWatchlistStore {
  // MARK: Conflicts

  /// Returns the conflicts over entries in which this device and another device have changed the same member, oldest first. If the server
  /// reports the time of the other device's change, the later change of the member is kept. Otherwise this device's change is kept. Members
  /// that only one of the two has changed are kept as well.
  public func conflicts() async throws(ClientError) -> [EntryConflict] { try await conflictStore.all() }

  /// Restores the values in ``EntryConflict/lost``, and removes the conflict from ``conflicts()``.
  /// - Throws: `storage` with the detail `inUse` in a process that does not own the folder, such as a widget; nothing has changed then.
  @discardableResult
  public func undo(_ conflict: EntryConflict) async throws(ClientError) -> Submission {
    try conflictStore.checkOwner()
    let submission = try await submit(conflict.change, cause: "undo")
    try await conflictStore.remove(conflict.id)
    return submission
  }

  /// Removes a conflict from ``conflicts()``. The values in ``EntryConflict/kept`` stay.
  public func dismiss(_ conflict: EntryConflict) async throws(ClientError) {
    try await conflictStore.remove(conflict.id)
  }

  /// Calls `changed` after each change of ``conflicts()`` until the returned token is released.
  public func observeConflicts(_ changed: @escaping @Sendable () -> Void) -> ObservationToken {
    conflictStore.observe(changed)
  }
}

extension WatchlistEntry {
  /// The entry with the counts of `known` if the server failed to count the show's episodes: it sends zeros then.
  func countedLike(_ known: WatchlistEntry?) -> WatchlistEntry {
    guard progress?.totalEpisodes ?? 0 == 0, let counts = known?.progress, counts.totalEpisodes > 0 else { return self }
    var entry = self
    entry.progress = counts
    return entry
  }
}
