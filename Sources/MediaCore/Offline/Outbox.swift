import Foundation

/// Durable intents of one account on one server, sent in order, merged, and read back.
///
/// An intent is on disk before ``record(_:target:wish:acknowledged:cause:)`` returns. It leaves the list of open ones
/// only when the server was read afterwards and shows it, when something newer counts instead, or when the server
/// refuses it for good; the last stays listed until it is retried, edited or discarded. Nothing is dropped silently,
/// and nothing is sent for another account.
public actor Outbox {
  /// What made a flush start; for the log.
  public enum Trigger: String, Sendable, Hashable { case recorded, connectivity, foreground, signIn, timer, call }

  enum Change: Codable, Sendable {
    case put(Intent)
    case remove(String)
  }

  public nonisolated let account: String
  private let environment: ClientEnvironment
  private let journal: Journal<Change, [Intent]>
  private let observe: @Sendable (ClientEvent) -> Void
  private var handlers: [Intent.Kind: IntentHandler] = [:]

  private var isLoaded = false
  private var intents = IntentList()
  private var nextOrder = 1
  private var flight: SharedWork<Void>?
  private var isAskedAgain = false
  private var hasNewHope = false
  private var isClosed = false
  private var epoch = 0  // grows when sending is stopped: what began before decides nothing any more
  private var timer: Task<Void, Never>?
  private var failuresInRow = 0
  private let observers = Observers<[Intent]>()

  private static let keptDecided = 200  // for people to see

  /// - Parameter account: the server's id of the account; part of the file's name only as a hash.
  public init(
    account: String, name: String, environment: ClientEnvironment, handlers: [IntentHandler],
    observe: @escaping @Sendable (ClientEvent) -> Void = { _ in }
  ) {
    self.account = account
    self.environment = environment
    self.observe = observe
    self.handlers = Dictionary(handlers.map { ($0.kind, $0) }, uniquingKeysWith: { $1 })
    journal = Journal(files: environment.files, path: "outbox/\("\(name)/\(account)".fileName)") {
      observe(.storage($0))
    }
  }

  // MARK: Recording

  /// Takes a wish; it is durable when this returns. Flush it with ``flush(_:)``.
  ///
  /// - Parameter acknowledged: what the server is known to hold now; nil for nothing or unknown.
  /// - Throws: `storage` when it could not be written (`full` as detail for a full disk): then it does not count, and
  ///   everything accepted before still does.
  @discardableResult
  public func record(
    _ kind: Intent.Kind, target: String, wish: JSONValue, acknowledged: JSONValue? = nil, cause: String = "user"
  ) async throws(ClientError) -> Intent {
    try await load()
    guard !isClosed else { throw ClientError(.signedOut, operation: "outbox.record") }
    if let waiting = intents.changeable(kind, target: target), let combined = handlers[kind]?.combine(waiting, wish) {
      var intent = waiting
      intent.wish = combined
      try await commit([intent])
      return intent
    }
    let intent = Intent(
      id: environment.random.uuid(), kind: kind, account: account, target: target, wish: wish,
      acknowledged: intents.acknowledgement(acknowledged, kind: kind, target: target), cause: cause, order: nextOrder,
      createdAt: environment.clock.now())
    nextOrder += 1
    try await commit([intent])
    return intent
  }

  // A cancelled caller must still learn whether its change counts: it waits like everybody else.
  private func commit(_ changed: [Intent]) async throws(ClientError) {
    let before = intents.put(changed)
    defer { intents.areWritten(changed) }
    do throws(ClientError) {
      try await journal.enqueue(changed.map(Change.put)).uncancellableValue().get()
    } catch {
      for (intent, before) in zip(changed, before) where intents[intent.id] == intent { intents[intent.id] = before }
      observe(.storage(error))
      throw error
    }
    tellObservers()
  }

  // MARK: Looking

  /// Everything, in order; decided ones too, as far as they are kept.
  public func all() async throws(ClientError) -> [Intent] {
    try await load()
    return intents.sorted
  }

  /// Not decided yet.
  public func open() async throws(ClientError) -> [Intent] { try await all().filter(\.isOpen) }

  /// What the server refused and nobody has dealt with yet.
  public func refused() async throws(ClientError) -> [Intent] {
    try await all().filter(\.isRefused)
  }

  /// The newest open intents for a target, oldest first.
  public func open(target: String) async throws(ClientError) -> [Intent] {
    try await open().filter { $0.target == target }
  }

  /// Calls `changed` with all intents after each change, until the token is released.
  public nonisolated func observe(_ changed: @escaping @Sendable ([Intent]) -> Void) -> ObservationToken {
    observers.add(changed)
  }

  private func tellObservers() { if !observers.isEmpty { observers.tell(intents.sorted) } }

  // MARK: Deciding by hand

  /// Sends a refused intent again.
  public func retry(_ id: String) async throws(ClientError) { try await change(id) { $0.state = .pending } }

  /// Sends a refused or waiting intent with another wish.
  public func edit(_ id: String, wish: JSONValue) async throws(ClientError) {
    try await change(id) {
      $0.wish = wish
      $0.state = .pending
    }
  }

  /// Takes an intent off the list for good.
  public func discard(_ id: String) async throws(ClientError) {
    try await load()
    if let intent = intents[id] { try await remove([intent]) }
  }

  /// Discards everything, from the disk too: the explicit choice at a sign-out.
  public func discardAll() async throws(ClientError) {
    try await load()
    try await remove(intents.sorted)
    await fold(from: 1)
  }

  private func remove(_ gone: [Intent]) async throws(ClientError) {
    for intent in gone { intents[intent.id] = nil }
    do throws(ClientError) {
      try await journal.enqueue(gone.map { .remove($0.id) }).uncancellableValue().get()
    } catch {
      for intent in gone where intents[intent.id] == nil { intents[intent.id] = intent }
      throw error
    }
    tellObservers()
  }

  /// Sends nothing and takes nothing from here on; what is on disk stays.
  public func close() {
    isClosed = true
    stop()
  }

  /// Ends sending until the next flush. What is under way counts as not sent.
  func stop() {
    epoch += 1
    timer?.cancel()
    timer = nil
    flight?.finish(with: .failure(.cancelled("outbox.flush")))
    flight = nil
    intents.stopSending()
  }

  private func change(_ id: String, _ body: (inout Intent) -> Void) async throws(ClientError) {
    try await load()
    guard var intent = intents[id], intent.state != .sending else {
      throw ClientError(.notFound, operation: "outbox.change")
    }
    body(&intent)
    intent.attempts = 0
    try await commit([intent])
  }

  // MARK: Sending

  /// Tries what is open once, with what is recorded meanwhile; calls share it. A failure leaves intents open, for a
  /// timer.
  public func flush(_ trigger: Trigger = .call) async {
    guard !isClosed else { return }
    if let flight {
      isAskedAgain = true
      // A round that fails began before there was this reason to hope.
      hasNewHope = hasNewHope || trigger != .recorded
      _ = await flight.value()
      return
    }
    let epoch = epoch
    let work = SharedWork<Void>(operation: "outbox.flush", endsWhenAbandoned: false) { [weak self] in
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
      observe(.storage(error))
      if epoch == self.epoch { flight = nil }
      return
    }
    var problem: ClientError?
    repeat {
      (isAskedAgain, hasNewHope) = (false, false)
      problem = await sendOpenOnce(epoch)
      await fold()
    } while (hasNewHope || isAskedAgain && problem == nil) && epoch == self.epoch
    // Nothing is awaited between the last look at `isAskedAgain` and here: who asks from now on starts a new round.
    guard epoch == self.epoch else { return }
    flight = nil
    failuresInRow = problem == nil ? 0 : failuresInRow + 1
    setTimer(after: problem)
  }

  /// Within a target order is kept; one that cannot go on now does not hold up the others, a server that cannot be
  /// reached ends the round. Returns the last problem.
  private func sendOpenOnce(_ epoch: Int) async -> ClientError? {
    var problem: ClientError?
    var stopped: Set<String> = []
    while epoch == self.epoch, let next = intents.next(without: stopped, kinds: handlers.keys),
      let handler = handlers[next.kind]
    {
      let intent = intents.caughtUp(next, with: handler)
      intents[intent.id] = intent
      let outcome = await deliver(intent, with: handler, epoch)
      guard epoch == self.epoch, let current = intents[intent.id], current.isOpen else { continue }
      switch outcome {
      case .decided(let state):
        // What was combined into it while it was on its way is not sent yet.
        await settle(current, as: current.wish == intent.wish ? state : .pending)
      case .failed(let error):
        note(error, on: current)
        problem = error
        stopped.insert(intent.target)
        if error.endsRound { return problem }
      }
    }
    return problem
  }

  private enum Outcome: Sendable {
    case decided(Intent.State)
    case failed(ClientError)
  }

  /// Whatever the handler calls goes out as this account or not at all.
  private func deliver(_ intent: Intent, with handler: IntentHandler, _ epoch: Int) async -> Outcome {
    intents[intent.id]?.state = .sending
    tellObservers()
    return await RequiredAccount.$id.withValue(account) { await attempt(intent, with: handler, epoch) }
  }

  private func attempt(_ intent: Intent, with handler: IntentHandler, _ epoch: Int) async -> Outcome {
    do throws(ClientError) {
      let server = try await handler.read(intent)
      switch handler.merge(intent, server) {
      case .alreadyTrue: return .decided(.synced(receipt: receipt(server)))
      case .refuse(let reason): return .decided(.refused(reason: reason))
      case .superseded(let winner, let reason, let write):
        if let write { try await send(write, of: intent, server, with: handler, epoch) }
        return .decided(.superseded(by: winner, reason: reason))
      case .write(let wish):
        try await send(wish, of: intent, server, with: handler, epoch)
        let after = try await handler.read(intent)
        if handler.isReflected(wish, after) { return .decided(.synced(receipt: receipt(after))) }
        // It was not taken, or somebody changed it again at once: look again, a few times.
        guard intent.attempts < 4 else { return .decided(.refused(reason: "notReflected")) }
        return .failed(ClientError(.conflict, operation: "outbox.readBack"))
      }
    } catch {
      if handler.isFinal(error) { return .decided(.refused(reason: error.serverMessage ?? error.kind.rawValue)) }
      return .failed(error)
    }
  }

  private func send(
    _ wish: JSONValue, of intent: Intent, _ server: JSONValue?, with handler: IntentHandler, _ epoch: Int
  ) async throws(ClientError) {
    guard epoch == self.epoch, var sent = intents[intent.id] else { throw .cancelled("outbox.flush") }
    if sent.sent != wish {
      sent.sent = wish
      // That it may be there is worth knowing after a crash; without room for it, sending still helps, if nothing of it
      // can be there by half.
      do throws(ClientError) { try await commit([sent]) } catch {
        if handler.isInSteps(wish) { throw error }
        intents[intent.id]?.sent = wish
      }
      guard epoch == self.epoch else { throw .cancelled("outbox.flush") }
    }
    try await handler.write(sent, wish, server)
  }

  private func receipt(_ server: JSONValue?) -> JSONValue {
    ["server": server ?? .null, "readAt": .integer(environment.clock.now().milliseconds)]
  }

  private func settle(_ intent: Intent, as state: Intent.State) async {
    var changed = [intent]
    changed[0].state = state
    changed[0].attempts = 0
    changed[0].lastProblem = nil
    // What waits behind it was made on top of it: that the server shows it now is no other device's doing.
    if case .synced(let receipt) = state {
      changed += intents.followers(of: intent).map { follower in
        var follower = follower
        follower.acknowledged = receipt.shownByServer
        return follower
      }
    }
    // If it cannot be written now it is sent again after a restart, together with what came after it.
    do throws(ClientError) { try await commit(changed) } catch {
      // What was changed or discarded meanwhile stays as it is.
      if intents[intent.id] == intent { intents[intent.id] = changed[0] }
      for follower in changed.dropFirst() { intents[follower.id]?.acknowledged = follower.acknowledged }
      tellObservers()
    }
  }

  private func note(_ error: ClientError, on intent: Intent) {
    var intent = intent
    intent.state = .pending
    intent.lastProblem = error.kind.rawValue
    // Only a server's own no counts towards giving up; a bad network can last for weeks.
    if error.kind == .conflict { intent.attempts += 1 }
    intents[intent.id] = intent
    tellObservers()
  }

  // MARK: Timer

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
  private var loading: SharedWork<Void>?

  private func load() async throws(ClientError) {
    guard !isLoaded else { return }
    if loading == nil {
      loading = SharedWork<Void>(operation: "outbox.load", endsWhenAbandoned: false) { [weak self] in
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
    for intent in loaded.snapshot ?? [] { intents[intent.id] = intent }
    for change in loaded.changes {
      switch change {
      case .put(let intent): intents[intent.id] = intent
      case .remove(let id): intents[id] = nil
      }
    }
    intents.stopSending()
    nextOrder = intents.nextOrder
    isLoaded = true
  }

  /// Lets go of the oldest decided intents and starts a new journal when it has grown.
  private func fold(from records: Int = 256) async {
    guard await journal.recordsSinceSnapshot >= records else { return }
    let mark = await journal.number
    intents.forgetDecided(keeping: Self.keptDecided)
    do throws(ClientError) { try await journal.snapshot(intents.sorted, upTo: mark) } catch {
      observe(.storage(error))
    }
  }
}
