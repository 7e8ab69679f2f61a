import Foundation

/// The queue that the services of one server and one folder share: one outbox for each account, rounds of sending, and the caches that
/// follow the changes. Each service submits through its own ``MutationQueue``, by whose transport its changes are sent.
actor SharedMutationQueue {
  let storage: AccountStorage
  nonisolated let lanes = MutationLanes()
  /// One outbox for each account, for as long as the queue lives: two for the same file would write over each other.
  private var outboxes: [String: Outbox] = [:]
  private var current: Outbox?
  private var rounds: [Int: Task<Void, Never>] = [:]
  private var nextRound = 0
  private var isRoundWanted = false
  private var isSendingSoon = false
  /// The pause before a round in which further changes can come.
  private var gathering: Task<Void, Never>?
  private var (isGathering, isHurried, acceptedCount, settlingCount) = (false, false, 0, 0)
  private var waiters: [String: [Int: CheckedContinuation<Void, Never>]] = [:]
  private nonisolated let caches = Registry<CacheSubscription>()
  private nonisolated let observers = Observers<Void>()
  /// Notified of each change that was taken over from another process.
  nonisolated let takenOver = Observers<MutationRecord>()
  private nonisolated let tokens = Locked<[ObservationToken]>([])

  /// Returns the queue of a server and a folder, made at first use.
  static func shared(in storage: AccountStorage) -> SharedMutationQueue {
    storage.shared("queue") { SharedMutationQueue(storage: storage) }
  }

  private init(storage: AccountStorage) { self.storage = storage }

  /// Sends also through the handlers of one more service. The first one makes the queue follow the connection and the sign-in.
  nonisolated func send(through handlers: MutationHandlers) {
    guard lanes.add(handlers) else { return }
    // Observe from the start, so that changes left by an earlier launch are sent even if the app reads nothing.
    let online = storage.connectivity.observe { [weak self] status in
      if status == .online { Task { await self?.sendWaiting(.connectivity) } }
    }
    let account = storage.observeAccount { [weak self] in Task { await self?.sendWaiting(.signIn) } }
    let signOut = storage.observeSignOut { [weak self] account, pending in await self?.signOut(account, pending) }
    let folder = storage.onFolderChange { [weak self] in await self?.folderChanged() }
    tokens.withLock { $0 = [online, account, signOut, folder] }
  }

  deinit {
    // Sort, so that a simulation cancels the rounds in the same order each run.
    for (_, round) in rounds.sorted(by: { $0.key < $1.key }) { round.cancel() }
    for account in outboxes.keys.sorted() { outboxes[account] = nil }
  }

  // MARK: Changing

  nonisolated var handsOver: Bool { storage.environment.inboxFiles != nil }

  /// See ``MutationQueue/submit(_:base:isCurrent:cause:owner:)``.
  func submit<M: Mutation>(
    _ mutation: M, base: M.Remote?, isCurrent: Bool, cause: String, owner: String?, by sender: MutationHandlers
  ) async throws(ClientError) -> MutationRecord {
    if handsOver {
      return try await handOver(mutation, base: base, isCurrent: isCurrent, cause: cause, owner: owner)
    }
    guard let known = knownOutbox, owner == nil || owner == known.account else {
      return try await submit(mutation, base, isCurrent, cause, notKnownFor: owner, by: sender)
    }
    let record = try await known.accept(mutation, base: base, isCurrent: isCurrent, cause: cause, by: sender)
    sendSoon(record)
    return record
  }

  // A separate function: a suspended task keeps all variables of its function in memory, and the caller rarely needs these.
  @inline(never)
  private func submit<M: Mutation>(
    _ mutation: M, _ base: M.Remote?, _ isCurrent: Bool, _ cause: String, notKnownFor owner: String?,
    by sender: MutationHandlers
  ) async throws(ClientError) -> MutationRecord {
    let (outbox, problem) = try await outbox(for: owner)
    let record = try await outbox.accept(mutation, base: base, isCurrent: isCurrent, cause: cause, by: sender)
    if let problem { throw problem }
    sendSoon(record)
    return record
  }

  /// - Returns: the outbox that keeps a change of `owner`, with an error when that account is not the current one.
  private func outbox(for owner: String?) async throws(ClientError) -> (Outbox, ClientError?) {
    let current: Outbox
    do throws(ClientError) { current = try await outbox() } catch {
      guard error.kind == .signedOut, let owner, let left = outboxes[owner] else { throw error }
      return (left, error)
    }
    guard let owner, owner != current.account else { return (current, nil) }
    let problem = ClientError(.signedOut, operation: .queueSubmit, detail: ClientError.Detail.accountChanged)
    guard let left = outboxes[owner] else { throw problem }
    return (left, problem)
  }

  func retry(_ id: String, by sender: MutationHandlers) async throws(ClientError) -> MutationRecord {
    let record = try await outbox().change(id, by: sender) { _ in }
    sendSoon()
    return record
  }

  /// - Parameter edited: the new content of the record as it is now; nil if the record must stay as it is.
  func edit<M: Mutation>(
    _ id: String, by sender: MutationHandlers, _ edited: @Sendable (MutationRecord) -> M?
  ) async throws(ClientError) -> MutationRecord {
    let outbox = try await outbox()
    guard try await outbox.read({ $0.durable(id) })?.payload.of(M.self) != nil else {
      throw ClientError(.notFound, operation: .queueEdit)
    }
    let record = try await outbox.change(id, countsAnew: true, by: sender) { record throws(ClientError) in
      guard var payload = record.payload.of(M.self) else { return }
      guard let mutation = edited(record) else { throw ClientError(.notFound, operation: .queueEdit) }
      payload.mutation = mutation
      record.payload = AnyMutationPayload(payload)
    }
    sendSoon()
    return record
  }

  func discard(_ id: String) async throws(ClientError) { try await outbox().discard(id) }

  // MARK: Reading

  func all() async throws(ClientError) -> [MutationRecord] { try await outbox().read(\.durable) }

  func open() async throws(ClientError) -> [MutationRecord] { try await outbox().read(\.durableOpen) }

  nonisolated func observe(_ changed: @escaping @Sendable () -> Void) -> ObservationToken { observers.add(changed) }

  /// All records of an account, and the number of the newest event in them. A cache reads them before it follows the queue's events.
  func snapshot(of account: String) async throws(ClientError) -> (records: [MutationRecord], revision: Int) {
    try await outbox(of: account).snapshot()
  }

  /// Loads the caches that still have to take some of the records. If a cache cannot be read now, its records stay.
  func loadCaches(owing records: [MutationRecord], of account: String) async {
    for cache in caches.elements where records.contains(where: { $0.isOnServer && cache.isOwed(account, $0) }) {
      await cache.load()
    }
  }

  nonisolated func subscribe(_ subscription: CacheSubscription) -> ObservationToken { caches.add(subscription) }

  // MARK: Sending

  /// Sends in a round of its own, so that ``settled()`` waits for the sending. A flush ends the gathering of a recorded change and sends that
  /// change too.
  func flush(_ trigger: MutationQueue.Trigger) async {
    stopGathering()
    await startRound { queue in await queue.send(trigger) }.finished()
  }

  /// Sends inside a round that has begun.
  private func sendInRound(_ trigger: MutationQueue.Trigger) async {
    stopGathering()
    await send(trigger)
  }

  private func send(_ trigger: MutationQueue.Trigger) async {
    if trigger == .foreground { await takeOver(sends: false) }
    // If the account or its changes cannot be read now, send nothing; the next trigger tries again.
    guard !storage.environment.isReading, let account = try? await storage.account(), let outbox = try? await outbox(),
      outbox.account == account, await storage.isSignedIn()
    else { return }
    await outbox.flush(trigger)
  }

  private func sendWaiting(_ trigger: MutationQueue.Trigger) async {
    // If the changes cannot be read now, the next trigger tries again.
    if let open = try? await open(), !open.isEmpty { await flush(trigger) }
  }

  /// Starts one round at a time; changes accepted during a round share the next one.
  func sendSoon(_ record: MutationRecord? = nil) {
    isRoundWanted = true
    acceptedCount += 1
    let canWait = record.map { lanes.handler(of: $0.kind)?.shares($0) ?? false } ?? false
    if !canWait { hurry() }
    guard !isSendingSoon else { return }
    isSendingSoon = true
    (isGathering, isHurried) = (canWait, !canWait)
    startRound { queue in
      await queue.gather()
      while await queue.takeWantedRound() { await queue.sendInRound(.recorded) }
    }
  }

  /// Cancels the round that was about to start, because a flush does its work: a second round right after the flush would retry a
  /// mutation whose reply was lost at once.
  private func stopGathering() {
    guard isGathering else { return }
    (isGathering, isRoundWanted) = (false, false)
    hurry()
  }

  private func hurry() {
    isHurried = true
    gathering?.cancel()
  }

  /// Waits until no further change has come for a moment, so that changes in quick succession share their requests.
  private func gather() async {
    defer { isGathering = false }
    let clock = storage.environment.clock
    for _ in 0..<10 where !isHurried && settlingCount == 0 {
      let count = acceptedCount
      let pause = Task<Void, Never> { try? await clock.sleep(for: .milliseconds(50), as: .delay) }
      gathering = pause
      await pause.value
      gathering = nil
      if count == acceptedCount { return }
    }
  }

  private func takeWantedRound() -> Bool {
    defer { isRoundWanted = false }
    if !isRoundWanted { isSendingSoon = false }
    return isRoundWanted
  }

  @discardableResult
  private func startRound(_ body: @escaping @Sendable (SharedMutationQueue) async -> Void) -> Task<Void, Never> {
    nextRound += 1
    let number = nextRound
    let round = Task { [weak self] in
      if let self { await body(self) }
      await self?.endRound(number)
    }
    rounds[number] = round
    return round
  }

  private func endRound(_ number: Int) { rounds[number] = nil }

  func settled() async {
    settlingCount += 1
    defer { settlingCount -= 1 }
    gathering?.cancel()
    await storage.environment.clock.waiting(for: "the sending of changes in settled()") { await self.endOfRounds() }
  }

  private func endOfRounds() async {
    while !Task.isCancelled, let next = rounds.min(by: { $0.key < $1.key }) { await next.value.finished() }
  }

  // MARK: Following one mutation

  /// Sends what waits, and returns as soon as the mutation was written or cannot be for now.
  func written(_ submission: Submission) async -> MutationOutcome {
    guard let outbox = outboxes[submission.account] else { return .waiting(nil) }
    if await outbox.outcome(of: submission.id, trustsWrite: true) == .written { return .written }
    let round = startRound { queue in await queue.sendInRound(.recorded) }
    await untilWritten(submission) { await round.value }
    return await outcome(submission, trustsWrite: true)
  }

  /// Waits until the mutation is written or until `end` returns, whichever comes first.
  private func untilWritten(_ submission: Submission, or end: @escaping @Sendable () async -> Void) async {
    nextRound += 1
    let (id, number) = (submission.id, nextRound)
    await withCheckedContinuation { continuation in
      waiters[id, default: [:]][number] = continuation
      Task {
        await end()
        release(id, number)
      }
    }
  }

  private func release(_ id: String, _ number: Int) { waiters[id]?.removeValue(forKey: number)?.resume() }

  private func releaseAll(_ id: String) {
    waiters.removeValue(forKey: id)?.sorted { $0.key < $1.key }.forEach { $0.value.resume() }
  }

  /// The outcome of a mutation once everything that was started is read back.
  func settled(_ submission: Submission) async -> MutationOutcome {
    _ = await written(submission)
    await settled()
    return await outcome(submission, trustsWrite: false)
  }

  /// The outcome of a mutation after the round that accepting it has started. Starts no other round: whether that joined the first one, or
  /// retried at once a mutation whose reply was lost, would depend on which came first.
  /// - Parameter readsBack: false returns as soon as the server took the mutation.
  func sent(_ submission: Submission, readsBack: Bool) async -> MutationOutcome {
    if readsBack {
      await settled()
    } else if await outboxes[submission.account]?.outcome(of: submission.id, trustsWrite: true) != .written {
      await untilWritten(submission) { await self.settled() }
    }
    return await outcome(submission, trustsWrite: !readsBack)
  }

  /// - Parameter trustsWrite: whether a write that is not read back yet counts.
  func outcome(_ submission: Submission, trustsWrite: Bool) async -> MutationOutcome {
    guard let account = try? await storage.account(), account == submission.account, let outbox = outboxes[account]
    else {
      // If the account of `submission` is no longer signed in, its outcome is not reported.
      return .waiting(.cancelled(.queueOutcome))
    }
    // A process that only reads has handed its changes to the folder's owner: read the owner's decisions from disk first.
    if storage.environment.isReading { try? await outbox.readAgain() }
    return await outbox.outcome(of: submission.id, trustsWrite: trustsWrite).blocked(by: storage.expiry)
  }

  // MARK: Accounts

  /// The outbox of the current account, when no file has to be read to know it.
  private var knownOutbox: Outbox? {
    guard let current, current.account == storage.knownAccount else { return nil }
    return outboxes[current.account] === current ? current : nil
  }

  func outbox() async throws(ClientError) -> Outbox {
    if let knownOutbox { return knownOutbox }
    while true {
      guard let account = try await storage.account() else {
        let ended = current
        current = nil
        await ended?.stop()
        throw ClientError(.signedOut, operation: .queueOpen)
      }
      let outbox = try await outbox(of: account)
      // The user may have signed out during the await.
      guard try await storage.account() == account, outboxes[account] === outbox else { continue }
      guard current !== outbox else { return outbox }
      let earlier = current
      current = outbox
      await earlier?.stop()
      return outbox
    }
  }

  private func outbox(of account: String) async throws(ClientError) -> Outbox {
    await storage.signOutsEnded()
    return try knownOutbox(of: account)
  }

  private func knownOutbox(of account: String) throws(ClientError) -> Outbox {
    if let known = outboxes[account] { return known }
    try storage.prepare()
    let outbox = Outbox(
      account: account, path: storage.path(of: account, Outbox.fileName), environment: storage.environment,
      lanes: lanes,
      serverNow: storage.serverNow, report: storage.report, owner: { [weak self] in self },
      isOwed: { [weak self] record in self?.caches.elements.contains { $0.isOwed(account, record) } ?? false }
    ) { [weak self] events, first in await self?.handle(events, first, of: account) }
    outboxes[account] = outbox
    return outbox
  }

  /// Keeps waiting changes for the account's next sign-in and removes those on the server, or, for `discard`, closes the outbox, so
  /// that work under way writes nothing into the account's folder any more.
  private func signOut(_ account: String, _ pending: PendingWork) async {
    if current?.account == account { current = nil }
    switch pending {
    case .keep:
      do throws(ClientError) {
        let outbox = try knownOutbox(of: account)
        await outbox.stop()
        let records = try await outbox.read(\.durable)
        for cache in caches.elements { await cache.takeOwed(account, records) }
        try await outbox.forgetDecided()
      } catch {
        storage.folders.leave(account, after: error)
        storage.report(error)
      }
    case .discard: await outboxes.removeValue(forKey: account)?.close()
    }
    observers.notify()
  }

  private func handle(_ events: [Outbox.Event], _ first: Int, of account: String) async {
    storage.noteWritten()
    for cache in caches.elements where events.contains(where: { $0.concerns(cache.kinds) }) {
      await cache.handle(account, events, first)
    }
    var isVisible = false
    for event in events {
      switch event {
      case .written(let id): releaseAll(id)
      case .changed(let record), .moved(let record, _):
        if !record.isOpen { releaseAll(record.id) }
        isVisible = true
      case .removed(let record):
        releaseAll(record.id)
        isVisible = true
      case .noted, .forgotten: break
      }
    }
    if isVisible, account == current?.account { observers.notify() }
  }
}
