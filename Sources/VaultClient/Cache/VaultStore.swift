import Foundation
public import MediaCore

/// The user's titles and lists as they are cached on this device: the server's last responses, with the changes of this device applied on
/// top until the server shows these changes. The store works without a network, and no accepted change is lost.
///
/// Each change is stored as the state that the server should have, and is durable when the method returns. As soon as the server can be
/// reached, the SDK reads the server's state, writes the change only if the state differs, and reads the state again.
///
/// Methods whose names begin with `refresh` request the data from the server. ``library()``, ``lists()`` and ``news()`` read the cached
/// data, and return nil before the first response.
///
/// ```swift
/// let titles = try await vault.store.refreshLibrary().value
/// print(titles.movies.count)
/// for change in try await vault.store.setWatched(true, for: .movie(4)) { print(await change.settled()) }
/// ```
public struct VaultStore: Sendable {
  let queue: MutationQueue
  let cache: AccountCache<VaultSnapshot>
  let numbers: LocalIDs<Int>
  let environment: ClientEnvironment
  let progress: MarkProgressTracker
  let conflictStore: ConflictStore<VaultConflict>
  let roles: VaultRoles
  let deliveries: DeliveryLog
  private let insights: Insights

  init(client: ServiceClient, roles: VaultRoles, insights: Insights) {
    let clock = client.environment.clock
    numbers = LocalIDs("list-numbers", in: client.accounts, operation: .vaultListNumber)
    progress = MarkProgressTracker()
    deliveries = client.accounts.shared("deliveries") { DeliveryLog() }
    queue = MutationQueue(in: client.accounts)
    // Create the conflict store before the cache. Otherwise the cache calls its observers before a new conflict is listed.
    conflictStore = ConflictStore(
      "vault-conflicts", in: client.accounts, queue: queue, rules: VaultMutations.conflictRules { clock.now() })
    cache = .shared(
      "vault", empty: VaultSnapshot(), in: client.accounts, queue: queue, overlays: VaultMutations.overlays)
    queue.use(
      VaultMutations.handlers(
        VaultAPI(
          roles: roles, cache: cache, numbers: numbers, progress: progress, clock: clock,
          deliveries: deliveries)))
    progress.follow(queue)
    insights.follow(queue)
    self.roles = roles
    self.insights = insights
    environment = client.environment
  }

  // MARK: Observing

  /// Calls `changed` each time the cached titles or lists change, until the token is released.
  public func observe(_ changed: @escaping @Sendable () -> Void) -> ObservationToken { cache.observe(changed) }

  /// Calls `changed` with the progress while the marks of a series, a season or a collection are sent, until the token is released.
  public func observeProgress(
    _ changed: @escaping @Sendable (_ title: TitleReference, MarkProgress) -> Void
  ) -> ObservationToken {
    progress.observe(changed)
  }

  // MARK: Reading

  /// Returns the cached library; nil if the library was never loaded. Makes no request.
  public func library() async throws(ClientError) -> Dated<Watchlist>? { try await snapshot().library }

  /// Sends pending changes, then reads the library from the server (`GET /api/watchlist`).
  @discardableResult
  public func refreshLibrary() async throws(ClientError) -> Dated<Watchlist> {
    try await refresh(\.library) { try await $0.watchlist.all() }
  }

  /// Returns the cached new titles; nil if they were never loaded. Makes no request.
  public func news() async throws(ClientError) -> Dated<NewTitles>? { try await snapshot().news }

  /// Sends pending changes, then reads the new titles from the server (`GET /api/notifications/details`).
  @discardableResult
  public func refreshNews() async throws(ClientError) -> Dated<NewTitles> {
    try await refresh(\.news) { try await $0.notifications.newTitles() }
  }

  /// Returns the cached lists; nil if they were never loaded. Makes no request.
  public func lists() async throws(ClientError) -> Dated<[VaultList]>? { try await snapshot().lists }

  /// Sends pending changes, then reads the lists from the server (`GET /api/lists`).
  @discardableResult
  public func refreshLists() async throws(ClientError) -> Dated<[VaultList]> {
    try await refresh(\.lists) {
      try await $0.lists.all()
    } finish: { snapshot, lists in
      let ids = Set(lists.map(\.id.description))
      snapshot.contents = snapshot.contents.filter { ids.contains($0.key) }
    }
  }

  /// Returns the cached titles of a list; nil if they were never loaded. For the personal list, these are the titles of the library.
  public func contents(of list: ListID) async throws(ClientError) -> Dated<ListContents>? {
    try await snapshot().contents(of: list)
  }

  /// Sends pending changes, then reads the titles of a list from the server (`GET /api/lists/{id}/items`). If the list is not on the server
  /// yet, returns the cached titles of the list.
  @discardableResult
  public func refreshContents(of list: ListID) async throws(ClientError) -> Dated<ListContents> {
    guard case .list(let provisional) = list else { return try await refreshLibrary() }
    await flush()
    let id = try await number(of: provisional)
    guard id > 0 else {
      guard let contents = try await contents(of: .list(id)) else {
        throw ClientError(.notFound, operation: .vaultListsContents)
      }
      return contents
    }
    return try await refresh(\.contents[String(id)]) { try await $0.lists.contents(of: .list(id)) }
  }

  func snapshot() async throws(ClientError) -> VaultSnapshot { try await cache.value() }

  /// Asks the server for one member of the snapshot, after sending open changes.
  func refresh<Answer: Sendable>(
    _ member: any WritableKeyPath<VaultSnapshot, Dated<Answer>?> & Sendable,
    _ ask: @Sendable (VaultRoles) async throws -> Answer,
    finish: @Sendable (inout VaultSnapshot, Answer) -> Void = { _, _ in }
  ) async throws(ClientError) -> Dated<Answer> {
    let view = try await cache.refresh { () async throws(ClientError) in
      do { return (try await ask(roles), try await numbers.all()) } catch { throw ClientError(thrown: error) }
    } merge: { snapshot, answer in
      snapshot.numbers.merge(answer.1) { $1 }
      snapshot[keyPath: member] = Dated(answer.0, asOf: environment.clock.now())
      finish(&snapshot, answer.0)
    }
    guard let value = view.value[keyPath: member] else { throw ClientError(.storage, operation: .vaultStore) }
    return value
  }

  // MARK: Changing

  /// Accepts a mutation: durable when it returns; sent as soon as the server can be reached.
  func submit<M: VaultMutation>(
    _ mutation: M, as change: InsightEvent.Change
  ) async throws(ClientError) -> Submission {
    let (base, isCurrent) = try await cache.read { server, open in
      (mutation.base(in: server), !open.hasChange(like: mutation))
    }
    let submission = try await queue.submit(mutation, base: base, isCurrent: isCurrent)
    insights.note(.changed(change))
    await discardRefused(mutation, for: submission)
    return submission
  }

  /// Discards a refused change when the user makes the same one again: otherwise it stays listed although the change was made.
  private func discardRefused<M: VaultMutation>(_ mutation: M, for submission: Submission) async {
    guard M.isMadeAgain, let refused = try? await queue.refused() else { return }
    for record in refused where record.id != submission.id && record.target == submission.target {
      if record.mutation(M.self)?.isSame(as: mutation) == true { try? await queue.discard(record.id) }
    }
  }

  func submit(
    _ mutations: [some VaultMutation], as change: InsightEvent.Change
  ) async throws(ClientError) -> [Submission] {
    var submissions: [Submission] = []
    for mutation in mutations { submissions.append(try await submit(mutation, as: change)) }
    return submissions
  }

  // MARK: Sending

  /// Sends pending changes. Returns after the SDK has tried to send each change once.
  public func flush() async {
    await queue.flush(.call)
    await progress.update(queue)
  }

  /// Waits until all requests that pending changes have started are finished.
  public func settled() async {
    await queue.settled()
    await progress.update(queue)
  }
}

extension VaultStore {
  // MARK: Lists made on this device

  /// The server's number of a list; the provisional number of a list that the server does not have yet.
  func number(of list: Int) async throws(ClientError) -> Int { list < 0 ? try await numbers.all()[list] ?? list : list }

  /// The number that mutations use for a list: a list made on this device keeps its provisional number for good, so
  /// that all changes of one list are sent in one order.
  /// - Throws: `notFound` for a provisional number without a list.
  func stableNumber(of list: Int) async throws(ClientError) -> Int {
    let number = try await numbers.stable(number(of: list))
    guard number < 0, try await numbers.all()[number] == nil else { return number }
    let creation = ListCreationMutation.target(number)
    guard try await queue.open().filter({ $0.target == creation }).makeList else { throw .noSuchList }
    return number
  }
}
