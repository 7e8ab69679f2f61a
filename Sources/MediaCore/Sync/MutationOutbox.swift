import Foundation

/// The mutations of one account: durable, in order, merged, sent and read back. The rules are those of
/// ``MutationQueue``, which owns it.
actor MutationOutbox {
  enum Change: Codable, Sendable {
    case put(MutationRecord)
    case remove(String)
  }

  enum Event: Sendable {
    /// A record is new or has changed for its readers. Of two events about one record the higher revision is the newer.
    case changed(MutationRecord, revision: Int)
    case removed(MutationRecord, revision: Int)
    /// The server has taken the write; it is not read back yet.
    case written(String)
  }

  nonisolated let account: String
  private let environment: ClientEnvironment
  private let serverNow: @Sendable () -> Date?
  private let journal: Journal<Change, [MutationRecord]>
  private let report: @Sendable (ClientError) -> Void
  private let notify: @Sendable (Event) async -> Void
  private var handlers: [MutationKind: MutationHandler]

  private var isLoaded = false
  private var loading: SharedWork<Void>?
  private var records = MutationList()
  private var problems: [String: ClientError] = [:]
  private(set) var newestProblem: ClientError?
  private var written: Set<String> = []
  private var nextOrder = 1
  private var revision = 0
  private var folding: Task<Void, Never>?

  private var flight: SharedWork<Void>?
  private var isAskedAgain = false
  private var retriesSoon = false
  private var isClosed = false
  /// Grows when sending is stopped: an attempt of an earlier epoch decides nothing any more.
  private var epoch = 0
  private var timer: Task<Void, Never>?
  private var failuresInRow = 0

  /// How many decided records are kept for people to see.
  private static let keptDecided = 200

  init(
    account: String, path: String, environment: ClientEnvironment, handlers: [MutationKind: MutationHandler],
    serverNow: @escaping @Sendable () -> Date?, report: @escaping @Sendable (ClientError) -> Void,
    notify: @escaping @Sendable (Event) async -> Void
  ) {
    self.account = account
    self.environment = environment
    self.handlers = handlers
    self.serverNow = serverNow
    self.report = report
    self.notify = notify
    journal = Journal(
      files: environment.files, path: path, userInfo: CodingUserInfoKey.mutationHandlers.map { [$0: handlers] } ?? [:],
      report: report)
  }

  func use(_ handlers: [MutationKind: MutationHandler]) { self.handlers = handlers }

  // MARK: Accepting

  /// Accepts a mutation; it is durable when this returns.
  /// - Throws: `storage` when it could not be written (`full` as detail for a full disk): then it does not count, and
  ///   everything accepted before still does.
  func accept<M: Mutation>(
    _ mutation: M, base: M.Remote?, cause: String
  ) async throws(ClientError) -> MutationRecord {
    try await load()
    guard !isClosed else { throw ClientError(.signedOut, operation: "queue.submit") }
    let target = mutation.target
    if var record = records.coalescible(M.kind, target: target, hasBeenSent: { $0.sent(M.self) != nil }),
      var payload = record.payload.of(M.self), let merged = payload.mutation.coalesced(with: mutation)
    {
      payload.mutation = merged
      record.payload = AnyMutationPayload(payload)
      try await commit([record])
      forgetProgress(of: record.id)
      return record
    }
    let payload = MutationPayload(mutation: mutation, base: rebased(base, M.self, target: target))
    let record = MutationRecord(
      id: environment.random.uuid(), kind: M.kind, account: account, target: target, cause: cause, order: nextOrder,
      createdAt: environment.clock.now(), payload: AnyMutationPayload(payload))
    nextOrder += 1
    try await commit([record])
    foldSoon()
    return record
  }

  /// What the server is known to hold, by the caller or by what was read back since: an earlier mutation of the target
  /// that was made from the same knowledge has changed the server itself.
  private func rebased<M: Mutation>(_ base: M.Remote?, _ type: M.Type, target: String) -> M.Remote? {
    records.onServer(M.kind, target: target).reduce(base) { known, earlier in
      earlier.state == .synced && earlier.base(M.self) == known ? earlier.remote(M.self) : known
    }
  }

  /// Brings records to the disk and into memory. A cancelled caller waits too: it has to know whether its change
  /// counts.
  private func commit(_ changed: [MutationRecord]) async throws(ClientError) {
    let before = changed.map { records[$0.id] }
    for record in changed {
      records.put(record)
      records.beginWriting(record.id)
    }
    let outcome = await journal.enqueue(changed.map(Change.put)).uncancellableValue()
    for record in changed { records.endWriting(record.id) }
    if case .failure(let error) = outcome {
      for (record, before) in zip(changed, before) where records[record.id] == record {
        if let before { records.put(before) } else { records.remove(record.id) }
      }
      report(error)
      throw error
    }
    let news = zip(changed, before).filter { $1?.isSameForReaders(as: $0) != true }
      .map { Event.changed($0.0, revision: nextRevision()) }
    for event in news { await notify(event) }
  }

  private func nextRevision() -> Int {
    revision += 1
    return revision
  }

  private func forgetProgress(of id: String) {
    problems[id] = nil
    written.remove(id)
  }

  // MARK: Reading

  /// Everything, in order; decided ones too, as far as they are kept.
  func all() async throws(ClientError) -> [MutationRecord] {
    try await load()
    return records.sorted
  }

  func open() async throws(ClientError) -> [MutationRecord] {
    try await load()
    return records.openRecords
  }

  func record(_ id: String) async throws(ClientError) -> MutationRecord? {
    try await load()
    return records[id]
  }

  /// Why the newest attempt of a mutation failed.
  func problem(of id: String) -> ClientError? { problems[id] }
  func isWritten(_ id: String) -> Bool { written.contains(id) }

  // MARK: Deciding by hand

  func change(
    _ id: String, _ body: @Sendable (inout MutationRecord) -> Void
  ) async throws(ClientError) -> MutationRecord {
    try await load()
    guard var record = records[id], record.state != .sending else {
      throw ClientError(.notFound, operation: "queue.change")
    }
    body(&record)
    record.state = .pending
    record.attempts = 0
    try await commit([record])
    forgetProgress(of: id)
    return record
  }

  /// Removes a mutation for good.
  func discard(_ id: String) async throws(ClientError) {
    try await load()
    guard let record = records[id] else { return }
    records.remove(id)
    if case .failure(let error) = await journal.enqueue([.remove(id)]).uncancellableValue() {
      if records[id] == nil { records.put(record) }
      throw error
    }
    await notify(.removed(record, revision: nextRevision()))
  }

  /// Accepts and sends nothing from here on; what is on disk stays.
  func close() async {
    isClosed = true
    stop()
    // A write that has begun ends before anybody removes the file.
    _ = await journal.enqueue([]).uncancellableValue()
  }

  /// Ends sending until the next flush. An attempt that is under way counts as not sent.
  func stop() {
    epoch += 1
    timer?.cancel()
    timer = nil
    flight?.finish(with: .failure(.cancelled("queue.flush")))
    flight = nil
    records.stopSending()
  }

  // MARK: Sending

  /// Sends what is open once, with what is accepted meanwhile; calls share it. A failure leaves mutations open, for a
  /// timer.
  func flush(_ trigger: MutationQueue.Trigger) async {
    guard !isClosed else { return }
    if let flight {
      isAskedAgain = true
      // A round that fails has begun before there was this reason to try again.
      retriesSoon = retriesSoon || trigger != .recorded
      _ = await flight.value()
      return
    }
    let epoch = epoch
    let work = SharedWork<Void>(operation: "queue.flush", endsWhenAbandoned: false) { [weak self] in
      await self?.run(epoch)
      return .success(())
    }
    flight = work
    _ = await work.value()
  }

  /// How many wait for the round that is under way.
  var waiterCount: Int { flight?.waiterCount ?? 0 }

  private func run(_ epoch: Int) async {
    do throws(ClientError) { try await load() } catch {
      report(error)
      if epoch == self.epoch { flight = nil }
      return
    }
    var problem: ClientError?
    var goesOn = false
    var hasRetried = false
    repeat {
      (isAskedAgain, retriesSoon) = (false, false)
      problem = await sendOpenOnce(epoch)
      await fold()
      // A reason to try again counts once: where reading works and writing does not, each round's own reads bring the next one.
      goesOn = problem == nil ? isAskedAgain : retriesSoon && !hasRetried
      hasRetried = hasRetried || problem != nil
    } while goesOn && epoch == self.epoch
    // Nothing is awaited between the last look at `isAskedAgain` and here: whoever asks from now on starts a new round.
    guard epoch == self.epoch else { return }
    flight = nil
    failuresInRow = problem == nil ? 0 : failuresInRow + 1
    setTimer(after: problem)
  }

  /// Within a target order is kept. A target that cannot go on now does not hold up the others; a server that cannot be
  /// reached ends the round. Returns the last problem.
  private func sendOpenOnce(_ epoch: Int) async -> ClientError? {
    var problem: ClientError?
    var stopped: Set<String> = []
    let kinds = Set(handlers.keys)
    while epoch == self.epoch, let next = records.next(without: stopped, kinds: kinds),
      let handler = handlers[next.kind]
    {
      var record = records.rebased(next, with: handler)
      record.state = .sending
      records.put(record)
      let outcome = await attempt(record, with: handler, epoch)
      guard epoch == self.epoch, let current = records[record.id], current.isOpen else { continue }
      switch outcome {
      case .decided(let state, let payload, let error):
        newestProblem = nil
        await settle(current, as: state, payload, of: record, error)
      case .failed(let error):
        note(error, on: current)
        problem = error
        stopped.insert(record.target)
        if error.endsRound { return problem }
      }
    }
    return problem
  }

  /// Whatever the handler calls goes out as this account or not at all.
  private func attempt(_ record: MutationRecord, with handler: MutationHandler, _ epoch: Int) async -> Delivery.Outcome
  {
    let id = record.id
    let delivery = Delivery(
      record: record, serverNow: serverNow(), deviceNow: environment.clock.now(),
      willSend: { [weak self] (payload, isMultiStep) async throws(ClientError) in
        try await self?.willSend(payload, of: id, isMultiStep: isMultiStep, epoch)
      },
      didWrite: { [weak self] in await self?.didWrite(id, epoch) })
    return await RequiredAccount.$id.withValue(account) { await handler.attempt(delivery) }
  }

  /// That it may be on the server is worth knowing after a crash. Without room for it sending still helps, unless a
  /// part of it alone could be left there.
  private func willSend(
    _ payload: AnyMutationPayload, of id: String, isMultiStep: Bool, _ epoch: Int
  ) async throws(ClientError) {
    guard epoch == self.epoch, var record = records[id] else { throw .cancelled("queue.flush") }
    record.payload = payload
    do throws(ClientError) { try await commit([record]) } catch {
      if isMultiStep { throw error }
      if var current = records[id] {
        current.payload = payload
        records.put(current)
      }
    }
    guard epoch == self.epoch else { throw .cancelled("queue.flush") }
  }

  private func didWrite(_ id: String, _ epoch: Int) async {
    guard epoch == self.epoch else { return }
    written.insert(id)
    problems[id] = nil
    await notify(.written(id))
  }

  private func settle(
    _ current: MutationRecord, as state: MutationRecord.State, _ payload: AnyMutationPayload, of sent: MutationRecord,
    _ error: ClientError?
  ) async {
    var changed = current
    changed.state = state
    changed.attempts = 0
    changed.payload = payload
    problems[current.id] = error
    guard let handler = handlers[current.kind] else { return }
    // Followers were made on top of it: that the server shows it now is no other device's doing.
    let followers = state == .synced ? records.followers(of: current).map { handler.following($0, changed) } : []
    // If it cannot be written now it is sent again after a restart, together with what came after it.
    do throws(ClientError) { try await commit([changed] + followers) } catch {
      // A record that was changed or discarded meanwhile stays as it is.
      if records[current.id] == current { records.put(changed) }
      for follower in followers where records[follower.id] != nil { records.put(follower) }
      await notify(.changed(changed, revision: nextRevision()))
    }
  }

  private func note(_ error: ClientError, on record: MutationRecord) {
    var record = record
    record.state = .pending
    // Only a server's own no counts towards giving up; a bad network can last for weeks.
    if error.kind == .conflict { record.attempts += 1 }
    records.put(record)
    problems[record.id] = error
    newestProblem = error
  }

  private func setTimer(after problem: ClientError?) {
    timer?.cancel()
    timer = nil
    guard let problem, !isClosed else { return }
    let ceiling = min(300.0, 5.0 * Double(1 << min(failuresInRow, 6)))
    let pause = ceiling * (0.5 + 0.5 * environment.random.fraction())
    // A server that said when to come back is not asked before.
    let asked = problem.retryAt.map { $0.timeIntervalSince(environment.clock.now()) } ?? 0
    timer = Task { [environment, weak self] in
      do { try await environment.clock.sleep(for: .seconds(max(pause, min(asked, 3600))), as: .watchdog) } catch {
        return
      }
      await self?.flush(.timer)
    }
  }

  // MARK: Files

  private func load() async throws(ClientError) {
    guard !isLoaded else { return }
    if loading == nil {
      loading = SharedWork<Void>(operation: "queue.load", endsWhenAbandoned: false) { [weak self] in
        do throws(ClientError) { return .success(try await self?.readFiles() ?? ()) } catch { return .failure(error) }
      }
    }
    guard let loading else { return }
    defer { self.loading = nil }
    try await loading.uncancellableValue().get()
  }

  private func readFiles() async throws(ClientError) {
    let loaded = try await journal.load()
    guard !isLoaded else { return }
    // A record of another account is never accepted, whatever file it stands in.
    for record in loaded.snapshot ?? [] where record.account == account { records.put(record) }
    for change in loaded.changes {
      switch change {
      case .put(let record): if record.account == account { records.put(record) }
      case .remove(let id): records.remove(id)
      }
    }
    records.stopSending()
    nextOrder = records.nextOrder
    isLoaded = true
  }

  private func foldSoon() {
    guard folding == nil else { return }
    folding = Task { [weak self] in await self?.foldInBackground() }
  }

  private func foldInBackground() async {
    await fold()
    folding = nil
  }

  /// Removes the oldest decided records and starts a new journal when it has grown beyond what is kept.
  private func fold() async {
    guard await journal.recordsSinceSnapshot >= max(256, 2 * records.count) else { return }
    let mark = await journal.number
    records.forgetDecided(keeping: Self.keptDecided)
    do throws(ClientError) { try await journal.snapshot(records.sorted, upTo: mark) } catch { report(error) }
  }
}
