import Foundation
public import MediaCore

/// What was watched and where it was left, on this device: kept over launches, merged with other devices by "the last writer
/// wins".
public actor WatchStatusStore {
  /// How many records go out at once.
  package static let batchSize = 400
  /// The pause between exchanges that nobody asked for, in seconds.
  package static let minimumSyncInterval = 300.0

  private let storage: LibraryStorage
  private let clock: any TimeSource
  private let observers = Observers<Void>()
  private var saved: [String: WatchRecord] = [:]
  private var lastSync: Date?
  private var isLoaded = false
  private var isSyncing = false

  /// How far before the last exchange to ask again, in seconds: another device's clock may be behind, and what it wrote may have
  /// arrived late.
  private static let overlap = 86_400.0
  private static let capacity = 20_000

  /// What an exchange did.
  public struct SyncResult: Sendable, Hashable {
    /// Records of others that counted.
    public var taken: Int
    public var sent: Int

    public init(taken: Int = 0, sent: Int = 0) {
      self.taken = taken
      self.sent = sent
    }
  }

  init(storage: LibraryStorage, clock: any TimeSource) {
    self.storage = storage
    self.clock = clock
  }

  // MARK: Looking

  /// Nil when nothing was ever said about it.
  public func record(_ videoId: String) -> WatchRecord? {
    load()
    return saved[videoId]
  }

  public func status(of videoId: String) -> WatchStatus { record(videoId)?.status ?? .unknown }

  public func records() -> [String: WatchRecord] {
    load()
    return saved
  }

  /// What other devices do not have yet, oldest change first.
  public func unsynced() -> [WatchRecord] {
    load()
    return saved.values.filter { !$0.synced }.sorted { ($0.lastModified, $0.videoId) < ($1.lastModified, $1.videoId) }
  }

  /// Calls `changed` after each change until the token is released.
  public nonisolated func observe(_ changed: @escaping @Sendable () -> Void) -> ObservationToken {
    observers.add(changed)
  }

  // MARK: Changing

  /// Durable when it returns.
  /// - Throws: `storageFailed`; then nothing has changed.
  public func set(_ status: WatchStatus, for videoIds: [String]) throws(HubError) {
    try change(videoIds) { $0.status = status }
  }

  public func set(_ status: WatchStatus, for videoId: String) throws(HubError) { try set(status, for: [videoId]) }

  /// Marks as watched what is neither watched nor skipped; the rest stays as it is.
  public func markWatched(_ videoIds: [String]) throws(HubError) {
    try change(videoIds) { if $0.status.isUnwatched { $0.status = .watched } }
  }

  /// Notes where watching was left. A video of which nothing is known becomes `unknown`, which shows as unwatched.
  /// - Parameter seconds: from the start.
  public func setPosition(_ seconds: Double, for videoId: String) throws(HubError) {
    guard seconds.isFinite, seconds >= 0 else {
      throw .storageFailed(ClientError(.invalidRequest, operation: "watch.position"))
    }
    try change([videoId]) { $0.playbackPosition = seconds }
  }

  private func change(_ videoIds: [String], _ body: (inout WatchRecord) -> Void) throws(HubError) {
    load()
    guard isLoaded else { throw Self.unreadable }
    let before = saved
    let now = clock.now()
    for id in videoIds where !id.isEmpty {
      var record = saved[id] ?? WatchRecord(videoId: id, lastModified: now)
      body(&record)
      guard record != saved[id] else { continue }
      // Later than what it replaces, also on a device whose clock is behind.
      record.lastModified = max(now, (saved[id]?.lastModified).map { $0.addingTimeInterval(0.001) } ?? now)
      record.synced = false
      saved[id] = record
    }
    guard saved != before else { return }
    do throws(ClientError) { try write() } catch {
      saved = before
      throw .storageFailed(error)
    }
    observers.tell()
  }

  // MARK: Other devices

  /// Takes records of other devices: one counts only when it is strictly newer than what is here, and keeps its own moment.
  /// - Returns: how many counted.
  @discardableResult
  public func merge(_ remote: [WatchRecord]) -> Int {
    load()
    guard isLoaded else { return 0 }
    var taken = 0
    for var record in remote {
      if let mine = saved[record.videoId], record.lastModified <= mine.lastModified {
        if record.lastModified == mine.lastModified, record.isSame(as: mine) { saved[record.videoId]?.synced = true }
        continue
      }
      record.synced = true
      saved[record.videoId] = record
      taken += 1
    }
    save()
    if taken > 0 { observers.tell() }
    return taken
  }

  /// Pulls, then pushes, in batches of 400; at most every five minutes unless it is forced.
  /// - Returns: nil when it was too early, or an exchange is under way.
  /// - Throws: `syncFailed`, `cancelled`. What went through stays marked as such.
  @discardableResult
  public func sync(_ adapter: any WatchStatusAdapter, force: Bool = false) async throws(HubError) -> SyncResult? {
    load()
    guard isLoaded else { throw Self.unreadable }
    let now = clock.now()
    let isDue = lastSync.map { $0 > now || now.timeIntervalSince($0) >= Self.minimumSyncInterval } ?? true
    guard !isSyncing, force || isDue else { return nil }
    isSyncing = true
    defer { isSyncing = false }
    let begun = storage.generation
    do throws(ClientError) {
      // A moment in the future is a clock that was set back: when it really was nobody knows.
      let since = lastSync.flatMap { $0 > now ? nil : $0.addingTimeInterval(-Self.overlap) }
      let remote = try await adapter.pull(since: since)
      guard begun == storage.generation else { return nil }
      let taken = merge(remote)
      let waiting = unsynced()
      for start in stride(from: 0, to: waiting.count, by: Self.batchSize) {
        let batch = Array(waiting[start..<min(start + Self.batchSize, waiting.count)])
        try await adapter.push(batch)
        guard begun == storage.generation else { return nil }
        // A record that was changed meanwhile goes out next time.
        for sent in batch where saved[sent.videoId] == sent { saved[sent.videoId]?.synced = true }
        save()
      }
      lastSync = now
      storage.save(now, .lastStatusSync)
      return SyncResult(taken: taken, sent: waiting.count)
    } catch {
      throw error.isCancellation ? .cancelled(error) : .syncFailed(error)
    }
  }

  // MARK: Files

  private func load() {
    guard !isLoaded else { return }
    do throws(ClientError) {
      let records = try storage.read([WatchRecord].self, .watchStatuses)
      let synced = try storage.read(Date.self, .lastStatusSync)
      isLoaded = true
      // Without the records the moment of the last exchange would keep the other devices' older ones away for good.
      guard let records else { return }
      lastSync = synced
      saved = Dictionary(
        records.map { ($0.videoId, $0) }, uniquingKeysWith: { $0.lastModified > $1.lastModified ? $0 : $1 })
    } catch {
      // Tried again at the next look. Until then nothing is written over it.
    }
  }

  private static var unreadable: HubError { .storageFailed(ClientError(.storage, operation: "store.read")) }

  private func write() throws(ClientError) {
    bound()
    try storage.write(saved.values.sorted { $0.videoId < $1.videoId }, .watchStatuses)
  }

  private func save() {
    do throws(ClientError) { try write() } catch { storage.report(error) }
  }

  /// Lets go of the oldest that other devices have.
  private func bound() {
    guard saved.count > Self.capacity else { return }
    let oldest = saved.values.filter(\.synced).sorted { $0.lastModified < $1.lastModified }
    for record in oldest.prefix(saved.count - Self.capacity) { saved[record.videoId] = nil }
  }

  func forget() {
    storage.startOver()
    isLoaded = true
    saved = [:]
    lastSync = nil
    storage.remove(.watchStatuses)
    storage.remove(.lastStatusSync)
    observers.tell()
  }
}

extension WatchRecord {
  func isSame(as other: WatchRecord) -> Bool {
    status == other.status && playbackPosition == other.playbackPosition
  }
}
