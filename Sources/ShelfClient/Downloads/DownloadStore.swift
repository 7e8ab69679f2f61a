import Foundation
public import MediaCore

/// Books and episodes kept on this device, for listening without a network.
///
/// A request is durable when its call returns and needs no network. Several downloads run at one time. They resume where they were
/// (after a lost connection, a relaunch, a death of the process at any byte), start over only for a file that changed on the server,
/// and the size of each file is checked before a download becomes complete, in one step. Downloads belong to the account and the
/// server: every sign-out erases them, since they can be downloaded again.
///
/// ```swift
/// try await shelf.downloads.download(id)
/// let token = shelf.downloads.observeProgress { print($0.receivedBytes) }
/// let tracks = await shelf.downloads.localTracks(of: id)  // file addresses, once it is complete
/// ```
/// Nothing is fetched before the first call: call ``start()`` when the app starts.
public actor DownloadStore {
  struct Running {
    let token: String
    let task: Task<Void, Never>
    /// Writes the part that is being received.
    var writer: PartWriter?
    var part = 0
  }

  /// The reason why a download does not run, and the time from which it may.
  struct Problem {
    let error: ClientError
    var attempts: Int
    var retryAt: Duration
  }

  let client: ServiceClient
  let items: any ItemAPI
  let libraries: any LibraryAPI
  let media: any MediaAPI
  let progressStore: ListeningProgressStore
  let records: AccountCache<[String: DownloadRecord]>
  let settingsCache: AccountCache<DownloadSettings>
  let rulesCache: AccountCache<DownloadRules>
  /// The items that the rules can choose: books by the id of their series, episodes by the id of their podcast.
  let candidatesCache: AccountCache<[String: ListedCandidates]>
  let removedCache: AccountCache<[RemovedDownload]>
  let played: PlayedItemStore
  let upNext: UpNextStore
  let covers: CoverStore
  /// When this process began to keep downloads, by the device's clock.
  let begunAt: Date
  /// The device's network, for the rules about it; nil until the app passes one.
  var network: (any NetworkConditions)?
  var networkToken: ObservationToken?
  /// The rule that held downloads back when they were last started.
  var hold: DownloadHold?
  var running: [String: Running] = [:]
  var problems: [String: Problem] = [:]
  /// The account of the running downloads; nil until its files were checked.
  var account: String?
  var wakeUp: Task<Void, Never>?
  /// Whether a download was requested or ``start()`` was called: before that, nothing is fetched.
  var isStarted = false
  private var workCount = 0
  private var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
  private var nextWaiter = 0
  /// Bytes of one request.
  var rangeSize = 2 << 20
  /// Bytes that are collected before they are written.
  var blockSize = 256 << 10
  let observers = Observers<Void>()
  let progressObservers = Observers<DownloadProgress>()
  private let tokens = Locked<[ObservationToken]>([])

  var accounts: AccountStorage { client.accounts }
  var files: any FileSystem { client.environment.files }
  var clock: any TimeSource { client.environment.clock }

  /// The store of the service's server and folder; the same one for every caller in this process.
  static func shared(client: ServiceClient, roles: ShelfRoles, progress: ListeningProgressStore) -> DownloadStore {
    client.accounts.shared("downloads") { DownloadStore(client: client, roles: roles, progress: progress) }
  }

  private init(client: ServiceClient, roles: ShelfRoles, progress: ListeningProgressStore) {
    self.client = client
    (items, libraries, media, progressStore) = (roles.items, roles.libraries, roles.media, progress)
    (played, begunAt) = (PlayedItemStore(client: client), client.environment.clock.now())
    upNext = UpNextStore(client: client)
    covers = .shared(client: client, roles: roles)
    records = .shared("downloads", empty: [:], in: client.accounts)
    settingsCache = .shared("downloads-settings", empty: DownloadSettings(), retention: .device, in: client.accounts)
    rulesCache = .shared("downloads-rules", empty: DownloadRules(), retention: .device, in: client.accounts)
    candidatesCache = .shared("downloads-candidates", empty: [:], in: client.accounts)
    removedCache = .shared("downloads-removed", empty: [], in: client.accounts)
    client.accounts.onSignOut { [weak self] _, _ in await self?.stopAll() }
    let account = client.accounts.observeAccount { [weak self] in Task { await self?.accountChanged() } }
    let network = client.connectivity.observe { [weak self] status in
      if status == .online { Task { await self?.connectionIsBack() } }
    }
    let listening = progress.observe { [weak self] in Task { await self?.listeningChanged() } }
    let opened = played.observe { [weak self] in Task { await self?.plan() } }
    let queued = upNext.observe { [weak self] in Task { await self?.plan() } }
    tokens.withLock { $0 = [account, network, listening, opened, queued] }
  }

  deinit {
    wakeUp?.cancel()
    running.values.forEach { $0.task.cancel() }
  }

  // MARK: Reading

  /// Every download of the current account, in the order of the queue, from this device alone.
  /// - Throws: `signedOut`, `storage`.
  public func all() async throws(ClientError) -> [LocalDownload] {
    try await records.value().values.sorted { ($0.order, $0.token) < ($1.order, $1.token) }.map(shown)
  }

  /// One download; nil when there is none.
  /// - Throws: `signedOut`, `storage`.
  public func download(of id: PlayableID) async throws(ClientError) -> LocalDownload? {
    try await records.value()[id.description].map(shown)
  }

  /// Bytes on this device, of all downloads together.
  /// - Throws: `signedOut`, `storage`.
  public func usedBytes() async throws(ClientError) -> Int {
    try await all().reduce(0) { $0 + $1.receivedBytes }
  }

  /// Calls `changed` after each change of what ``all()`` returns, until the token is released.
  public nonisolated func observe(_ changed: @escaping @Sendable () -> Void) -> ObservationToken {
    let tokens = [
      records.observe(changed), settingsCache.observe(changed), rulesCache.observe(changed),
      removedCache.observe(changed), observers.add(changed),
    ]
    return ObservationToken { _ = tokens }
  }

  /// Calls `changed` while bytes arrive, about four times per megabyte, until the token is released.
  public nonisolated func observeProgress(
    _ changed: @escaping @Sendable (DownloadProgress) -> Void
  ) -> ObservationToken {
    progressObservers.add(changed)
  }

  private func shown(_ record: DownloadRecord) -> LocalDownload {
    let phase: LocalDownload.Phase =
      switch record.status {
      case .complete: .complete
      case .paused: .paused
      case .failed: .failed(record.failure?.error ?? ClientError(.storage, operation: .shelfDownloadsRun))
      case .active:
        // A run that a rule has stopped ends a moment later.
        if running[record.id.description] != nil, hold == nil {
          .running
        } else {
          problems[record.id.description].map { .waiting($0.error) } ?? .queued
        }
      }
    var download = LocalDownload(
      id: record.id, title: record.title, author: record.author, duration: record.duration, chapters: record.chapters,
      artwork: record.artwork, coverURL: record.coverURL, phase: phase, receivedBytes: received(record),
      totalBytes: record.totalBytes,
      requestedAt: record.requestedAt, completedAt: record.completedAt, openedAt: record.openedAt)
    download.reason = record.reason ?? .byHand
    if case .queued = phase { download.hold = hold }
    if case .waiting = phase { download.hold = hold }
    download.hasAudio = record.parts.isEmpty || !record.audio.isEmpty
    download.ebookFormat = record.ebook?.ebookFormat
    return download
  }

  func received(_ record: DownloadRecord) -> Int {
    guard let run = running[record.id.description], run.token == record.token, let writer = run.writer,
      record.parts.indices.contains(run.part)
    else { return record.receivedBytes }
    // The record lacks the newest bytes of the running part: count the writer's instead.
    return record.receivedBytes - record.parts[run.part].received + writer.length
  }

  // MARK: Changing

  /// Resumes the downloads that were under way when the app ended, removes files that belong to no download, and applies the rules:
  /// see ``applyRules()``.
  public func start() async {
    isStarted = true
    await pump()
    // Lists that cannot be read now are read at the next start; until then the rules work with the kept ones.
    try? await applyRules()
  }

  /// Queues a book or an episode for download, with its ebook if it has one. Durable when it returns; needs no network. Calling it again
  /// resumes the download; of a complete one, files that are gone or cut are downloaded again. A download that a rule began becomes one
  /// by hand.
  /// - Parameter title: shown until the server has described the item.
  /// - Throws: `signedOut`; `storage`; `invalidRequest` for an id that no server has.
  public func download(_ id: PlayableID, title: String = "") async throws(ClientError) {
    try WireID.check([id.libraryItemId, id.episodeId], operation: .shelfDownloadsDownload)
    let (token, now) = (client.environment.random.uuid(), clock.now())
    isStarted = true
    problems[id.description] = nil
    let view = try await records.view()
    // Files that cannot be read at the moment are checked again at the next launch.
    if let lost = try? unsound(view.value[id.description]?.parts ?? [], of: view.account), !lost.isEmpty {
      try await forget(lost)
    }
    try await records.update { records in
      let order = Self.nextOrder(records)
      records[id.description]?.reason = .byHand
      guard records[id.description] == nil else { return Self.resume(&records, id, order) }
      records[id.description] = DownloadRecord(
        id, token: token, title: title, order: order, requestedAt: now, reason: .byHand)
    }
    await pump()
  }

  /// Pauses a download, running or waiting, until it is resumed. The bytes received so far stay.
  /// - Throws: `signedOut`, `storage`.
  public func pause(_ id: PlayableID) async throws(ClientError) {
    try await records.update { records in
      if [.active, .failed].contains(records[id.description]?.status) { records[id.description]?.status = .paused }
    }
    problems[id.description] = nil
    await stop(id.description, isKept: true)
    await pump()
  }

  /// Resumes a download that was paused or has failed, behind those that wait already.
  /// - Throws: `signedOut`, `storage`.
  public func resume(_ id: PlayableID) async throws(ClientError) {
    isStarted = true
    problems[id.description] = nil
    try await records.update { Self.resume(&$0, id, Self.nextOrder($0)) }
    await pump()
  }

  /// Removes a download, complete or not, and its files. No rule about series and podcasts downloads it again.
  /// - Throws: `signedOut`; `storage`, and then the files go at the next launch.
  public func remove(_ id: PlayableID) async throws(ClientError) { try await remove([id.description]) { _ in .byHand } }

  /// Removes every download and its files.
  /// - Throws: `signedOut`, `storage`.
  public func removeAll() async throws(ClientError) {
    try await remove(Array(records.value().keys)) { _ in .byHand }
  }

  func remove(
    _ keys: [String], by cause: (PlayableID) -> RemovedDownload.Cause
  ) async throws(ClientError) {
    let view = try await records.view()
    let gone = keys.compactMap { view.value[$0] }
    // The page of a podcast stays for its other episodes.
    let kept = Set(view.value.values.filter { !gone.contains($0) }.flatMap(\.fileNames))
    let names = gone.flatMap(\.fileNames).filter { !kept.contains($0) }
    let now = clock.now()
    // Note the removals first: a rule would otherwise download at once what the user removes here.
    try await note(gone.map { RemovedDownload(id: $0.id, title: $0.title, cause: cause($0.id), at: now) })
    try await records.update { records in for key in keys { records[key] = nil } }
    for key in keys {
      problems[key] = nil
      await stop(key, isKept: false)
    }
    let removal = Result { () throws(ClientError) in try removeFiles(names, of: view.account) }
    // The next download begins even if files could not be removed.
    roomChanged()
    await pump()
    try removal.get()
  }

  /// The settings of the account's user on this device.
  /// - Throws: `signedOut`, `storage`.
  public func settings() async throws(ClientError) -> DownloadSettings { try await settingsCache.value() }

  /// The settings, in an exported file. A budget of the file removes nothing at once, as it was not chosen here.
  nonisolated var moved: MovedPart {
    .settings("downloadSettings", first: DownloadSettings()) { (moved: DownloadSettings) in
      (moved.budget ?? 0) >= 0 && (1...100).contains(moved.concurrentDownloads)
    } read: { [settingsCache] () async throws(ClientError) in
      try await settingsCache.value()
    } write: { [settingsCache] (settings, account) async throws(ClientError) in
      try await settingsCache.update(of: account) { $0 = settings }
    }
  }

  /// Changes the settings. A smaller budget removes downloads at once, but only by its rule.
  /// - Throws: `signedOut`, `storage`.
  public func setSettings(_ settings: DownloadSettings) async throws(ClientError) {
    try await settingsCache.update { $0 = settings }
    roomChanged()
    try await makeRoom(for: nil)
    await pump()
  }

  static func nextOrder(_ records: [String: DownloadRecord]) -> Int {
    (records.values.map(\.order).max() ?? 0) + 1
  }

  private static func resume(_ records: inout [String: DownloadRecord], _ id: PlayableID, _ order: Int) {
    guard var record = records[id.description], [.paused, .failed].contains(record.status) else { return }
    (record.status, record.failure, record.order) = (.active, nil, order)
    records[id.description] = record
  }

  /// Returns once no download is running: each one is complete, paused, failed, or waits. Also returns when the caller is
  /// cancelled. For tests and examples.
  public func settled() async {
    await clock.waiting(for: "downloads in settled()") { await self.becomesIdle() }
  }

  private func becomesIdle() async {
    guard isBusy else { return }
    nextWaiter += 1
    let id = nextWaiter
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiters[id] = $0 }
    } onCancel: {
      Task { await leave(id) }
    }
  }

  private func leave(_ waiter: Int) { waiters.removeValue(forKey: waiter)?.resume() }

  private var isBusy: Bool { workCount > 0 || !running.isEmpty }

  /// For tests: with small sizes, every step can be observed.
  func setSizes(range: Int, block: Int) { (rangeSize, blockSize) = (range, block) }

  func beginWork() { workCount += 1 }

  func endWork(_ count: Int = 1) {
    workCount -= count
    guard !isBusy else { return }
    defer { waiters = [:] }
    waiters.sorted { $0.key < $1.key }.forEach { $0.value.resume() }
  }
}
