import Foundation
public import MediaCore

/// Watch statuses and positions on this device: kept across launches, and merged with other devices by "the last writer wins".
///
/// A change costs one record in a journal, however many videos are known. Functions that read throw `storageFailed`
/// while the files cannot be read, as on a locked device.
public actor WatchStatusStore {
  /// The number of records in one request.
  package static let batchSize = 400
  /// The pause between automatic exchanges, in seconds.
  package static let minimumSyncInterval = 300.0

  private let accounts: AccountStorage
  private let clock: any TimeSource
  private let observers = Observers<Void>()
  let conflictStore: ConflictStore<WatchConflict>
  private let conflictToken: ObservationToken
  private var saved: [String: WatchRecord] = [:]
  /// The date of the last change that all devices had before this device changed the video, by video id.
  private var shared: [String: Date] = [:]
  private var lastSync: Date?
  private var journal: Journal<Change>?
  private var isLoaded = false
  private var isSyncing = false

  /// The seconds before the last exchange that are requested again: another device's clock may be behind, and its records may have arrived
  /// late.
  private static let overlap = 86_400.0
  /// The largest number of records. Beyond it the oldest exchanged records are dropped on this device.
  private static let capacity = 100_000

  /// An entry of the journal.
  private struct Change: Codable, Sendable {
    var records: [WatchRecord] = []
    var lastSync: Date?
    /// The entries of the store's `shared` for records that are not exchanged. Nil in files of earlier versions.
    var shared: [String: Date]?
  }

  /// The result of an exchange.
  public struct SyncResult: Sendable, Hashable {
    /// The number of other devices' records that replaced older ones here.
    public var taken: Int
    /// The number of records that the adapter took from this device.
    public var sent: Int

    /// Creates a result.
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

  /// The record of a video; nil for a video that was never marked or played.
  public func record(_ videoId: String) async throws(HubError) -> WatchRecord? { try await records()[videoId] }

  /// The status of a video; `unknown` for a video that was never marked. Throws `storageFailed`.
  public func status(of videoId: String) async throws(HubError) -> WatchStatus {
    try await record(videoId)?.status ?? .unknown
  }

  /// All records by video id. Throws `storageFailed`.
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

  /// Sets the status of videos. Durable when the call returns.
  /// - Throws: `storageFailed`; then nothing has changed.
  public func set(_ status: WatchStatus, for videoIds: [String]) async throws(HubError) {
    try await change(videoIds) { $0.status = status }
  }

  /// Sets the status of a video. On disk before the call returns; sent with the next ``sync(_:force:)``. Throws `storageFailed`.
  public func set(_ status: WatchStatus, for videoId: String) async throws(HubError) {
    try await set(status, for: [videoId])
  }

  /// Marks videos as watched that are neither watched nor skipped.
  public func markWatched(_ videoIds: [String]) async throws(HubError) {
    try await change(videoIds) { if $0.status.isUnwatched { $0.status = .watched } }
  }

  /// Sets the position where watching stopped. A video without a record gets the status `unknown`, which shows as unwatched.
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
      // Date the change after the record it replaces, even if this device's clock is behind, otherwise the older record would win.
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
      // Roll the change back, except for videos that were changed again during the write.
      for record in changed where saved[record.videoId] == record { saved[record.videoId] = before[record.videoId] }
      throw error.isCancellation ? .cancelled(error) : .storageFailed(error)
    }
    observers.notify()
  }

  // MARK: Other devices

  /// Merges records from elsewhere. A record replaces the one here only if it is strictly newer, and keeps its own date. A record with
  /// ``WatchRecord/synced`` counts as exchanged; every other one, such as a mark taken over from an older app, is sent with the next
  /// ``sync(_:force:)``.
  /// - Returns: the number of records that replaced older ones.
  @discardableResult
  public func merge(_ remote: [WatchRecord]) async throws(HubError) -> Int {
    try await load()
    return await apply(remote)
  }

  /// Merges the records of an exported file, durably.
  /// - Returns: the records from before.
  func take(_ moved: [WatchRecord], of account: String) async throws(ClientError) -> [String: WatchRecord] {
    do throws(HubError) { try await load() } catch { throw error.clientError }
    guard try await accounts.account() == account else {
      throw ClientError(.signedOut, operation: .watchWrite, detail: ClientError.Detail.accountChanged)
    }
    let before = saved
    _ = await apply(moved)
    // A merge that cannot be written is only reported. Write the outcome again, so that the caller gets the error.
    try await append(Change(records: moved.compactMap { saved[$0.videoId] }))
    return before
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
        // Report the other device's change as a conflict only once, even if it is pulled again before this device's change is sent.
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
    // Save conflicts before the records, so that an observer of the records finds the conflict already listed.
    let begun = accounts.signOutCount
    for conflict in conflicts {
      do throws(ClientError) { try await conflictStore.add(conflict) } catch { accounts.report(error) }
    }
    // The user may have signed out while the conflicts were saved: the records are erased then.
    guard begun == accounts.signOutCount else { return 0 }
    await save(Change(records: changed, shared: noticed.isEmpty ? nil : noticed))
    if taken > 0 { observers.notify() }
    return taken
  }

  /// Pulls other devices' records, then pushes this device's in batches of 400; at most every five minutes unless `force` is true.
  /// - Returns: nil when it is too early, an exchange is under way, or the user signed out during it.
  /// - Throws: `syncFailed`, `cancelled`. Records of completed batches stay marked as synced.
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
      // If the last exchange is in the future, the clock was set back since: pull everything.
      let since = lastSync.flatMap { $0 > now ? nil : $0.addingTimeInterval(-Self.overlap) }
      let remote = try await adapter.pull(since: since).map { record in with(record) { $0.synced = true } }
      guard begun == accounts.signOutCount else { return nil }
      let taken = await apply(remote)
      guard begun == accounts.signOutCount else { return nil }
      let waiting = unsent
      for batch in waiting.batches(of: Self.batchSize) where !batch.isEmpty {
        try await adapter.push(batch)
        guard begun == accounts.signOutCount else { return nil }
        // Leave records that were changed during the push unsynced; the next exchange sends them.
        var sent = batch.filter { saved[$0.videoId] == $0 }
        for index in sent.indices { sent[index].synced = true }
        for record in sent { saved[record.videoId] = record }
        await save(Change(records: sent))
        guard begun == accounts.signOutCount else { return nil }
      }
      lastSync = now
      await save(Change(lastSync: now))
      return SyncResult(taken: taken, sent: waiting.count)
    } catch { throw error.isCancellation ? .cancelled(error) : .syncFailed(error) }
  }

  // MARK: Conflicts

  /// Changes of this or another device that lost against a later one, oldest first. A sign-out with `.keep` keeps them.
  /// Throws `storageFailed`.
  public func conflicts() async throws(HubError) -> [WatchConflict] {
    do throws(ClientError) { return try await conflictStore.all() } catch { throw .storageFailed(error) }
  }

  /// Restores the lost state, on other devices with the next ``sync(_:force:)``, and takes the conflict off the list.
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
        // The user signed out during the read: drop the records, which are erased, and load again.
        guard begun == accounts.signOutCount else { continue }
        self.journal = journal
        for change in loaded {
          for record in change.records { saved[record.videoId] = record }
          shared.merge(change.shared ?? [:]) { $1 }
          lastSync = change.lastSync ?? lastSync
        }
        // Reset the date of the last exchange: records were lost, and a pull since that date would not bring back older ones.
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

  /// Saves a change. If it cannot be written, the change stays in memory and the error is reported.
  private func save(_ change: Change) async {
    guard !change.records.isEmpty || change.lastSync != nil || change.shared != nil else { return }
    do throws(ClientError) { try await append(change) } catch { accounts.report(error) }
  }

  /// Rewrites the journal, without the oldest exchanged records beyond the capacity.
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

  /// Empties the store at a sign-out. Waits for a running write, so that the files are erased after it.
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
