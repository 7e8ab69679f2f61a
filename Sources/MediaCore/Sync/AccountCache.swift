public import Foundation

/// What one account's server said last, with this device's open mutations laid on top.
///
/// It alone decides about switching accounts, files that cannot be read yet, answers that a change or a sign-out overtook,
/// what is erased when, and saving. A file that cannot be read now is an error, never an empty value. Saving happens in the
/// background, at most once a second, and never in the way of a call: a change is durable in the queue's journal.
public actor AccountCache<Value: Codable & Equatable & Sendable> {
  /// What a cache holds at one moment.
  public struct View: Sendable {
    public let account: String
    /// What the server said last, with the open mutations on top.
    public let value: Value
    /// What the server said last.
    public let server: Value
    /// The open mutations of the kinds that the cache follows, oldest first.
    public let open: [MutationRecord]
    /// When the server last said all of it, by ``ServiceClient/serverNow()``; nil for never.
    public let refreshedAt: Date?

    /// Whether something of that target is not on the server yet.
    public func isPending(_ target: String) -> Bool { open.contains { $0.target == target } }
  }

  /// Whose answer something is, and what it can know of: take it before asking the server.
  public struct ReadMark: Sendable {
    public let account: String
    let generation: Int
  }

  /// What becomes of the value at a sign-out.
  public enum Retention: Sendable, Hashable {
    /// The server can be asked again: it is erased.
    case server
    /// Only this device has it: it is erased when the account's pending work is discarded.
    case device
  }

  private struct Saved: Codable, Sendable {
    var version: Int
    var value: Value
    var refreshedAt: Date?
    /// Decided mutations that are in the value already.
    var settled: Set<String> = []
  }

  private let name: String
  private let version: Int
  private let empty: Value
  private let retention: Retention
  private let storage: AccountStorage
  private let queue: MutationQueue?
  private let overlays: [MutationKind: MutationOverlay<Value>]

  private var account: String?
  private var saved: Saved
  private var open: [MutationRecord] = []
  private var revisions: [String: Int] = [:]
  /// The value with the open mutations; nil when it has to be worked out again.
  private var overlaid: Value?
  private var generation = 0
  /// Mutations that were decided lately, for answers that were asked for before.
  private var recentlySettled: [(generation: Int, record: MutationRecord)] = []
  private var missedEvents = 0
  private var isDirty = false
  private var saver: Task<Void, Never>?
  private var pause: Task<Void, Never>?
  private nonisolated let observers = Observers<Void>()
  private nonisolated let tokens = Locked<[ObservationToken]>([])

  private static var keptSettled: Int { 200 }
  private static var savePause: Duration { .seconds(1) }

  /// The cache of that name. When there is one already in this process, it is that one.
  /// - Parameters:
  ///   - name: part of the file's name; it must not change between versions of an app.
  ///   - version: of the stored form. A file of another version reads as absent.
  ///   - empty: the value before the server said anything.
  ///   - overlays: how the mutations that concern it are laid on top, and what their end leaves.
  public static func shared(
    _ name: String, version: Int = 1, empty: Value, retention: Retention = .server, in storage: AccountStorage,
    queue: MutationQueue? = nil, overlays: [MutationOverlay<Value>] = []
  ) -> AccountCache {
    storage.shared("cache-\(name)") {
      AccountCache(name, version, empty, retention, storage, queue, overlays)
    }
  }

  private init(
    _ name: String, _ version: Int, _ empty: Value, _ retention: Retention, _ storage: AccountStorage,
    _ queue: MutationQueue?, _ overlays: [MutationOverlay<Value>]
  ) {
    self.name = name
    self.version = version
    self.empty = empty
    self.retention = retention
    self.storage = storage
    self.queue = queue
    self.overlays = Dictionary(overlays.map { ($0.kind, $0) }, uniquingKeysWith: { $1 })
    saved = Saved(version: version, value: empty)
    queue?.subscribe(
      .init(kinds: Set(self.overlays.keys)) { [weak self] account, event in await self?.handle(event, of: account) })
    storage.onSignOut { [weak self] account, pending in await self?.signOut(account, pending) }
    storage.onSave { [weak self] in await self?.finishSaving() }
    let token = storage.observeAccount { [weak self] in Task { await self?.followAccount() } }
    tokens.withLock { $0 = [token] }
  }

  deinit { pause?.cancel() }

  // MARK: Reading

  /// What is known without asking anybody.
  /// - Throws: `signedOut`; `storage` when the file cannot be read now.
  public func view() async throws(ClientError) -> View {
    let account = try await load()
    return View(
      account: account, value: current(), server: saved.value, open: open, refreshedAt: saved.refreshedAt)
  }

  /// The value with the open mutations on top.
  public func value() async throws(ClientError) -> Value { try await view().value }

  /// One part of the value, without the cost of laying all open mutations on top of all of it.
  public func read<Part: Sendable>(
    _ part: @Sendable (_ server: Value, _ open: [MutationRecord]) -> Part
  ) async throws(ClientError) -> Part {
    _ = try await load()
    return part(saved.value, open)
  }

  /// Calls `changed` after each change of what ``view()`` returns, until the token is released.
  public nonisolated func observe(_ changed: @escaping @Sendable () -> Void) -> ObservationToken {
    observers.add(changed)
  }

  private func current() -> Value {
    if let overlaid { return overlaid }
    let value = open.reduce(into: saved.value) { value, record in overlays[record.kind]?.apply(record, &value) }
    overlaid = value
    return value
  }

  // MARK: Changing

  /// Sends what waits, asks the server, and merges its answer. What was decided since it was asked stays on top of it.
  /// - Throws: what `ask` throws; `signedOut` with the detail `accountChanged` when somebody else is signed in by now.
  @discardableResult
  public func refresh<Answer: Sendable>(
    _ ask: () async throws(ClientError) -> Answer, merge: (inout Value, Answer) -> Void
  ) async throws(ClientError) -> View {
    await queue?.flush(.call)
    let mark = try await readMark()
    let answer = try await ask()
    try await self.merge(answer, askedAt: mark, isRefresh: true, merge)
    return try await view()
  }

  /// Take it before asking the server for something that ``merge(_:askedAt:isRefresh:_:)`` gets.
  public func readMark() async throws(ClientError) -> ReadMark {
    ReadMark(account: try await load(), generation: generation)
  }

  /// Merges what the server said. What was decided since it was asked stays on top of it.
  /// - Parameter isRefresh: whether the answer is all that the cache holds.
  /// - Throws: `signedOut` with the detail `accountChanged` when somebody else is signed in by now.
  public func merge<Answer>(
    _ answer: Answer, askedAt mark: ReadMark, isRefresh: Bool = false, _ merge: (inout Value, Answer) -> Void
  ) async throws(ClientError) {
    guard try await load() == mark.account else {
      throw ClientError(.signedOut, operation: "cache.merge", detail: ClientError.Detail.accountChanged)
    }
    change { saved in
      merge(&saved.value, answer)
      for (generation, record) in recentlySettled where generation > mark.generation {
        overlays[record.kind]?.settle(record, &saved.value)
      }
      if isRefresh { saved.refreshedAt = storage.serverNow() ?? storage.environment.clock.now() }
    }
  }

  /// Changes what only this device has. It is on disk when this returns.
  /// - Throws: `storage`; then nothing has changed.
  public func update(_ body: @Sendable (inout Value) -> Void) async throws(ClientError) {
    let account = try await load()
    let before = saved
    change { body(&$0.value) }
    do throws(ClientError) { try write(saved, account) } catch {
      saved = before
      overlaid = nil
      observers.tell()
      throw error
    }
    isDirty = false
  }

  private func change(_ body: (inout Saved) -> Void) {
    let before = saved
    let shown = overlaid
    body(&saved)
    overlaid = nil
    saveSoon()
    if saved.value != before.value || saved.refreshedAt != before.refreshedAt || shown != nil && shown != current() {
      observers.tell()
    }
  }

  // MARK: Mutations

  private func handle(_ event: MutationOutbox.Event, of owner: String) {
    guard owner == account else {
      missedEvents += 1
      return
    }
    switch event {
    case .changed(let record, let revision):
      guard isNewest(record, revision) else { return }
      let index = open.firstIndex { $0.id == record.id }
      if record.isOpen { put(record, at: index) } else { settle(record, at: index) }
    case .removed(let record, let revision):
      guard isNewest(record, revision) else { return }
      open.removeAll { $0.id == record.id }
      overlaid = nil
      observers.tell()
    case .written: break
    }
  }

  private func isNewest(_ record: MutationRecord, _ revision: Int) -> Bool {
    guard revision > revisions[record.id, default: 0] else { return false }
    revisions[record.id] = revision
    return true
  }

  private func put(_ record: MutationRecord, at index: Int?) {
    if let index {
      let before = open[index]
      open[index] = record
      guard before.payload != record.payload else { return }
      overlaid = nil
    } else if let last = open.last, last.order > record.order {
      open.insert(record, at: open.firstIndex { $0.order > record.order } ?? open.endIndex)
      overlaid = nil
    } else {
      open.append(record)
      if var value = overlaid {
        overlaid = nil
        overlays[record.kind]?.apply(record, &value)
        overlaid = value
      }
    }
    observers.tell()
  }

  private func settle(_ record: MutationRecord, at index: Int?) {
    if let index { open.remove(at: index) }
    overlaid = nil
    if record.isOnServer, !saved.settled.contains(record.id) {
      overlays[record.kind]?.settle(record, &saved.value)
      note(record)
      saveSoon()
    }
    revisions[record.id] = nil
    observers.tell()
  }

  private func note(_ record: MutationRecord) {
    saved.settled.insert(record.id)
    generation += 1
    recentlySettled.append((generation, record))
    recentlySettled.removeFirst(max(0, recentlySettled.count - Self.keptSettled))
  }

  // MARK: Accounts

  /// - Returns: the account whose value is loaded.
  private func load() async throws(ClientError) -> String {
    while true {
      guard let now = try await storage.account() else {
        forget()
        throw ClientError(.signedOut, operation: "cache.read")
      }
      if account == now { return now }
      try storage.prepare()
      let missed = missedEvents
      let records = try await queue?.records(of: now) ?? []
      // From here on nothing is awaited: whoever sees the account sees all that is known of it.
      guard account != now, missed == missedEvents else { continue }
      let file = try storage.files(of: now).read(Saved.self, "cache-\(name)")
      begin(now, file, records)
    }
  }

  private func begin(_ account: String, _ file: Saved?, _ records: [MutationRecord]) {
    forget()
    self.account = account
    if let file, file.version == version { saved = file }
    let mine = records.filter { overlays[$0.kind] != nil }
    open = mine.filter(\.isOpen)
    for record in mine where record.isOnServer && !saved.settled.contains(record.id) {
      overlays[record.kind]?.settle(record, &saved.value)
      note(record)
    }
    saved.settled.formIntersection(mine.map(\.id))
  }

  private func forget() {
    account = nil
    saved = Saved(version: version, value: empty)
    open = []
    revisions = [:]
    overlaid = nil
    recentlySettled = []
    isDirty = false
    pause?.cancel()
    pause = nil
  }

  /// Observers are notified when another account, or nobody, is signed in.
  private func followAccount() async {
    let now: String?
    do throws(ClientError) { now = try await storage.account() } catch { return }
    guard account != now else { return }
    if now == nil { forget() }
    observers.tell()
  }

  private func signOut(_ leaving: String, _ pending: PendingWork) async {
    let saver = saver
    if account == leaving {
      forget()
      observers.tell()
    }
    // A save that has begun ends before the file goes.
    await saver?.value
    guard retention == .server || pending == .discard else { return }
    do throws(ClientError) { try storage.files(of: leaving).remove("cache-\(name)") } catch { storage.report(error) }
  }

  // MARK: Saving

  private func saveSoon() {
    isDirty = true
    guard saver == nil, pause == nil else { return }
    saver = Task {
      await saveNow()
      saver = nil
      pauseSaving()
    }
  }

  private func pauseSaving() {
    pause = Task { [clock = storage.environment.clock, weak self] in
      do { try await clock.sleep(for: Self.savePause, as: .watchdog) } catch { return }
      await self?.endPause()
    }
  }

  private func endPause() {
    pause = nil
    if isDirty { saveSoon() }
  }

  private nonisolated func writeInBackground(_ value: Saved, _ account: String) async {
    do throws(ClientError) { try write(value, account) } catch { storage.report(error) }
  }

  private nonisolated func write(_ value: Saved, _ account: String) throws(ClientError) {
    try storage.files(of: account).write(value, "cache-\(name)")
  }

  /// Returns once everything is on disk, also what a save that has begun is writing.
  private func finishSaving() async {
    await saver?.value
    await saveNow()
  }

  /// Writes what is not on disk yet.
  private func saveNow() async {
    guard isDirty, let account else { return }
    isDirty = false
    await writeInBackground(saved, account)
  }
}

/// How one kind of mutation shows in a cached value.
public struct MutationOverlay<Value>: Sendable {
  let kind: MutationKind
  let apply: @Sendable (MutationRecord, inout Value) -> Void
  let settle: @Sendable (MutationRecord, inout Value) -> Void

  /// - Parameters:
  ///   - apply: shows a mutation that is not on the server yet.
  ///   - settle: takes what the server showed when the mutation was decided; also called again on top of answers that were
  ///     asked for before. Without it a synced mutation is applied, and a superseded one leaves the value.
  public init<M: Mutation>(
    _ type: M.Type, apply: @escaping @Sendable (M, inout Value) -> Void,
    settle: (@Sendable (M, MutationRecord, inout Value) -> Void)? = nil
  ) where M: SendableMetatype {
    kind = M.kind
    let apply: @Sendable (MutationRecord, inout Value) -> Void = { record, value in
      if let mutation = record.mutation(M.self) { apply(mutation, &value) }
    }
    self.apply = apply
    self.settle = { record, value in
      guard let settle else {
        if record.state == .synced { apply(record, &value) }
        return
      }
      if let mutation = record.mutation(M.self) { settle(mutation, record, &value) }
    }
  }
}
