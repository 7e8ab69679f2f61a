import Foundation
import MediaCore

/// The downloads of one server and folder, which the services of a process share. What is asked through a ``DownloadStore`` is requested
/// through the service of that store.
actor DownloadEngine {
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

  let accounts: AccountStorage
  let environment: ClientEnvironment
  nonisolated let lanes = DownloadLanes()
  /// The MIME types of audio that this device plays; nil while no player has named them.
  nonisolated let playableTypes = Locked<[String]?>(nil)
  let progressStore: ListeningProgressStore
  let records: AccountCache<[String: DownloadRecord]>
  let settingsCache: AccountCache<DownloadSettings>
  let rulesCache: AccountCache<DownloadRules>
  /// The items that the rules can choose: books by the id of their series, episodes by the id of their podcast.
  let candidatesCache: AccountCache<[String: ListedCandidates]>
  let removedCache: AccountCache<[RemovedDownload]>
  let played: PlayedItemStore
  let upNext: UpNextStore
  let covers: CoverEngine
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

  var files: any FileSystem { environment.files }
  var clock: any TimeSource { environment.clock }

  /// The engine that all services of this process over one server and folder share.
  static func shared(client: ServiceClient, progress: ListeningProgressStore) -> DownloadEngine {
    client.accounts.shared("downloads") { DownloadEngine(client: client, progress: progress) }
  }

  private init(client: ServiceClient, progress: ListeningProgressStore) {
    (accounts, environment, progressStore) = (client.accounts, client.environment, progress)
    (played, upNext, covers) = (
      PlayedItemStore(client: client), UpNextStore(client: client), .shared(in: client.accounts)
    )
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
    let opened = played.observe { [weak self] in Task { await self?.listeningChanged() } }
    let queued = upNext.observe { [weak self] in Task { await self?.plan() } }
    tokens.withLock { $0 = [account, network, listening, opened, queued] }
  }

  deinit {
    wakeUp?.cancel()
    running.values.forEach { $0.task.cancel() }
  }

  // MARK: Reading

  func all() async throws(ClientError) -> [LocalDownload] {
    try await records.value().values.sorted { ($0.order, $0.token) < ($1.order, $1.token) }.map(shown)
  }

  func download(of id: PlayableID) async throws(ClientError) -> LocalDownload? {
    try await records.value()[id.description].map(shown)
  }

  func usedBytes() async throws(ClientError) -> Int {
    try await all().reduce(0) { $0 + $1.receivedBytes }
  }

  nonisolated func observe(_ changed: @escaping @Sendable () -> Void) -> ObservationToken {
    let tokens = [
      records.observe(changed), settingsCache.observe(changed), rulesCache.observe(changed),
      removedCache.observe(changed), observers.add(changed),
    ]
    return ObservationToken { _ = tokens }
  }

  nonisolated func observeProgress(
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
        // If a rule holds downloads back, this run ends in a moment: show it as queued already.
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

  func start(by lane: MediaLane) async {
    isStarted = true
    lanes.begin(with: lane)
    await pump()
    // If the lists cannot be read now, the rules use the cached lists until the next start.
    try? await applyRules(by: lane)
  }

  /// Queues items in their order, in one write.
  /// - Parameter owner: the account that the downloads are for; nil for the one that is signed in.
  func download(
    _ items: [(id: PlayableID, title: String)], of owner: String?, by lane: MediaLane
  ) async throws(ClientError) {
    try WireID.check(items.flatMap(\.id.ids), operation: .shelfDownloadsDownload)
    guard !items.isEmpty else { return }
    let asked = items.map { (id: $0.id, title: $0.title, token: environment.random.uuid()) }
    let now = clock.now()
    isStarted = true
    for item in items {
      problems[item.id.description] = nil
      lanes.use(lane, for: item.id.description)
    }
    let view = try await records.view()
    for item in items {
      // If the files cannot be read now, skip this check: the next launch checks them again.
      if let lost = try? unsound(view.value[item.id.description]?.parts ?? [], of: view.account), !lost.isEmpty {
        try await forget(lost)
      }
    }
    try await records.update(of: owner) { records in
      for item in asked {
        let (key, order) = (item.id.description, Self.nextOrder(records))
        records[key]?.reason = .byHand
        if records[key] != nil {
          Self.resume(&records, item.id, order)
        } else {
          records[key] = DownloadRecord(
            item.id, token: item.token, title: item.title, order: order, requestedAt: now, reason: .byHand)
        }
      }
    }
    await pump()
  }

  func pause(_ id: PlayableID) async throws(ClientError) {
    try await records.update { records in
      if [.active, .failed].contains(records[id.description]?.status) { records[id.description]?.status = .paused }
    }
    problems[id.description] = nil
    await stop(id.description, isKept: true)
    await pump()
  }

  func resume(_ id: PlayableID, by lane: MediaLane) async throws(ClientError) {
    isStarted = true
    problems[id.description] = nil
    lanes.use(lane, for: id.description)
    try await records.update { Self.resume(&$0, id, Self.nextOrder($0)) }
    await pump()
  }

  func remove(_ id: PlayableID) async throws(ClientError) { try await remove([id.description]) { _ in .byHand } }

  func removeAll() async throws(ClientError) {
    try await remove(Array(records.value().keys)) { _ in .byHand }
  }

  func remove(
    _ keys: [String], by cause: (PlayableID) -> RemovedDownload.Cause
  ) async throws(ClientError) {
    let view = try await records.view()
    let gone = keys.compactMap { view.value[$0] }
    // Keep a podcast's page while another downloaded episode uses it.
    let kept = Set(view.value.values.filter { !gone.contains($0) }.flatMap(\.fileNames))
    let names = gone.flatMap(\.fileNames).filter { !kept.contains($0) }
    let now = clock.now()
    // Note the removals first, otherwise a rule at once downloads the item that the user removes here.
    try await note(gone.map { RemovedDownload(id: $0.id, title: $0.title, cause: cause($0.id), at: now) })
    try await records.update { records in for key in keys { records[key] = nil } }
    for key in keys {
      problems[key] = nil
      await stop(key, isKept: false)
    }
    let removal = Result { () throws(ClientError) in try removeFiles(names, of: view.account) }
    // Start the next download even if files could not be removed.
    roomChanged()
    await pump()
    try removal.get()
  }

  func settings() async throws(ClientError) -> DownloadSettings { try await settingsCache.value() }

  /// The part of an exported file that holds the settings. A budget of the file removes nothing at once, as it was not chosen here.
  nonisolated var moved: MovedPart {
    .settings("downloadSettings", first: DownloadSettings()) { (moved: DownloadSettings) in
      (moved.budget ?? 0) >= 0 && (1...100).contains(moved.concurrentDownloads)
    } read: { [settingsCache] () async throws(ClientError) in
      try await settingsCache.value()
    } write: { [settingsCache] (settings, account) async throws(ClientError) in
      try await settingsCache.update(of: account) { $0 = settings }
    }
  }

  func setSettings(_ settings: DownloadSettings) async throws(ClientError) {
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

  func settled() async {
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
