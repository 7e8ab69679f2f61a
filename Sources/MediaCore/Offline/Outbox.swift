import Foundation

/// Durable intents of one account on one server, sent in order, merged, and read back.
///
/// An intent is on disk before ``record(_:target:wish:acknowledged:cause:)`` returns. It leaves the list of open ones only when
/// the server was read afterwards and shows it, when something newer counts instead, or when the server refuses it for good;
/// the last stays listed until it is retried, edited or discarded. Nothing is dropped silently, and nothing is sent for
/// another account.
public actor Outbox {
  /// What made a flush start; for the log.
  public enum Trigger: String, Sendable, Hashable { case recorded, connectivity, foreground, signIn, timer, call }

  enum Change: Codable, Sendable {
    case put(Intent)
    case remove(String)
  }

  public nonisolated let account: String
  private let environment: ClientEnvironment
  private let journal: Journal<Change>
  private let observe: @Sendable (ClientEvent) -> Void
  private let settled: @Sendable (Intent) async -> Void
  private var handlers: [Intent.Kind: IntentHandler] = [:]

  private var isLoaded = false
  private var intents: [String: Intent] = [:]
  private var nextOrder = 1
  private var flight: SharedWork<Void>?
  private var isAskedAgain = false
  private var isClosed = false
  private var timer: Task<Void, Never>?
  private var failuresInRow = 0
  private var observers: [Int: @Sendable ([Intent]) -> Void] = [:]
  private var nextObserver = 0

  /// How many decided intents are kept for people to see.
  private static let keptDecided = 200

  /// - Parameters:
  ///   - account: the server's id of the account; part of the file's name only as a hash.
  ///   - settled: hears of each intent that was decided, before the next one is sent.
  public init(
    account: String, name: String, environment: ClientEnvironment, handlers: [IntentHandler],
    observe: @escaping @Sendable (ClientEvent) -> Void = { _ in },
    settled: @escaping @Sendable (Intent) async -> Void = { _ in }
  ) {
    self.settled = settled
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
  /// - Parameters:
  ///   - acknowledged: what the server is known to hold now; nil for nothing or unknown.
  /// - Throws: `storage` when it could not be written (`full` as detail for a full disk): then it does not count, and
  ///   everything accepted before still does.
  @discardableResult
  public func record(
    _ kind: Intent.Kind, target: String, wish: JSONValue, acknowledged: JSONValue? = nil, cause: String = "user"
  ) async throws(ClientError) -> Intent {
    try await load()
    guard !isClosed else { throw ClientError(.signedOut, operation: "outbox.record") }
    let waiting = intents.values.filter { $0.target == target && $0.kind == kind && $0.state == .pending }
      .max { $0.order < $1.order }
    if let waiting, isLast(waiting, of: target), let combined = handlers[kind]?.combine(waiting, wish) {
      var intent = waiting
      intent.wish = combined
      try await commit(intent)
      return intent
    }
    let intent = Intent(
      id: environment.random.uuid(), kind: kind, account: account, target: target, wish: wish,
      acknowledged: acknowledged, cause: cause, order: nextOrder, createdAt: environment.clock.now())
    nextOrder += 1
    try await commit(intent)
    return intent
  }

  /// Only the last intent of a target may change: others would overtake what came in between.
  private func isLast(_ intent: Intent, of target: String) -> Bool {
    !intents.values.contains { $0.target == target && $0.isOpen && $0.order > intent.order }
  }

  private func commit(_ intent: Intent) async throws(ClientError) {
    let before = intents[intent.id]
    intents[intent.id] = intent
    do throws(ClientError) {
      try await journal.append([.put(intent)])
    } catch {
      if intents[intent.id] == intent { intents[intent.id] = before }
      observe(.storage(error))
      throw error
    }
    tellObservers()
  }

  // MARK: Looking

  /// Everything, in order; decided ones too, as far as they are kept.
  public func all() async throws(ClientError) -> [Intent] {
    try await load()
    return sorted
  }

  /// What is not decided yet.
  public func open() async throws(ClientError) -> [Intent] { try await all().filter(\.isOpen) }

  /// What the server refused and nobody has dealt with.
  public func refused() async throws(ClientError) -> [Intent] {
    try await all().filter { if case .refused = $0.state { true } else { false } }
  }

  /// The newest open intents for a target, oldest first.
  public func open(target: String) async throws(ClientError) -> [Intent] {
    try await open().filter { $0.target == target }
  }

  /// Calls `changed` with all intents after each change, until the token is released.
  public func observe(_ changed: @escaping @Sendable ([Intent]) -> Void) -> ObservationToken {
    nextObserver += 1
    let id = nextObserver
    observers[id] = changed
    return ObservationToken { [weak self] in Task { await self?.forget(id) } }
  }

  private func forget(_ id: Int) { observers[id] = nil }

  private var sorted: [Intent] { intents.values.sorted { $0.order < $1.order } }

  private func tellObservers() {
    guard !observers.isEmpty else { return }
    let all = sorted
    for (_, observer) in observers.sorted(by: { $0.key < $1.key }) { observer(all) }
  }

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
    guard intents[id] != nil else { return }
    try await journal.append([.remove(id)])
    intents[id] = nil
    tellObservers()
  }

  /// Discards everything: the explicit choice at a sign-out.
  public func discardAll() async throws(ClientError) {
    try await load()
    try await journal.append(intents.keys.sorted().map(Change.remove))
    intents = [:]
    tellObservers()
  }

  /// Sends nothing and takes nothing from here on; what is on disk stays.
  public func close() {
    isClosed = true
    timer?.cancel()
    timer = nil
    flight?.finish(with: .failure(.cancelled("outbox.flush")))
    flight = nil
  }

  private func change(_ id: String, _ body: (inout Intent) -> Void) async throws(ClientError) {
    try await load()
    guard var intent = intents[id], intent.state != .sending else {
      throw ClientError(.notFound, operation: "outbox.change")
    }
    body(&intent)
    intent.attempts = 0
    try await commit(intent)
  }

  // MARK: Sending

  /// Sends what is open; returns when everything was tried once. Calls that come meanwhile share it, and what was recorded
  /// meanwhile goes with it. A failure leaves intents open and sets a timer.
  public func flush(_ trigger: Trigger = .call) async {
    if let flight {
      isAskedAgain = true
      _ = await flight.value()
      return
    }
    let work = SharedWork<Void>(operation: "outbox.flush", endsWhenAbandoned: false) { [weak self] in
      await self?.run()
      return .success(())
    }
    flight = work
    _ = await work.value()
  }

  private func run() async {
    defer { flight = nil }
    do throws(ClientError) { try await load() } catch { return observe(.storage(error)) }
    var hadProblem = false
    repeat {
      isAskedAgain = false
      hadProblem = await sendOpenOnce()
      await fold()
      // No await between this look and the end of the flight: who asks later starts a new one.
    } while isAskedAgain && !hadProblem && !isClosed
    failuresInRow = hadProblem ? failuresInRow + 1 : 0
    setTimer(isNeeded: hadProblem)
  }

  /// Goes through the targets in the order of their oldest open intent. Within a target order is kept; a target that cannot
  /// go on now does not hold up the others, a server that cannot be reached ends the round.
  private func sendOpenOnce() async -> Bool {
    var hadProblem = false
    var stopped: Set<String> = []
    while !isClosed,
      let intent = sorted.first(where: { $0.isOpen && !stopped.contains($0.target) && handlers[$0.kind] != nil })
    {
      guard let handler = handlers[intent.kind] else { break }
      let outcome = await deliver(intent, with: handler)
      guard !isClosed, let current = intents[intent.id], current.isOpen else { continue }
      switch outcome {
      case .decided(let state):
        // What was combined into it while it was on its way is not sent yet.
        if current.wish == intent.wish {
          await settle(intent.id, as: state)
        } else {
          await settle(intent.id, as: .pending)
        }
      case .failed(let error):
        await note(error, on: intent.id)
        hadProblem = true
        stopped.insert(intent.target)
        if error.endsRound { return true }
      }
    }
    return hadProblem
  }

  private enum Outcome: Sendable {
    case decided(Intent.State)
    case failed(ClientError)
  }

  private func deliver(_ intent: Intent, with handler: IntentHandler) async -> Outcome {
    intents[intent.id]?.state = .sending
    tellObservers()
    do throws(ClientError) {
      let server = try await handler.read(intent)
      switch handler.merge(intent, server) {
      case .alreadyTrue: return .decided(.synced(receipt: receipt(server)))
      case .refuse(let reason): return .decided(.refused(reason: reason))
      case .superseded(let winner, let reason, let write):
        if let write { try await handler.write(intent, write, server) }
        return .decided(.superseded(by: winner, reason: reason))
      case .write(let wish):
        try await handler.write(intent, wish, server)
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

  private func receipt(_ server: JSONValue?) -> JSONValue {
    ["server": server ?? .null, "readAt": .integer(environment.clock.now().milliseconds)]
  }

  private func settle(_ id: String, as state: Intent.State) async {
    guard var intent = intents[id] else { return }
    intent.state = state
    intent.attempts = 0
    intent.lastProblem = nil
    // If it cannot be written now it is sent again after a restart, which its id makes harmless.
    do throws(ClientError) { try await commit(intent) } catch { intents[id] = intent }
    if case .synced(let receipt) = state { await acknowledge(receipt["server"] ?? .null, after: intent) }
    await settled(intent)
  }

  /// What the server holds after our own write is no change by somebody else: later wishes for the target build on it.
  private func acknowledge(_ server: JSONValue, after intent: Intent) async {
    for later in sorted
    where later.isOpen && later.target == intent.target && later.kind == intent.kind && later.order > intent.order {
      var later = later
      later.acknowledged = server
      do throws(ClientError) { try await commit(later) } catch { intents[later.id]?.acknowledged = server }
    }
  }

  private func note(_ error: ClientError, on id: String) async {
    guard var intent = intents[id] else { return }
    intent.state = .pending
    intent.lastProblem = error.kind.rawValue
    // Only a server's own no counts towards giving up; a bad network can last for weeks.
    if error.kind == .conflict { intent.attempts += 1 }
    intents[id] = intent
    tellObservers()
  }

  // MARK: Timer

  private func setTimer(isNeeded: Bool) {
    timer?.cancel()
    timer = nil
    guard isNeeded, !isClosed else { return }
    let ceiling = min(300.0, 5.0 * Double(1 << min(failuresInRow, 6)))
    let pause = Duration.seconds(ceiling * (0.5 + 0.5 * environment.random.fraction()))
    timer = Task { [environment, weak self] in
      do { try await environment.clock.sleep(for: pause, as: .watchdog) } catch { return }
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
    if let snapshot = loaded.snapshot {
      for intent in (try? JSONDecoder().decode([Intent].self, from: snapshot)) ?? [] { intents[intent.id] = intent }
    }
    for change in loaded.changes {
      switch change {
      case .put(let intent): intents[intent.id] = intent
      case .remove(let id): intents[id] = nil
      }
    }
    for id in intents.keys where intents[id]?.state == .sending { intents[id]?.state = .pending }
    nextOrder = (intents.values.map(\.order).max() ?? 0) + 1
    isLoaded = true
  }

  /// Lets go of the oldest decided intents and starts a new journal when it has grown.
  private func fold() async {
    guard await journal.recordsSinceSnapshot >= 256 else { return }
    let decided = sorted.filter { intent in
      switch intent.state {
      case .synced, .superseded: true
      default: false
      }
    }
    for intent in decided.dropLast(Self.keptDecided) { intents[intent.id] = nil }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard let state = try? encoder.encode(sorted) else { return }
    do throws(ClientError) { try await journal.snapshot(state) } catch { observe(.storage(error)) }
  }
}

extension ClientError {
  /// Nothing else would get through either.
  fileprivate var endsRound: Bool {
    [.unreachable, .timedOut, .tls, .signedOut, .rateLimited, .wrongServer, .cancelled, .storage].contains(kind)
  }
}
