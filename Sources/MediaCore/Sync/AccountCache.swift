import Foundation

/// The last answer of one account's server, with this device's open mutations applied on top.
///
/// The cache handles a switch of accounts, files that cannot be read yet, answers of the server that are older than a change or a sign-out,
/// erasing, and saving. If a file cannot be read now, the cache throws an error and never returns an empty value. The cache is saved in the
/// background, at most once a second, and saving never delays a call. The journal of the ``MutationQueue`` already has the user's changes.
public actor AccountCache<Value: Codable & Equatable & Sendable> {
  private typealias Saved = SavedCache<Value>

  private let version: Int
  private let empty: Value
  let storage: AccountStorage
  private let file: CacheFile<Value>
  let queue: SharedMutationQueue?
  private let overlays: [MutationKind: MutationOverlay<Value>]

  private var account: String?
  private var saved: Saved
  private var open: [MutationRecord] = []
  /// Number of the queue's newest event that is in the cache.
  private var revision = 0
  /// The value with the open mutations; nil when it has to be worked out again.
  private var overlaid: Value?
  private var generation = 0
  private var era = 0
  /// ``AccountFolders/erasures(of:)`` of the account when its value was loaded.
  private var erasures = 0
  /// Mutations decided lately, which are applied again on top of an answer that was asked for before their decision.
  private var recentlySettled: [(generation: Int, record: MutationRecord)] = []
  private var missedEvents = 0
  private var isDirty = false
  private var failedSaves = 0
  private var saver: Task<Void, Never>?
  /// The write that is under way: another one of the same file waits for it.
  private var writing: Task<Void, Never>?
  private var pause: Task<Void, Never>?
  nonisolated let observers = Observers<Void>()
  private nonisolated let tokens = Locked<[ObservationToken]>([])
  /// The account whose decided mutations this cache has all applied. While this is nil or another account than the queue's, the queue keeps
  /// the records of decided mutations: it could otherwise forget a conflict that the cache has not applied yet.
  private nonisolated let takenAccount = Locked<String?>(nil)

  private static var keptSettled: Int { 200 }
  private static var savePause: Duration { .seconds(1) }

  static func shared(
    _ name: String, _ version: Int, _ empty: Value, _ retention: Retention, _ storage: AccountStorage,
    _ queue: MutationQueue?, _ overlays: [MutationOverlay<Value>], patching: CachePatching<Value>?
  ) -> AccountCache {
    storage.shared("cache-\(name)") {
      AccountCache(name, version, empty, retention, storage, queue, overlays, patching)
    }
  }

  private init(
    _ name: String, _ version: Int, _ empty: Value, _ retention: Retention, _ storage: AccountStorage,
    _ queue: MutationQueue?, _ overlays: [MutationOverlay<Value>], _ patching: CachePatching<Value>?
  ) {
    self.version = version
    self.empty = empty
    self.storage = storage
    file = CacheFile(
      "cache-\(name)", version: version, retention: retention, in: storage, patching: patching)
    self.queue = queue?.shared
    self.overlays = Dictionary(overlays.map { ($0.kind, $0) }, uniquingKeysWith: { $1 })
    saved = Saved(version: version, value: empty)
    let events = self.queue?.subscribe(
      .init(
        kinds: Set(self.overlays.keys),
        isOwed: { [weak self] account, record in self?.isOwed(account, record) ?? false },
        takeOwed: { [weak self] account, records in await self?.takeOwed(account, records) },
        load: { [weak self] in _ = try? await self?.value() },
        handle: { [weak self] account, events, first in await self?.handle(events, first, of: account) }))
    let signOut = storage.observeSignOut { [weak self] account, pending in await self?.signOut(account, pending) }
    let save = storage.onSave { [weak self] in await self?.saveNow() }
    let account = storage.observeAccount { [weak self] in Task { await self?.followAccount() } }
    let folder = storage.onFolderChange { [weak self] in await self?.folderChanged() }
    tokens.withLock { $0 = [signOut, save, account, folder] + (events.map { [$0] } ?? []) }
  }

  deinit { pause?.cancel() }

  // MARK: Reading

  /// The cached value, read without the network.
  /// - Parameter prepare: adds data that overlays need to the server's answer, before the open mutations are applied on top.
  package func view(preparing prepare: ((inout Value) -> Void)?) async throws(ClientError) -> View {
    let account = try await load()
    let value = prepare.map(laid) ?? current()
    return View(account: account, value: value, server: saved.value, open: open, refreshedAt: saved.refreshedAt)
  }

  /// Passes the server's last answer and the open mutations to `part`, and returns the result. Faster than ``value()``, which applies all.
  public func read<Part: Sendable>(
    _ part: @Sendable (_ server: Value, _ open: [MutationRecord]) -> Part
  ) async throws(ClientError) -> Part {
    _ = try await load()
    return part(saved.value, open)
  }

  private func current() -> Value {
    let value = overlaid ?? laid { _ in }
    overlaid = value
    return value
  }

  private func laid(_ prepare: (inout Value) -> Void) -> Value {
    var value = saved.value
    prepare(&value)
    for record in open { overlays[record.kind]?.apply(record, &value) }
    return value
  }

  // MARK: Changing

  /// Returns a mark of the time at which a read of the server begins, to pass to ``merge(_:askedAt:isRefresh:_:)`` with the answer.
  public func readMark() async throws(ClientError) -> ReadMark {
    ReadMark(account: try await load(), generation: generation, era: era, uptime: storage.environment.clock.uptime())
  }

  /// - Parameter age: the age of the answer on arrival, above zero when it was kept from an earlier call.
  func merge<Answer>(
    _ answer: Answer, askedAt mark: ReadMark, isRefresh: Bool, age: Duration, _ merge: (inout Value, Answer) -> Void
  ) async throws(ClientError) {
    guard try await load() == mark.account, mark.era == nil || mark.era == era else { throw Self.accountChanged }
    change { saved in
      merge(&saved.value, answer)
      for (generation, record) in recentlySettled where mark.isOlder(than: record, generation) {
        overlays[record.kind]?.settle(record, &saved.value)
      }
      if isRefresh {
        // The value is at least as old as the request: use the larger of both ages, so that the value never seems too fresh.
        let oldest = max(age, storage.environment.clock.uptime() - mark.uptime)
        saved.refreshedAt = (storage.serverNow() ?? storage.environment.clock.now()) - oldest.seconds
      }
    }
  }

  /// Changes a value that only this device has, for one account.
  /// - Parameter owner: the account that the change belongs to; nil for the one that is signed in.
  /// - Throws: `signedOut` with the detail `accountChanged` when another account is signed in; `storage`.
  package func update(of owner: String?, _ body: @Sendable (inout Value) -> Void) async throws(ClientError) {
    _ = try await load()
    await waitForWrite()
    // Another account may have signed in during the await.
    let account = try await load()
    if let owner, owner != account { throw Self.accountChanged }
    var changed = saved
    body(&changed.value)
    guard changed.value != saved.value || isDirty else { return }
    try file.write(changed, to: file.place(of: account, erasures))
    isDirty = false
    let isNew = changed.value != saved.value
    saved = changed
    overlaid = nil
    if isNew { observers.notify() }
  }

  private func change(_ body: (inout Saved) -> Void) {
    let before = saved
    let shown = overlaid
    body(&saved)
    overlaid = nil
    saveSoon()
    if saved.value != before.value || saved.refreshedAt != before.refreshedAt || shown != nil && shown != current() {
      observers.notify()
    }
  }

  // MARK: Mutations

  private func handle(_ events: [Outbox.Event], _ firstNumber: Int, of owner: String) {
    guard owner == account else {
      missedEvents += 1
      takenAccount.withLock { $0 = nil }
      return
    }
    var isSeen = false
    // Skip events up to `revision`: the loaded value includes them.
    for (number, event) in zip(firstNumber..., events) where number > revision {
      revision = number
      if take(event) { isSeen = true }
    }
    if isSeen { observers.notify() }
  }

  /// - Returns: whether the event changes what ``view()`` returns.
  private func take(_ event: Outbox.Event) -> Bool {
    switch event {
    case .changed(let record):
      guard overlays[record.kind]?.concerns(record) == true else { return false }
      let index = open.place(of: record)
      if !record.isOpen { return settle(record, at: index) }
      put(record, at: index)
      return true
    case .moved(let record, let before):
      let isListed = open.place(of: before).map { open.remove(at: $0) } != nil
      if isListed { overlaid = nil }
      return take(.changed(record)) || isListed
    case .noted(let record):
      if let index = open.place(of: record) { open[index] = record }
    case .removed(let record):
      guard let index = open.place(of: record) else { return false }
      open.remove(at: index)
      overlaid = nil
      return true
    case .forgotten(let ids): saved.settled.subtract(ids)
    case .written: break
    }
    return false
  }

  private func put(_ record: MutationRecord, at index: Int?) {
    // A retry or an edit reopens a decided record: forget that it was settled, otherwise `settle` ignores its next outcome.
    saved.settled.remove(record.id)
    if let index {
      open[index] = record
      overlaid = nil
    } else if let last = open.last, last.order > record.order {
      open.insert(record, at: open.placeToInsert(record))
      overlaid = nil
    } else {
      open.append(record)
      if var value = overlaid {
        overlaid = nil
        overlays[record.kind]?.apply(record, &value)
        overlaid = value
      }
    }
  }

  private func settle(_ record: MutationRecord, at index: Int?) -> Bool {
    if let index { open.remove(at: index) }
    let isNew = record.isOnServer && !saved.settled.contains(record.id)
    guard isNew || index != nil else { return false }
    overlaid = nil
    if isNew {
      overlays[record.kind]?.settle(record, &saved.value)
      note(record)
      saveSoon()
    }
    return true
  }

  /// Whether a value that only this device has may still lack a decided mutation of the account. The queue keeps such a mutation until the
  /// cache is loaded, otherwise a conflict that no screen has listed yet would be lost.
  private nonisolated func isOwed(_ owner: String, _ record: MutationRecord) -> Bool {
    guard file.retention == .device, takenAccount.withLock({ $0 }) != owner else { return false }
    return overlays[record.kind]?.concerns(record) == true
  }

  /// Takes decided mutations into the file of an account that signs out, before the queue forgets them. Does not call ``load()``, which
  /// waits for the end of the sign-out. If the file cannot be read or written now, the mutations stay owed.
  private func takeOwed(_ owner: String, _ records: [MutationRecord]) async {
    guard account == nil, records.contains(where: { $0.isOnServer && isOwed(owner, $0) }) else { return }
    do throws(ClientError) { _ = begin(owner, try file.read(of: owner), records) } catch {
      return storage.report(error)
    }
    (erasures, isDirty) = (storage.folders.erasures(of: owner), true)
    await saveNow()
    if account == owner { forget() }
  }

  /// The number of decided mutations that are in the value.
  var settledCount: Int { saved.settled.count }

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
        throw ClientError(.signedOut, operation: .cacheRead)
      }
      if account == now { return now }
      try storage.prepare()
      let missed = missedEvents
      let erasures = storage.folders.erasures(of: now)
      let known = try await queue?.snapshot(of: now)
      // No await from here on: once `account` is set, other callers use the value and the open changes, so all must be set together.
      guard account != now, missed == missedEvents, erasures == storage.folders.erasures(of: now) else { continue }
      let hasSettled = begin(now, try file.read(of: now), known?.records ?? [])
      (self.erasures, revision) = (erasures, known?.revision ?? 0)
      if hasSettled { saveSoon() }
    }
  }

  /// - Returns: whether mutations were decided that the file does not hold yet.
  private func begin(_ account: String, _ known: Saved?, _ records: [MutationRecord]) -> Bool {
    forget()
    self.account = account
    if let known { saved = known }
    let mine = records.filter { overlays[$0.kind]?.concerns($0) == true }
    open = mine.filter(\.isOpen)
    for record in mine where record.isOnServer && !saved.settled.contains(record.id) {
      overlays[record.kind]?.settle(record, &saved.value)
      note(record)
    }
    saved.settled.formIntersection(mine.map(\.id))
    takenAccount.withLock { $0 = account }
    return !recentlySettled.isEmpty
  }

  func forget() {
    // The file lacks the mutations that were taken since it was saved: the queue has to keep them.
    if isDirty { takenAccount.withLock { $0 = nil } }
    account = nil
    saved = Saved(version: version, value: empty)
    open = []
    revision = 0
    era += 1
    overlaid = nil
    recentlySettled = []
    isDirty = false
    pause?.cancel()
    pause = nil
  }

  /// Drops the value when nobody is signed in any more, and notifies observers of each change of the account.
  private func followAccount() async {
    let now: String?
    do throws(ClientError) { now = try await storage.account() } catch { return }
    guard account != now else { return }
    if now == nil { forget() }
    observers.notify()
  }

  /// Drops the value, after saving one that only this device has and keeps. The storage erases the file.
  private func signOut(_ leaving: String, _ pending: PendingWork) async {
    guard account == leaving else { return }
    if file.retention == .device, pending == .keep { await saveNow() }
    guard account == leaving else { return }
    forget()
    observers.notify()
  }

  // MARK: Saving

  private func saveSoon() {
    isDirty = true
    guard saver == nil, pause == nil, !storage.environment.isReading else { return }
    saver = Task {
      await saveNow()
      saver = nil
      pauseSaving()
    }
  }

  private func pauseSaving() {
    // Double the pause after each failed save, up to 64 seconds, so that a full disk is not written to every second.
    let clock = storage.environment.clock
    let next = clock.uptime() + Self.savePause * (1 << min(failedSaves, 6))
    pause = Task { [weak self] in
      do { try await clock.sleep(until: next, as: .watchdog) } catch { return }
      await self?.endPause()
    }
  }

  private func endPause() {
    pause = nil
    if isDirty { saveSoon() }
  }

  /// Writes the current value; returns once the write has succeeded or failed.
  private func saveNow() async {
    await waitForWrite()
    guard isDirty, let account, !storage.environment.isReading else { return }
    isDirty = false
    let task = Task { [saved, era, place = file.place(of: account, erasures)] in
      let isSaved = await writeInBackground(saved, place)
      writing = nil
      guard era == self.era else { return }
      failedSaves = isSaved ? 0 : failedSaves + 1
      if !isSaved { isDirty = true }
    }
    writing = task
    await task.value
  }

  private func waitForWrite() async { while let writing { await writing.value } }

  private nonisolated func writeInBackground(_ value: Saved, _ place: CacheFile<Value>.Place) async -> Bool {
    do throws(ClientError) { try file.write(value, to: place) } catch {
      guard error.kind != .signedOut else { return true }
      storage.report(error)
      return false
    }
    return true
  }
}
