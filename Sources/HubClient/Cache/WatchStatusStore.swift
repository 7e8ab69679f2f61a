import Foundation
public import MediaCore

/// Watch statuses and positions on this device: kept over launches, merged with other devices by "the last writer wins".
///
/// A change costs one record in a journal, however many videos are known. Functions that read throw `storageFailed`
/// while the files cannot be read, as on a locked device.
public actor WatchStatusStore {
  /// The number of records in one request.
  package static let batchSize = 400
  /// The pause between exchanges that nobody asked for, in seconds.
  package static let minimumSyncInterval = 300.0

  private let accounts: AccountStorage
  private let clock: any TimeSource
  private let observers = Observers<Void>()
  private let conflictStore: ConflictStore<WatchConflict>
  private let conflictToken: ObservationToken
  private var saved: [String: WatchRecord] = [:]
  /// By video, the moment of the change that the devices had in common before it was changed here.
  private var shared: [String: Date] = [:]
  private var lastSync: Date?
  private var journal: Journal<Change>?
  private var isLoaded = false
  private var isSyncing = false

  /// The store asks again for these seconds before the last exchange: another device's clock may be behind, and its
  /// records may have arrived late.
  private static let overlap = 86_400.0
  /// Beyond it the oldest records that other devices have are dropped here.
  private static let capacity = 100_000

  /// A record of the journal; as its snapshot, everything.
  private struct Change: Codable, Sendable {
    var records: [WatchRecord] = []
    var lastSync: Date?
    /// The moments in common of records that are not exchanged. Nil in files of earlier versions.
    var shared: [String: Date]?
  }

  /// The result of an exchange.
  public struct SyncResult: Sendable, Hashable {
    /// Records of others that counted.
    public var taken: Int
    /// The records that the adapter took from this device.
    public var sent: Int

    /// The counts of an exchange with the adapter.
    public init(taken: Int = 0, sent: Int = 0) { (self.taken, self.sent) = (taken, sent) }
  }

  static func shared(in accounts: AccountStorage, queue: MutationQueue) -> WatchStatusStore {
    accounts.shared("watching") { WatchStatusStore(accounts, queue) }
  }

  private init(_ accounts: AccountStorage, _ queue: MutationQueue) {
    self.accounts = accounts
    clock = accounts.environment.clock
    conflictStore = ConflictStore("watch-conflicts", in: accounts, queue: queue, rules: [])
    conflictToken = conflictStore.observe { [observers] in observers.notify() }
    accounts.onSignOut { [weak self] _, _ in await self?.reset() }
  }

  // MARK: Reading

  /// Nil for a video that was never marked or played.
  public func record(_ videoId: String) async throws(HubError) -> WatchRecord? { try await records()[videoId] }

  /// `unknown` for a video that was never marked. Throws `storageFailed`.
  public func status(of videoId: String) async throws(HubError) -> WatchStatus {
    try await record(videoId)?.status ?? .unknown
  }

  /// All of them by video id. Throws `storageFailed`.
  public func records() async throws(HubError) -> [String: WatchRecord] {
    try await load()
    return saved
  }

  /// The changes that other devices do not have yet, oldest first.
  public func unsynced() async throws(HubError) -> [WatchRecord] {
    try await load()
    return unsent
  }

  private var unsent: [WatchRecord] {
    saved.values.filter { !$0.synced }.sorted { ($0.lastModified, $0.videoId) < ($1.lastModified, $1.videoId) }
  }

  /// Calls `changed` after each change until the token is released.
  public nonisolated func observe(_ changed: @escaping @Sendable () -> Void) -> ObservationToken {
    observers.add(changed)
  }

  // MARK: Changing

  /// Durable when it returns.
  /// - Throws: `storageFailed`; then nothing has changed.
  public func set(_ status: WatchStatus, for videoIds: [String]) async throws(HubError) {
    try await change(videoIds) { $0.status = status }
  }

  /// On disk before it returns; sent with the next ``sync(_:force:)``. Throws `storageFailed`.
  public func set(_ status: WatchStatus, for videoId: String) async throws(HubError) {
    try await set(status, for: [videoId])
  }

  /// Marks as watched what is neither watched nor skipped; the rest stays as it is.
  public func markWatched(_ videoIds: [String]) async throws(HubError) {
    try await change(videoIds) { if $0.status.isUnwatched { $0.status = .watched } }
  }

  /// Notes where watching was left. A video without a record gets the status `unknown`, which shows as unwatched.
  /// - Parameter seconds: from the start.
  public func setPosition(_ seconds: Double, for videoId: String) async throws(HubError) {
    guard seconds.isFinite, seconds >= 0 else {
      throw .storageFailed(ClientError(.invalidRequest, operation: .watchPosition))
    }
    try await change([videoId]) { $0.playbackPosition = seconds }
  }

  private func change(_ videoIds: [String], _ body: (inout WatchRecord) -> Void) async throws(HubError) {
    try await load()
    let now = clock.now()
    var changed: [WatchRecord] = []
    var common: [String: Date] = [:]
    for id in Set(videoIds).sorted() where !id.isEmpty {
      var record = saved[id] ?? WatchRecord(videoId: id, lastModified: now)
      body(&record)
      guard record != saved[id] else { continue }
      // Later than the record that it replaces, also on a device whose clock is behind.
      record.lastModified = max(now, (saved[id]?.lastModified).map { $0.addingTimeInterval(0.001) } ?? now)
      record.synced = false
      common[id] = saved[id].flatMap { $0.synced ? $0.lastModified : shared[id] }
      changed.append(record)
    }
    guard !changed.isEmpty else { return }
    let before = saved
    for record in changed { (saved[record.videoId], shared[record.videoId]) = (record, common[record.videoId]) }
    do throws(ClientError) {
      try await append(Change(records: changed, shared: common.isEmpty ? nil : common))
    } catch {
      // A record that was changed again meanwhile stays as it is.
      for record in changed where saved[record.videoId] == record { saved[record.videoId] = before[record.videoId] }
      throw error.isCancellation ? .cancelled(error) : .storageFailed(error)
    }
    observers.notify()
  }

  // MARK: Other devices

  /// Merges records from elsewhere: one counts only when it is strictly newer than the one here, and keeps its own moment. A
  /// record that says ``WatchRecord/synced`` counts as exchanged; every other one, such as a mark that was taken over from an older
  /// app, goes out with the next ``sync(_:force:)``.
  /// - Returns: the number of those that counted.
  @discardableResult
  public func merge(_ remote: [WatchRecord]) async throws(HubError) -> Int {
    try await load()
    return await apply(remote)
  }

  private func apply(_ remote: [WatchRecord]) async -> Int {
    var changed: [WatchRecord] = []
    var conflicts: [WatchConflict] = []
    var noticed: [String: Date] = [:]
    var taken = 0
    let now = clock.now()
    for record in remote {
      if let mine = saved[record.videoId], !mine.synced, record.synced || record.lastModified > mine.lastModified,
        shared[record.videoId].map({ $0 < record.lastModified }) ?? true
      {
        let isMineKept = record.lastModified <= mine.lastModified
        let (kept, lost) = isMineKept ? (mine, record) : (record, mine)
        if let new = WatchConflict(kept: kept, isThisDevice: isMineKept, lost: lost, noticedAt: now) {
          conflicts.append(new)
        }
        // The other device's change is noticed once, however often it comes before this one is sent.
        if isMineKept { noticed[record.videoId] = record.lastModified }
      }
      if let mine = saved[record.videoId], record.lastModified <= mine.lastModified {
        let isSame = record.status == mine.status && record.playbackPosition == mine.playbackPosition
        guard isSame, record.lastModified == mine.lastModified, record.synced, !mine.synced else { continue }
      } else {
        taken += 1
      }
      saved[record.videoId] = record
      changed.append(record)
    }
    shared.merge(noticed) { $1 }
    // Before the records: an observer of those finds the conflict already there.
    for conflict in conflicts {
      do throws(ClientError) { try await conflictStore.add(conflict) } catch { accounts.report(error) }
    }
    await save(Change(records: changed, shared: noticed.isEmpty ? nil : noticed))
    if taken > 0 { observers.notify() }
    return taken
  }

  /// Pulls, then pushes, in batches of 400; at most every five minutes unless it is forced.
  /// - Returns: nil when it was too early, or an exchange is under way.
  /// - Throws: `syncFailed`, `cancelled`. The batches that went through stay marked as synced.
  @discardableResult
  public func sync(_ adapter: any WatchStatusAdapter, force: Bool = false) async throws(HubError) -> SyncResult? {
    let begun = accounts.signOutCount
    try await load()
    let now = clock.now()
    let isDue = lastSync.map { $0 > now || now.timeIntervalSince($0) >= Self.minimumSyncInterval } ?? true
    guard !isSyncing, force || isDue else { return nil }
    isSyncing = true
    defer { isSyncing = false }
    do throws(ClientError) {
      // A moment in the future was noted before the clock was set back: the true one is unknown.
      let since = lastSync.flatMap { $0 > now ? nil : $0.addingTimeInterval(-Self.overlap) }
      let remote = try await adapter.pull(since: since).map { record in with(record) { $0.synced = true } }
      guard begun == accounts.signOutCount else { return nil }
      let taken = await apply(remote)
      let waiting = unsent
      for batch in waiting.batches(of: Self.batchSize) where !batch.isEmpty {
        try await adapter.push(batch)
        guard begun == accounts.signOutCount else { return nil }
        // A record that was changed meanwhile goes out next time.
        var sent = batch.filter { saved[$0.videoId] == $0 }
        for index in sent.indices { sent[index].synced = true }
        for record in sent { saved[record.videoId] = record }
        await save(Change(records: sent))
      }
      lastSync = now
      await save(Change(lastSync: now))
      return SyncResult(taken: taken, sent: waiting.count)
    } catch { throw error.isCancellation ? .cancelled(error) : .syncFailed(error) }
  }

  // MARK: Conflicts

  /// The changes that lost against another one, of this device or of another, oldest first. A sign-out with `.keep` keeps them.
  /// Throws `storageFailed`.
  public func conflicts() async throws(HubError) -> [WatchConflict] {
    do throws(ClientError) { return try await conflictStore.all() } catch { throw .storageFailed(error) }
  }

  /// Makes the lost state count again, on the other devices with the next ``sync(_:force:)``, and takes the conflict off the list.
  /// Throws `storageFailed`.
  public func undo(_ conflict: WatchConflict) async throws(HubError) {
    try await change([conflict.videoId]) { record in
      (record.status, record.playbackPosition) = (conflict.lost.status, conflict.lost.playbackPosition)
    }
    try await dismissConflict(conflict.id)
  }

  /// Takes a conflict that the user has seen off the list. Throws `storageFailed`.
  public func dismissConflict(_ id: WatchConflict.ID) async throws(HubError) {
    do throws(ClientError) { try await conflictStore.remove(id) } catch { throw .storageFailed(error) }
  }

  // MARK: Files

  private func load() async throws(HubError) {
    do throws(ClientError) {
      while !isLoaded {
        try accounts.prepare()
        guard let account = try await accounts.account() else {
          throw ClientError(.signedOut, operation: .watchRead)
        }
        let wasDamaged = Locked(false)
        let journal = Journal<Change>(
          files: accounts.environment.files, path: accounts.path(of: account, "watching"),
          report: { [accounts] error in
            wasDamaged.withLock { $0 = true }
            accounts.report(error)
          })
        let begun = accounts.signOutCount
        let loaded = try await journal.load()
        guard !isLoaded else { return }
        // What was read before a sign-out is erased by now.
        guard begun == accounts.signOutCount else { continue }
        self.journal = journal
        for change in loaded {
          for record in change.records { saved[record.videoId] = record }
          shared.merge(change.shared ?? [:]) { $1 }
          lastSync = change.lastSync ?? lastSync
        }
        // With records missing, the moment of the last exchange would keep the other devices' older ones away for good.
        if wasDamaged.withLock({ $0 }) { lastSync = nil }
        isLoaded = true
      }
    } catch { throw .storageFailed(error) }
  }

  private func append(_ change: Change) async throws(ClientError) {
    guard let journal else {
      throw ClientError(.cancelled, operation: .watchWrite, detail: ClientError.Detail.accountChanged)
    }
    try await journal.append([change]).value.get()
    guard await journal.recordCount >= max(256, 2 * saved.count) else { return }
    await fold(journal)
  }

  /// Saves changes that stay in memory even when they cannot be written.
  private func save(_ change: Change) async {
    guard !change.records.isEmpty || change.lastSync != nil || change.shared != nil else { return }
    do throws(ClientError) { try await append(change) } catch { accounts.report(error) }
  }

  /// Writes the journal anew, without the oldest records that other devices have.
  private func fold(_ journal: Journal<Change>) async {
    let number = await journal.number
    if saved.count > Self.capacity {
      let oldest = saved.values.filter(\.synced).sorted { $0.lastModified < $1.lastModified }
      for record in oldest.prefix(saved.count - Self.capacity) { saved[record.videoId] = nil }
    }
    guard journal === self.journal else { return }
    let changes =
      saved.values.sorted { $0.videoId < $1.videoId }.map { record in
        let common = record.synced ? nil : shared[record.videoId]
        return Change(records: [record], shared: common.map { [record.videoId: $0] })
      } + [Change(lastSync: lastSync)]
    do throws(ClientError) { try await journal.replace(with: changes, upTo: number) } catch { accounts.report(error) }
  }

  /// Forgets everything at a sign-out. A write that is under way ends before the files are erased.
  private func reset() async {
    let journal = journal
    self.journal = nil
    isLoaded = false
    (saved, shared) = ([:], [:])
    lastSync = nil
    _ = await journal?.append([]).value
    observers.notify()
  }
}
