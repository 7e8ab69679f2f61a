import Foundation

/// The mutations of one account: durable, in order, merged, sent and read back. A ``MutationQueue`` owns it.
actor Outbox {
  nonisolated let account: String
  let environment: ClientEnvironment
  let serverNow: @Sendable () -> Date?
  let journal: Journal<Change>
  let inbox: Inbox
  let report: @Sendable (ClientError) -> Void
  /// The queue, which a round under way keeps alive: another queue for the same account would write into the same file. Nil when it is gone.
  let owner: @Sendable () -> SharedMutationQueue?
  private let hasOwner: Bool
  /// Whether a cache still has to take a decided record.
  let isOwed: @Sendable (MutationRecord) -> Bool
  let lanes: MutationLanes

  private(set) var isLoaded = false
  private var loading: SharedWork<Void>?
  var records = MutationList()
  /// The services that records were submitted to in this process, until the records are decided.
  var senders: [String: Sender] = [:]
  var problems: [String: ClientError] = [:]
  var newestProblem: ClientError?
  var written: Set<String> = []
  /// States of the decided records that were removed from the list, by their ids.
  var forgotten: [String: MutationRecord.State] = [:]
  var nextOrder = 1
  /// Ids of changes of other processes that are in the list and may still have a file in the inbox.
  var unerased: Set<String> = []
  /// Whether ``unerased`` holds all such ids: not before the inbox was read.
  var isInboxKnown = false
  /// Whether the inbox was read since the launch, or could not be. Only ``snapshot()`` returns before that.
  var hasTriedInbox = false
  /// See ``takeInboxOnce()`` and ``takeInboxLater()``.
  var firstTaking: SharedWork<Void>?
  var lateTaking: Task<Void, Never>?
  /// Ids of files in the inbox that were reported as damaged.
  var setAside: Set<String> = []
  /// The number of changes that were taken over.
  var takenCount = 0
  /// The number of changes that this process has handed over.
  var handedOverCount = 0
  private let notify: @Sendable ([Event], _ first: Int) async -> Void
  private var deliveries = EventDelivery()
  var writeWaiters: [CheckedContinuation<Void, Never>] = []
  var foldWaiters: [CheckedContinuation<Void, Never>] = []
  var folding: Task<Void, Never>?
  /// Whether the journal is about to be rewritten. New mutations wait for that: a busy queue would let the journal grow
  /// without end.
  var isFolding = false
  /// The number of decided records that the last rewrite of the journal has left.
  var decidedAfterFold = 0

  private var flight: SharedWork<Void>?
  private var (isAskedAgain, retriesSoon) = (false, false)
  var isClosed = false
  /// Rises when sending is stopped: the outcome of an attempt of an earlier epoch is ignored.
  private(set) var epoch = 0
  private var timer: RetryTimer

  init(
    account: String, path: String, environment: ClientEnvironment, lanes: MutationLanes,
    serverNow: @escaping @Sendable () -> Date?, report: @escaping @Sendable (ClientError) -> Void,
    owner: (@Sendable () -> SharedMutationQueue?)? = nil,
    isOwed: @escaping @Sendable (MutationRecord) -> Bool = { _ in false },
    notify: @escaping @Sendable ([Event], _ first: Int) async -> Void
  ) {
    (self.account, self.environment, self.lanes) = (account, environment, lanes)
    (self.serverNow, self.report, self.notify) = (serverNow, report, notify)
    (self.owner, hasOwner, self.isOwed) = (owner ?? { nil }, owner != nil, isOwed)
    timer = RetryTimer(environment: environment)
    inbox = Inbox(files: environment.inboxFiles ?? environment.files, beside: path, account: account)
    journal = Journal(
      files: environment.files, path: path,
      userInfo: CodingUserInfoKey.mutationForms.map { [$0: lanes.forms] } ?? [:], report: report,
      write: { try $0.write(to: &$1) })
  }

  deinit {
    timer.cancel()
    lateTaking?.cancel()
  }

  // MARK: Accepting

  /// Accepts a mutation; it is durable when this returns.
  /// - Throws: `storage` when it could not be written (`full` as detail for a full disk): then it does not count, and
  ///   everything accepted before still does.
  func accept<M: Mutation>(
    _ mutation: M, base: M.Remote?, isCurrent: Bool = false, cause: String, by sender: MutationHandlers? = nil
  ) async throws(ClientError) -> MutationRecord {
    if !hasTriedInbox { try await load() }
    if isFolding { await waitForFolding() }
    let record = record(
      of: mutation, base: isCurrent ? base : records.base(base, M.self, target: mutation.target), cause: cause)
    // Set the sender before the commit: a round under way can send the record as soon as it is on disk.
    let earlier = senders[record.id]
    if let sender { senders[record.id] = Sender(handlers: sender) }
    do throws(ClientError) { try await commit([record]) } catch {
      senders[record.id] = earlier
      throw error
    }
    return record
  }

  struct Sender {
    weak var handlers: MutationHandlers?
  }

  // The code between two awaits is in functions of its own, here and in `commit` and `write`: a suspended task keeps all variables of its
  // function in memory, and a thousand changes can wait at once.

  /// The record of an earlier change that the mutation is merged into, or a new one.
  @inline(never)
  private func record<M: Mutation>(of mutation: M, base: M.Remote?, cause: String) -> MutationRecord {
    let target = mutation.target
    if var record = records.coalescible(M.kind, target: target, hasBeenSent: { $0.sent(M.self) != nil }),
      var payload = record.payload.of(M.self), let merged = payload.mutation.coalesced(with: mutation)
    {
      payload.mutation = merged
      record.payload = AnyMutationPayload(payload)
      forgetProgress(of: record.id)
      // Date the record by its newest part. An import sends the changes of a target by date: with the first date, another device's change
      // from in between would be sent last and win.
      return record.redated(environment.clock.now())
    }
    defer { nextOrder += 1 }
    let payload = MutationPayload(mutation: mutation, base: base)
    return MutationRecord(
      id: environment.random.uuid(), kind: M.kind, account: account, target: target, cause: cause, order: nextOrder,
      createdAt: environment.clock.now(), payload: AnyMutationPayload(payload))
  }

  /// Writes records to disk and changes them in memory. None of them may have a write under way: see ``waitForWrites(while:)``. A
  /// cancelled caller also waits, because it needs the answer whether its change counts.
  func commit(_ changed: [MutationRecord]) async throws(ClientError) {
    let before = known(changed)
    try await write(changed.map { ($0.id, $0) })
    await publish(Self.events(of: changed, before))
  }

  @inline(never)
  private func known(_ changed: [MutationRecord]) -> [MutationRecord?] { changed.map { records[$0.id] } }

  /// - Parameter changes: nil for a record to remove.
  func write(_ changes: [(id: String, record: MutationRecord?)]) async throws(ClientError) {
    guard !isClosed else { throw ClientError(.signedOut, operation: .queueSubmit) }
    let outcome = await journal.commit(beginWriting(changes))
    endWriting(changes, outcome)
    try outcome.get()
    startFolding()
  }

  @inline(never)
  private func beginWriting(_ changes: [(id: String, record: MutationRecord?)]) -> Journal<Change>.Place {
    for change in changes { records.beginWriting(change.id, change.record) }
    return journal.takePlace(changes.map { $0.record.map(Change.put) ?? .remove($0.id) })
  }

  @inline(never)
  private func endWriting(_ changes: [(id: String, record: MutationRecord?)], _ outcome: Result<Void, ClientError>) {
    for change in changes { records.endWriting(change.id, isDurable: (try? outcome.get()) != nil) }
    resumeWriteWaiters()
    if case .failure(let error) = outcome, !isClosed { report(error) }
  }

  /// Delivers events after those of all earlier calls, in the task of one of the callers; returns once they are delivered.
  func publish(_ events: [Event]) async {
    guard !events.isEmpty else { return }
    if !deliveries.add(events), await withCheckedContinuation({ deliveries.wait($0) }) { return }
    let batch = deliveries.takeBatch()
    await notify(batch.events, batch.first)
    deliveries.end(batch)
  }

  func forgetProgress(of id: String) {
    problems[id] = nil
    written.remove(id)
  }

  // MARK: Reading

  /// Reads the list.
  func read<Value: Sendable>(_ read: @Sendable (MutationList) -> Value) async throws(ClientError) -> Value {
    try await load()
    return read(records)
  }

  /// All records, for a reader that follows the events; events up to `revision` are in them already. Does not look into the inbox, so that
  /// the first screen after a launch costs nothing more: what is there follows as events.
  func snapshot() async throws(ClientError) -> (records: [MutationRecord], revision: Int) {
    try await loadJournal()
    takeInboxLater()
    return (records.durable, deliveries.revision)
  }

  /// - Parameter trustsWrite: whether a write that is not read back yet counts.
  func outcome(of id: String, trustsWrite: Bool) async -> MutationOutcome {
    if trustsWrite, written.contains(id) { return .written }
    do throws(ClientError) { try await load() } catch { return .waiting(error) }
    switch records.durable(id)?.state ?? forgotten[id] {
    // If there is no record, the user has discarded it.
    case nil: return .superseded(reason: "discarded")
    case .synced: return .synced
    case .superseded(let reason): return .superseded(reason: reason)
    case .refused(let reason):
      return .refused(problems[id] ?? ClientError(.conflict, operation: .queueSubmit, detail: reason))
    case .pending, .sending:
      // A process that only reads has handed its mutations over to the owner of the folder, which sends them.
      let handedOver = ClientError(.storage, operation: .queueHandOver, detail: FileSystemError.inUse.detail)
      return .waiting(environment.isReading ? handedOver : problems[id] ?? newestProblem)
    }
  }

  // MARK: Deciding by hand

  /// - Parameter countsAnew: whether the change was made now, and counts after newer ones of its target that have gone out; otherwise it
  ///   yields to them.
  func change(
    _ id: String, countsAnew: Bool = false, by sender: MutationHandlers? = nil,
    _ body: @Sendable (inout MutationRecord) throws(ClientError) -> Void
  ) async throws(ClientError) -> MutationRecord {
    try await load()
    await waitForWrites { records.isBeingWritten(id) }
    guard var record = records[id], record.state != .sending else {
      throw ClientError(.notFound, operation: .queueChange)
    }
    try body(&record)
    // Look for newer records first: with the new date, a record that was handed over would seem to be newer than all of them.
    let newer = countsAnew ? records.overtaking(record) : []
    if countsAnew { record = record.redated(environment.clock.now()) }
    if !newer.isEmpty, let form = lanes.forms[record.kind] {
      record = newer.reduce(record.reordered(nextOrder)) { form.following($0, $1) }
      nextOrder += 1
    }
    record.state = .pending
    record.attempts = 0
    forgetProgress(of: id)
    if let sender { senders[id] = Sender(handlers: sender) }
    try await commit([record])
    return record
  }

  /// Removes a mutation for good.
  func discard(_ id: String) async throws(ClientError) {
    try await load()
    await waitForWrites { records.isBeingWritten(id) }
    if let record = records[id] { try await discard(record) }
  }

  /// Removes a mutation for good that is not decided yet. A round that is reading the server for the mutation, before it sends it, then sends
  /// nothing.
  /// - Parameter isUnwanted: whether to remove the mutation as it is now: a newer change may have been merged into it since the caller has
  ///   read it, or its request may be under way.
  /// - Returns: the removed mutation; nil if it stays.
  func withdraw(
    _ id: String, if isUnwanted: @Sendable (MutationRecord) -> Bool
  ) async throws(ClientError) -> MutationRecord? {
    try await load()
    await waitForWrites { records.isBeingWritten(id) }
    // Allow no await between this line and the removal: a round could take the record meanwhile and send it.
    guard let record = records[id], record.isOpen, isUnwanted(record) else { return nil }
    try await discard(record)
    return record
  }

  private func discard(_ record: MutationRecord) async throws(ClientError) {
    let id = record.id
    // If the inbox may still hold a file of the change, erase the file first: otherwise the discarded change would be taken over again.
    if unerased.contains(id) || !isInboxKnown {
      erase(id)
      guard !unerased.contains(id) else { throw ClientError(.storage, operation: .queueTakeOver) }
    }
    try await write([(id, nil)])
    forgetProgress(of: id)
    senders[id] = nil
    await publish([.removed(record)])
  }

  /// Accepts, sends and writes nothing from here on; what is on disk stays.
  func close() async {
    isClosed = true
    lateTaking?.cancel()
    stop()
    await journal.close()
  }

  /// Removes mutations that are on the server, from memory and disk.
  func forgetDecided() async throws(ClientError) {
    try await load()
    guard await journal.recordCount > 0 else { return }
    try await rewrite(keeping: 0)
  }

  /// Ends sending until the next flush. Records that are being sent become pending again.
  func stop() {
    epoch += 1
    timer.cancel()
    flight?.finish(with: .failure(.cancelled(.queueFlush)))
    flight = nil
    records.stopSending()
  }

  // MARK: Sending

  /// Sends the open mutations once, together with those accepted meanwhile; concurrent calls share the round. After a failure the
  /// mutations stay open, and a timer tries again.
  func flush(_ trigger: MutationQueue.Trigger) async {
    guard !isClosed else { return }
    if let flight {
      isAskedAgain = true
      // The running round began before this trigger. If the round fails, repeat it once, unless the trigger is only a new record.
      retriesSoon = retriesSoon || trigger != .recorded
      _ = await flight.value()
      return
    }
    let (epoch, owner) = (epoch, owner())
    guard owner != nil || !hasOwner else { return }
    let work = SharedWork<Void>(operation: .queueFlush, endsWhenAbandoned: false) { [weak self] in
      await self?.run(epoch)
      withExtendedLifetime(owner) {}
      return .success(())
    }
    flight = work
    _ = await work.value()
  }

  var revision: Int { deliveries.revision }
  var writingCount: Int { records.beingWrittenCount }
  var waiterCount: Int { flight?.waiterCount ?? 0 }

  private func run(_ epoch: Int) async {
    do throws(ClientError) { try await load() } catch {
      report(error)
      guard epoch == self.epoch else { return }
      flight = nil
      return setTimer(after: error)
    }
    var problem: ClientError?
    var goesOn = false
    var hasRetried = false
    repeat {
      (isAskedAgain, retriesSoon) = (false, false)
      problem = await sendOpenOnce(epoch)
      startFolding()
      await folding?.value
      // Repeat a failed round only once: if reads succeed and writes fail, each round's reads would trigger the next round.
      goesOn = problem == nil ? isAskedAgain : retriesSoon && !hasRetried
      hasRetried = hasRetried || problem != nil
    } while goesOn && epoch == self.epoch
    // Allow no await between reading `isAskedAgain` and clearing `flight`: a `flush` in between would join a round that has ended.
    guard epoch == self.epoch else { return }
    flight = nil
    setTimer(after: problem)
  }

  private func setTimer(after problem: ClientError?) {
    timer.set(after: problem, isClosed: isClosed) { [weak self] in await self?.flush(.timer) }
  }

  // MARK: Files

  /// Reads the list, with what other processes have handed over before the launch.
  func load() async throws(ClientError) {
    try await loadJournal()
    await takeInboxOnce()
  }

  private func loadJournal() async throws(ClientError) {
    guard !isLoaded else { return }
    let work =
      loading
      ?? SharedWork<Void>(operation: .queueLoad, endsWhenAbandoned: false) { [weak self] in
        do throws(ClientError) { return .success(try await self?.readFiles() ?? ()) } catch { return .failure(error) }
      }
    loading = work
    try await work.uncancellableValue().get()
  }

  private func readFiles() async throws(ClientError) {
    defer { loading = nil }
    guard !environment.isReading else {
      (records, nextOrder) = try await readOwnersFiles()
      (isLoaded, hasTriedInbox) = (true, true)
      return
    }
    records = MutationList(try await journal.load(), account: account)
    records.rebaseOpen(with: lanes.forms)
    // Continue above `journal.number`, which is at least the highest order ever used: a new change must not get the order of one that a
    // sign-out removed.
    nextOrder = max(records.nextOrder, await journal.number + 1)
    isLoaded = true
  }
}
