import Foundation
import MediaCore

extension DownloadEngine {
  /// Starts the downloads that may run now, as many as the settings allow: in order, but those that have failed come last.
  func pump() async {
    beginWork()
    await startNext()
    endWork()
    observers.notify()
  }

  private func startNext() async {
    guard isStarted else { return }
    let view: AccountCache<[String: DownloadRecord]>.View
    let limit: Int
    do throws(ClientError) {
      limit = max(1, try await settingsCache.value().concurrentDownloads)
      try await begin(try await records.view())
      hold = try await currentHold()
      view = try await records.view()
    } catch {
      if error.kind == .signedOut { stopAll() }
      return
    }
    guard hold == nil else { return suspendAll() }
    let now = clock.uptime()
    let waiting = view.value.values.filter { record in
      let key = record.id.description
      return record.status == .active && running[key] == nil && problems[key].map { $0.retryAt <= now } ?? true
    }
    for record in waiting.sorted(by: isBefore) where running.count < limit {
      if let lane = lanes.lane(for: record.id.description) { run(record, of: view.account, by: lane) }
    }
    sleepUntilRetry()
  }

  private func isBefore(_ one: DownloadRecord, _ other: DownloadRecord) -> Bool {
    let (a, b) = (problems[one.id.description]?.attempts ?? 0, problems[other.id.description]?.attempts ?? 0)
    return (a > 0 ? 1 : 0, one.order, one.token) < (b > 0 ? 1 : 0, other.order, other.token)
  }

  private func run(_ record: DownloadRecord, of owner: String, by lane: MediaLane) {
    let (key, token) = (record.id.description, record.token)
    let task = Task { [weak self] in
      let outcome = await RequiredAccount.$id.withValue(owner) { await self?.transfer(key, token, lane) }
      if let outcome { await self?.finish(key, token, outcome) }
    }
    running[key] = Running(token: token, task: task)
  }

  private func transfer(_ key: String, _ token: String, _ lane: MediaLane) async -> Result<Void, ClientError> {
    do throws(ClientError) {
      try await receive(key, token, lane)
      return .success(())
    } catch {
      return .failure(error)
    }
  }

  private func receive(_ key: String, _ token: String, _ lane: MediaLane) async throws(ClientError) {
    var isDescribedAnew = false
    if try await record(key, token).parts.isEmpty { try await describe(key, token, lane) }
    try await makeRoom(for: key)
    var index = 0
    while index < (try await record(key, token).parts.count) {
      do throws(ClientError) {
        try await receive(index, key, token, lane)
        index += 1
      } catch {
        // The server may have replaced the file: read the item again, once, and start over.
        let isElsewhere = error.kind == .notFound || Self.sizeFaults.contains(error.detail ?? "")
        guard isElsewhere, !isDescribedAnew else { throw error }
        isDescribedAnew = true
        try await describe(key, token, lane)
        index = 0
      }
    }
    let now = clock.now()
    try await change(key, token) { record in
      guard record.parts.allSatisfy(\.isWhole) else { return }
      (record.status, record.completedAt) = (.complete, now)
    }
    await keepCover(of: try await record(key, token), by: lane)
  }

  /// Keeps the cover for lists without a network. A download is complete without it.
  private func keepCover(of record: DownloadRecord, by lane: MediaLane) async {
    guard var artwork = record.artwork else { return }
    artwork.width = RowMaker.coverWidth
    _ = try? await covers.picture(artwork, by: lane)
  }

  private func describe(_ key: String, _ token: String, _ lane: MediaLane) async throws(ClientError) {
    var record = try await record(key, token)
    let before = Set(record.fileNames)
    let item = try await lane.items.item(record.id.libraryItemId, episode: record.id.episodeId)
    try record.describe(by: item)
    if let types = playableTypes.withLock({ $0 }), !record.parts.allSatisfy({ $0.isPlayable(in: types) }) {
      throw ClientError(.unsupported, operation: .shelfDownloadsDescribe, detail: ShelfDetail.formatNotPlayable)
    }
    record.hasPage = true
    // Write the page before the record names it. Don't await in between: after a sign-out the page must not be written.
    guard let account else { throw .cancelled(.shelfDownloadsRun) }
    try keepPage(item, of: account)
    if var artwork = record.artwork {
      artwork.width = RowMaker.coverWidth
      record.coverURL = try? await lane.media.url(of: artwork)
    }
    let described = record
    try await change(key, token) { known in
      var new = described
      // The user may have paused the download, moved it, or asked for it by hand during the request.
      (new.status, new.order, new.openedAt, new.reason) = (known.status, known.order, known.openedAt, known.reason)
      known = new
    }
    try removeFiles(Array(before.subtracting(described.fileNames)), of: account)
  }

  private func receive(_ index: Int, _ key: String, _ token: String, _ lane: MediaLane) async throws(ClientError) {
    let record = try await record(key, token)
    guard let account else { throw .cancelled(.shelfDownloadsRun) }
    // No await until the writer is set: a sign-out in between could not close the writer, which would write after the files are erased.
    var part = try prepared(record.parts[index], of: account)
    guard !part.isWhole else { return try await change(key, token) { [part] in $0.parts[index] = part } }
    let writer = PartWriter(
      files, path: path(part.incoming, of: account), length: part.received, blockSize: blockSize)
    running[key]?.writer = writer
    running[key]?.part = index
    observers.notify()
    let (others, total) = (record.receivedBytes - record.parts[index].received, record.totalBytes)
    let transfer = PartTransfer(
      media: lane.media, file: .download(part.ino, item: record.id.libraryItemId), writer: writer, rangeSize: rangeSize,
      message: { [client = lane.client] in client.serverMessage(in: $0) },
      commit: { [weak self] (part) async throws(ClientError) in
        try await self?.change(key, token) { $0.parts[index] = part }
      },
      progress: { [progressObservers, observers] received in
        progressObservers.notify(
          DownloadProgress(id: record.id, receivedBytes: others + received, totalBytes: total))
        observers.notify()
      })
    part = try await transfer.run(part)
    writer.close(isKept: true)
    guard !Task.isCancelled else { throw .cancelled(.shelfDownloadsRun) }
    try finishFile(&part, of: account)
    try await change(key, token) { [part] in $0.parts[index] = part }
  }

  // MARK: Records

  /// The record of the run that calls this. Whoever pauses, removes or replaces a run cancels its task.
  private func record(_ key: String, _ token: String) async throws(ClientError) -> DownloadRecord {
    let record = try await records.value()[key]
    guard let record, record.token == token, !Task.isCancelled else { throw .cancelled(.shelfDownloadsRun) }
    return record
  }

  /// Changes a record, unless another request for the item has replaced it.
  func change(
    _ key: String, _ token: String, _ body: @Sendable (inout DownloadRecord) -> Void
  ) async throws(ClientError) {
    try await records.update { records in
      guard var record = records[key], record.token == token else { return }
      body(&record)
      records[key] = record
    }
  }

  // MARK: Ends

  private func finish(_ key: String, _ token: String, _ outcome: Result<Void, ClientError>) async {
    guard let run = running[key], run.token == token else { return }
    beginWork()
    defer { endWork() }
    run.writer?.close(isKept: true)
    running[key] = nil
    switch outcome {
    case .success: problems[key] = nil
    case .failure(let error) where error.isCancellation: break
    case .failure(let error) where Self.isLasting(error):
      try? await change(key, token) { ($0.status, $0.failure) = (.failed, .init(error)) }
    case .failure(let error):
      let attempts = (problems[key]?.attempts ?? 0) + 1
      problems[key] = Problem(error: error, attempts: attempts, retryAt: clock.uptime() + pause(error, attempts))
    }
    await pump()
  }

  private static let sizeFaults = [ShelfDetail.tooShort, ShelfDetail.wrongSize]

  /// Whether the same request would fail again.
  private static func isLasting(_ error: ClientError) -> Bool {
    // A proxy or a failing server can send such an answer once: retry, because the next answer may be the file.
    if (sizeFaults + [ShelfDetail.compressed, ClientError.Detail.empty]).contains(error.detail ?? "") { return false }
    return switch error.kind {
    case .forbidden, .notFound, .invalidRequest: error.isFinalRefusal
    case .unsupported, .undecodable: true
    default: false
    }
  }

  private func pause(_ error: ClientError, _ attempts: Int) -> Duration {
    if error.detail == DownloadSettings.overBudget || error.kind == .signedOut { return .seconds(365 * 86_400) }
    if let retryAt = error.retryAt { return .seconds(max(1, retryAt.timeIntervalSince(clock.now()))) }
    return min(.seconds(900), .seconds(5) * (1 << min(attempts - 1, 10)))
  }

  private func sleepUntilRetry() {
    wakeUp?.cancel()
    wakeUp = nil
    let now = clock.uptime()
    guard let next = problems.values.map(\.retryAt).filter({ $0 > now }).min() else { return }
    wakeUp = Task { [weak self, clock] in
      do { try await clock.sleep(until: next, as: .watchdog) } catch { return }
      await self?.pump()
    }
  }

  /// Ends a run, and drops bytes that still arrive for it.
  /// - Parameter isKept: whether the bytes received so far are written.
  func stop(_ key: String, isKept: Bool) async {
    guard let run = running[key] else { return }
    run.writer?.close(isKept: isKept)
    run.task.cancel()
    if !isKept { running[key] = nil }
    await run.task.value
    // A resumed download has the same token: its new run goes on.
    if running[key]?.task == run.task { running[key] = nil }
  }

  func stopAll() {
    for run in running.values {
      run.writer?.close(isKept: false)
      run.task.cancel()
    }
    (running, problems, account) = ([:], [:], nil)
    wakeUp?.cancel()
    endWork(0)
    observers.notify()
  }

  // MARK: What others do

  func accountChanged() async {
    let now = try? await accounts.account()
    retry { $0.kind == .signedOut }
    if now != nil { await pump() }
  }

  func connectionIsBack() async {
    func isConcerned(_ error: ClientError) -> Bool { [.unreachable, .timedOut].contains(error.kind) }
    // Retry only if a download waits for the network, or the records could not be read yet (`account` is nil). Otherwise observers
    // would be notified for nothing.
    guard account == nil || problems.values.contains(where: { isConcerned($0.error) }) else { return }
    retry(isConcerned)
    await pump()
  }

  /// Retries downloads that wait for room: an item may have been finished, or another one opened, which allows to remove its download.
  func listeningChanged() async {
    await plan()
    guard problems.values.contains(where: { $0.error.detail == DownloadSettings.overBudget }) else { return }
    roomChanged()
    await pump()
  }

  func roomChanged() { retry { $0.detail == DownloadSettings.overBudget || $0.detail == "full" } }

  private func retry(_ isConcerned: (ClientError) -> Bool) {
    for (key, problem) in problems where isConcerned(problem.error) { problems[key]?.retryAt = .zero }
  }
}
