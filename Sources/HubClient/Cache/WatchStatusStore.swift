import Foundation
public import MediaCore

/// The watch statuses and playback positions on this device. They are kept across launches, and merged with the statuses and positions of
/// other devices. If two devices have changed the state of the same video, the later change stays.
///
/// A change writes one line to disk, however many records are stored. The functions that read these data throw `storageFailed` if the files
/// cannot be read, as on a locked device.
///
/// The server stores no watch statuses. A ``WatchStatusAdapter`` exchanges them between the user's devices, with `sync(_:force:)`.
///
/// ```swift
/// try await hub.library.statuses.set(.watched, for: "dQw4w9WgXcQ")
/// let status = try await hub.library.statuses.status(of: "dQw4w9WgXcQ")
/// print(status)
/// ```
public struct WatchStatusStore: Sendable {
  /// The number of records in one request.
  package static let batchSize = 400
  /// The pause between automatic exchanges, in seconds.
  package static let minimumSyncInterval = 300.0

  private let storage: LibraryStorage
  private let queue: MutationQueue
  let conflictStore: ConflictStore<WatchConflict>
  private var clock: any TimeSource { storage.accounts.environment.clock }
  typealias Mark = AccountCache<SavedStatuses>.ReadMark

  /// The seconds before the last exchange that are requested again: another device's clock may be behind, and its records may have arrived
  /// late.
  private static let overlap = 86_400.0

  /// The result of an exchange of watch statuses with other devices.
  public struct SyncResult: Sendable, Hashable {
    /// The number of records from other devices that were new on this device or replaced older records.
    public var taken: Int
    /// The number of this device's records that were sent to the other devices.
    public var sent: Int

    /// Creates the result of an exchange from its two counts.
    public init(taken: Int = 0, sent: Int = 0) { (self.taken, self.sent) = (taken, sent) }
  }

  init(storage: LibraryStorage, queue: MutationQueue) {
    (self.storage, self.queue) = (storage, queue)
    conflictStore = ConflictStore("watch-conflicts", in: storage.accounts, queue: queue, rules: [])
  }

  // MARK: Reading

  /// Returns the watch record of a video; nil if the video was never marked or played.
  public func record(_ videoId: String) async throws(HubError) -> WatchRecord? { try await records()[videoId] }

  /// Returns the status of a video; `unknown` if the video was never marked.
  /// - Throws: `storageFailed`.
  public func status(of videoId: String) async throws(HubError) -> WatchStatus {
    try await record(videoId)?.status ?? .unknown
  }

  /// Returns all watch records by video id.
  /// - Throws: `storageFailed`.
  public func records() async throws(HubError) -> [String: WatchRecord] {
    try await during(.storage, await saved().records)
  }

  /// Returns the watch records that other devices do not have yet, oldest first.
  public func unsynced() async throws(HubError) -> [WatchRecord] { try await during(.storage, await saved().unsynced) }

  func saved() async throws(ClientError) -> SavedStatuses {
    let body = try await afterMove { _ in }
    return with(try await storage.statuses.value()) { body(&$0) }
  }

  /// Moves the journal of an earlier build into the cache, before the cache is read or changed.
  /// - Returns: `body`; if statuses could not be moved now, a closure that adds them before it calls `body`.
  private func afterMove<Result>(
    _ body: @escaping @Sendable (inout SavedStatuses) -> Result
  ) async throws(ClientError) -> @Sendable (inout SavedStatuses) -> Result {
    guard let left = try await storage.statusJournal.move(into: storage.statuses) else { return body }
    return { saved in
      saved.add(left)
      return body(&saved)
    }
  }

  /// Calls `changed` each time the watch records or the conflicts change, until the token is released.
  public func observe(_ changed: @escaping @Sendable () -> Void) -> ObservationToken {
    let tokens = [storage.statuses.observe(changed), conflictStore.observe(changed)]
    return ObservationToken { tokens.forEach { $0.cancel() } }
  }

  // MARK: Changing

  /// Sets the status of videos. The change is durable when the call returns.
  /// - Throws: `storageFailed` if the change cannot be saved; `cancelled` if the user signs out during the call. No status has changed then.
  public func set(_ status: WatchStatus, for videoIds: [String]) async throws(HubError) {
    try await change(videoIds, StatusChange(status: status))
  }

  /// Sets the status of a video. The change is on disk when the call returns, and is sent to other devices with the next `sync(_:force:)`.
  /// - Throws: `storageFailed`.
  public func set(_ status: WatchStatus, for videoId: String) async throws(HubError) {
    try await set(status, for: [videoId])
  }

  /// Marks videos as watched, except videos that are already marked as watched or skipped.
  public func markWatched(_ videoIds: [String]) async throws(HubError) {
    try await change(videoIds, StatusChange(status: .watched, sparesWatched: true))
  }

  /// Sets the position at which the user stopped watching a video. If the video has no record yet, a record with the status `unknown` is
  /// created. Screens show such a video as unwatched.
  /// - Parameter seconds: the position in seconds from the start.
  public func setPosition(_ seconds: Double, for videoId: String) async throws(HubError) {
    guard seconds.isFinite, seconds >= 0 else {
      throw HubError(ClientError(.invalidRequest, operation: .watchPosition), during: .storage)
    }
    try await change([videoId], StatusChange(position: seconds))
  }

  private func change(_ videoIds: [String], _ change: StatusChange) async throws(HubError) {
    let (now, begun) = (clock.now(), storage.generation)
    if queue.handsOver {
      let known = try await records()
      let ids = Set(videoIds).subtracting([""]).sorted()
      // Date the change after a record that is dated ahead of this device's clock, otherwise that record wins.
      let ahead = ids.filter { id in known[id].map { $0.lastModified >= now } ?? false }
      let usual = Set(ids).subtracting(ahead).sorted()
      for batch in usual.batches(of: StatusMutation.mostVideos) + ahead.map({ [$0] }) where !batch.isEmpty {
        let date = known[batch[0]].map { max(now, $0.lastModified.addingTimeInterval(0.001)) } ?? now
        try await during(.storage, storage.check(begun, .watchRead))
        _ = try await during(.storage, await queue.submit(StatusMutation(videoIds: batch, change: change, date: date)))
      }
    } else {
      try await during(
        .storage,
        await storage.statuses.update(
          afterMove { [storage] saved in
            // If the user has signed out since the call, drop the change.
            if begun == storage.generation { saved.change(videoIds, at: now, change.apply) }
          }))
      try await during(.storage, storage.check(begun, .watchRead))
    }
  }

  // MARK: Other devices

  /// Merges watch records from another source, such as another device or an older app. A record replaces this device's record of the same
  /// video if the given record is newer. The records keep their own dates. If ``WatchRecord/synced`` is true, the record is not sent to
  /// other devices. Otherwise, the record is sent with the next `sync(_:force:)`.
  /// - Returns: the number of records that were new on this device or replaced older records.
  /// - Throws: `storageFailed`; `cancelled` if the user signs out during the call.
  @discardableResult
  public func merge(_ remote: [WatchRecord]) async throws(HubError) -> Int {
    try await during(.storage, await take(remote, storage.statuses.readMark()))
  }

  /// Merges the records of an exported file, durably.
  /// - Returns: the records from before.
  func take(_ moved: [WatchRecord], of account: String) async throws(ClientError) -> [String: WatchRecord] {
    let now = clock.now()
    var known = try await saved()
    let before = known.records
    await list(known.merge(moved, now: now).conflicts)
    try await storage.statuses.update(of: account, afterMove { _ = $0.merge(moved, now: now) })
    return before
  }

  func take(_ remote: [WatchRecord], _ mark: Mark) async throws(ClientError) -> Int {
    try storage.checkOwner()
    let now = clock.now()
    var known = try await saved()
    // Save conflicts before the records: a crash in between then loses no conflict, and observers of the records find it listed.
    let conflicts = known.merge(remote, now: now).conflicts
    await list(conflicts)
    let result = try await save(mark) { $0.merge(remote, now: now) }
    // The user may have changed a video during the await: also list the conflicts that arose since.
    await list(result.conflicts.filter { !conflicts.contains($0) })
    return result.taken
  }

  private func list(_ conflicts: [WatchConflict]) async {
    for conflict in conflicts {
      // If the disk is full, report the error and go on: the conflict stays in memory, as do the records.
      do throws(ClientError) {
        try await storage.save(conflictStore.cache) { conflictStore.list(conflict, in: &$0) }
      } catch { storage.accounts.report(error) }
    }
  }

  /// Exchanges watch statuses with other devices. First reads the records of other devices, then sends this device's records in batches of
  /// 400. Does nothing if the last exchange was less than five minutes ago, unless `force` is true.
  /// - Returns: nil if less than five minutes have passed, if another exchange is running, or if the user signed out during the exchange.
  /// - Throws: `syncFailed`, `cancelled`. Records of completed batches stay marked as synced.
  @discardableResult
  public func sync(_ adapter: any WatchStatusAdapter, force: Bool = false) async throws(HubError) -> SyncResult? {
    try await run(force: force) { (mark, since, now) async throws(ClientError) in
      try await exchange(adapter, since: since, now: now, mark)
    }
  }

  func readMark() async throws(ClientError) -> Mark { try await storage.statuses.readMark() }

  /// Runs an exchange, one at a time and at most every five minutes unless `force` is true.
  /// - Parameter exchange: gets the mark, the moment since which records are pulled, and the present one.
  /// - Returns: nil when no exchange was due, or the user signed out during it.
  func run(
    force: Bool, _ exchange: (Mark, Date?, Date) async throws(ClientError) -> SyncResult
  ) async throws(HubError) -> SyncResult? {
    let begun = storage.generation
    let mark = try await during(.storage, await storage.statuses.readMark())
    let lastSync = try await during(.storage, await saved().lastSync)
    let now = clock.now()
    guard force || lastSync.isPast(by: Self.minimumSyncInterval, at: now), storage.runs.begin(.exchange) else {
      return nil
    }
    defer { storage.runs.end(.exchange) }
    // If the last exchange is in the future, the clock was set back since: pull everything.
    let since = lastSync.flatMap { $0 > now ? nil : $0.addingTimeInterval(-Self.overlap) }
    do throws(ClientError) { return try await exchange(mark, since, now) } catch {
      guard begun == storage.generation else { return nil }
      throw HubError(error, during: .exchange)
    }
  }

  private func exchange(
    _ adapter: any WatchStatusAdapter, since: Date?, now: Date, _ mark: Mark
  ) async throws(ClientError) -> SyncResult {
    let remote = try await adapter.pull(since: since).map { record in with(record) { $0.synced = true } }
    let taken = try await take(remote, mark)
    let waiting = try await saved().unsynced
    for batch in waiting.batches(of: Self.batchSize) where !batch.isEmpty {
      try await adapter.push(batch)
      try await save(mark) { $0.noteSent(batch) }
    }
    try await save(mark) { $0.lastSync = now }
    return SyncResult(taken: taken, sent: waiting.count)
  }

  /// Saves a change that other devices have caused. On a full disk it stays in memory, and the error is reported.
  @discardableResult
  func save<Result: Sendable>(
    _ mark: Mark, _ body: @escaping @Sendable (inout SavedStatuses) -> Result
  ) async throws(ClientError) -> Result {
    try await storage.save(storage.statuses, askedAt: mark, afterMove(body))
  }

  // MARK: Conflicts

  /// Returns the conflicts, oldest first. In a conflict, a change of this or another device was overwritten by a later change. The
  /// conflicts stay stored after a sign-out with `PendingWork.keep`.
  /// - Throws: `storageFailed`.
  public func conflicts() async throws(HubError) -> [WatchConflict] {
    try await during(.storage, await conflictStore.all())
  }

  /// Restores the overwritten state of a conflict, and removes the conflict from the list. Other devices get the restored state with the
  /// next `sync(_:force:)`.
  /// - Throws: `storageFailed`.
  public func undo(_ conflict: WatchConflict) async throws(HubError) {
    do throws(ClientError) { try storage.checkOwner() } catch { throw .storageFailed(error) }
    let lost = conflict.lost
    try await change([conflict.videoId], StatusChange(status: lost.status, position: lost.playbackPosition))
    try await dismissConflict(conflict.id)
  }

  /// Removes a conflict from the list after the user has seen it.
  /// - Throws: `storageFailed`.
  public func dismissConflict(_ id: WatchConflict.ID) async throws(HubError) {
    try await during(.storage, await conflictStore.remove(id))
  }
}
