import Foundation
import MediaCore

extension DownloadEngine {
  // MARK: Rules

  func rules() async throws(ClientError) -> DownloadRules { try await rulesCache.value() }

  func setRules(_ rules: DownloadRules) async throws(ClientError) {
    guard rules.isPlausible else { throw ClientError(.invalidRequest, operation: .shelfDownloadsRules) }
    try await rulesCache.update { $0 = rules }
    await plan()
    await pump()
  }

  func follow(_ network: any NetworkConditions) async {
    self.network = network
    networkToken = network.observe { [weak self] in Task { await self?.networkChanged() } }
    await networkChanged()
  }

  /// Reads lists through the service that asks. Downloads that the rules begin are requested through it as well.
  func applyRules(by lane: MediaLane) async throws(ClientError) {
    isStarted = true
    lanes.begin(with: lane)
    try await readAndPlan(by: lane)
  }

  private func readAndPlan(by lane: MediaLane) async throws(ClientError) {
    beginWork()
    defer { endWork() }
    let reading: ClientError?
    do throws(ClientError) {
      try await readCandidates(for: try await rulesCache.value(), by: lane)
      reading = nil
    } catch {
      reading = error
    }
    await plan()
    await pump()
    if let reading { throw reading }
  }

  func removed() async throws(ClientError) -> [RemovedDownload] {
    Array(try await removedCache.value().prefix(RemovedDownload.limit))
  }

  /// The part of an exported file that holds the rules.
  nonisolated var movedRules: MovedPart {
    .settings("downloadRules", first: DownloadRules()) { (moved: DownloadRules) in
      moved.isPlausible
    } read: { [rulesCache] () async throws(ClientError) in
      try await rulesCache.value()
    } write: { [rulesCache] (rules, account) async throws(ClientError) in
      try await rulesCache.update(of: account) { $0 = rules }
    }
  }

  // MARK: The network

  private func networkChanged() async {
    guard isStarted, let lane = lanes.starter else { return }
    // Read the lists that are due: they were not read while the rules held downloads back.
    try? await readAndPlan(by: lane)
  }

  /// The rule that holds all downloads back now; nil if they may run.
  func currentHold() async throws(ClientError) -> DownloadHold? {
    try await rulesCache.value().hold(on: network?.path)
  }

  /// Ends the running downloads and keeps their bytes. Each starts again by ``pump()`` once no rule holds it back.
  func suspendAll() {
    for run in running.values {
      run.writer?.close(isKept: true)
      run.task.cancel()
    }
  }

  // MARK: Planning

  /// Adds and removes downloads by the rules, from what is known on this device.
  func plan() async {
    guard isStarted else { return }
    // If the rules cannot be read now, or nobody is signed in, skip planning: the next change plans again.
    guard let rules = try? await rulesCache.value(), rules != DownloadRules() else { return }
    try? await plan(rules)
  }

  private func plan(_ rules: DownloadRules) async throws(ClientError) {
    let (view, lists) = (try await records.view(), try await candidatesCache.value())
    var input = DownloadPlan.Input(rules: rules)
    // Before the server's time is known, remove no unused download: the user may have set the device's date weeks ahead.
    let (now, isServerTime) = progressStore.moment()
    if isServerTime { input.now = min(now, clock.now()) }
    input.items = view.value.values.map { record in
      DownloadPlan.Item(
        id: record.id, reason: record.reason ?? .byHand, isComplete: record.status == .complete, usedAt: record.usedAt)
    }
    input.candidates = lists.mapValues(\.entries)
    input.queued = try await upNext.entries().map { DownloadPlan.Candidate(id: $0.id, title: $0.title) }
    input.progress = try await progressStore.progress(
      of: view.value.values.map(\.id) + lists.values.flatMap { $0.entries.map(\.id) } + input.queued.map(\.id))
    if let last = try await played.openedHere() {
      input.playing = (last.id, last.title, last.openedAt)
      input.progress[last.id] = try await progressStore.progress(of: last.id)
    }
    input.removed = Dictionary(
      try await removedCache.value().map { ($0.id, $0) }, uniquingKeysWith: { newest, _ in newest })
    let plan = DownloadPlan(input)
    if !plan.removals.isEmpty { try await remove(plan.removals, planned: view.value) }
    for addition in plan.additions { try await add(addition) }
    if !plan.additions.isEmpty { await pump() }
  }

  private func remove(
    _ causes: [PlayableID: RemovedDownload.Cause], planned: [String: DownloadRecord]
  ) async throws(ClientError) {
    var keys: [String] = []
    for id in causes.keys.sorted(by: { $0.description < $1.description }) {
      let (key, now) = (id.description, try await records.value()[id.description])
      // Keep a download if the user has opened its item, or requested it by hand, since the plan was made.
      guard let now, let before = planned[key], now.token == before.token, now.reason == before.reason,
        now.openedAt == before.openedAt
      else { continue }
      keys.append(key)
    }
    try await remove(keys) { causes[$0] ?? .finished }
  }

  private func add(_ addition: DownloadPlan.Addition) async throws(ClientError) {
    let (token, now, key) = (environment.random.uuid(), clock.now(), addition.id.description)
    try await records.update { records in
      guard records[key] == nil else { return }
      records[key] = DownloadRecord(
        addition.id, token: token, title: addition.title, order: Self.nextOrder(records), requestedAt: now,
        reason: addition.reason)
    }
  }

  /// Lists removals, newest first, one for each item. Older ones stay as well if they keep rules from downloading the item again.
  func note(_ removals: [RemovedDownload]) async throws(ClientError) {
    guard !removals.isEmpty else { return }
    let ids = Set(removals.map(\.id))
    try await removedCache.update { known in
      let all = removals + known.filter { !ids.contains($0.id) }
      let older = all.dropFirst(RemovedDownload.limit).filter(\.isBlocking)
      known = Array(all.prefix(RemovedDownload.limit)) + older.prefix(RemovedDownload.blockingLimit)
    }
  }

  // MARK: Reading what can be chosen

  private static let daily: TimeInterval = 86_400
  private static let hourly: TimeInterval = 3_600

  private enum Due {
    case series(DownloadRules.Series)
    case podcast(DownloadRules.Podcast)
    case playlist(DownloadRules.Playlist)
    /// The newest episodes of a library. After its podcasts were read just now, only the time is noted.
    case newest(library: String, isKnown: Bool)
  }

  private func readCandidates(for rules: DownloadRules, by lane: MediaLane) async throws(ClientError) {
    guard rules.hold(on: network?.path) == nil else { return }
    var first: ClientError?
    for due in Self.due(rules, try await candidatesCache.value(), now: clock.now()) {
      do throws(ClientError) {
        switch due {
        case .series(let series): try await read(series, by: lane)
        case .podcast(let podcast): try await read(podcast, by: lane)
        case .playlist(let playlist): try await read(playlist, by: lane)
        case .newest(let library, let isKnown): try await readNewest(in: library, rules, isKnown: isKnown, by: lane)
        }
      } catch {
        // If the server cannot be reached, stop: every read would fail. Otherwise read the other lists, since one series may just be gone.
        if error.isTransient || error.kind == .signedOut { throw error }
        first = first ?? error
      }
    }
    if let first { throw first }
  }

  private static func due(_ rules: DownloadRules, _ known: [String: ListedCandidates], now: Date) -> [Due] {
    func isDue(_ key: String, after age: TimeInterval) -> Bool {
      known[key].map { !(0..<age).contains(now.timeIntervalSince($0.asOf)) } ?? true
    }
    let podcasts = rules.podcasts.filter { $0.next + $0.newest > 0 }
    let newest = Dictionary(grouping: podcasts.filter { $0.newest > 0 }, by: \.libraryId)
    return rules.series.filter { $0.next > 0 && isDue($0.id, after: daily) }.map { .series($0) }
      + podcasts.filter { isDue($0.id, after: daily) }.map { .podcast($0) }
      + rules.playlists.filter { $0.next > 0 && isDue($0.id, after: hourly) }.map { .playlist($0) }
      + newest.sorted { $0.key < $1.key }.filter { isDue($0.key, after: hourly) }.map { library, podcasts in
        .newest(library: library, isKnown: podcasts.allSatisfy { isDue($0.id, after: daily) })
      }
  }

  private func read(_ series: DownloadRules.Series, by lane: MediaLane) async throws(ClientError) {
    let mark = try await candidatesCache.readMark()
    let query = ItemQuery(sort: .sequence, filter: .series(series.id))
    let books = try await lane.libraries.page(0, of: query, in: series.libraryId, limit: 200).items
    let entries = books.filter { !$0.isMissing }.map { book in
      DownloadPlan.Candidate(id: PlayableID(libraryItemId: book.id), title: book.title, bytes: book.size ?? 0)
    }
    let list = ListedCandidates(asOf: clock.now(), entries: entries)
    try await candidatesCache.merge(list, askedAt: mark) { $0[series.id] = $1 }
  }

  private func read(_ podcast: DownloadRules.Podcast, by lane: MediaLane) async throws(ClientError) {
    let mark = try await candidatesCache.readMark()
    let item = try await lane.items.item(podcast.id)
    let episodes = (item.media.podcast?.newestFirst ?? []).reversed()
    let list = ListedCandidates(
      asOf: clock.now(), entries: episodes.map { DownloadPlan.Candidate($0, of: podcast.id) })
    try await candidatesCache.merge(list, askedAt: mark) { $0[podcast.id] = $1 }
  }

  private func read(_ playlist: DownloadRules.Playlist, by lane: MediaLane) async throws(ClientError) {
    let mark = try await candidatesCache.readMark()
    var items: [PlaylistItem] = []
    do throws(ClientError) { items = try await lane.playlists.playlist(playlist.id).items } catch {
      // The server deletes a playlist when its last item is removed. Store an empty list, so that the playlist is not requested again at
      // once. Throw a proxy's 404, because the playlist may still have items.
      guard error.kind == .notFound, error.isFinalRefusal else { throw error }
    }
    let entries = items.filter { $0.libraryItem?.isMissing != true }.map { item in
      DownloadPlan.Candidate(id: item.id, title: item.title)
    }
    let list = ListedCandidates(asOf: clock.now(), entries: entries)
    try await candidatesCache.merge(list, askedAt: mark) { $0[playlist.id] = $1 }
  }

  private func readNewest(
    in library: String, _ rules: DownloadRules, isKnown: Bool, by lane: MediaLane
  ) async throws(ClientError) {
    let mark = try await candidatesCache.readMark()
    let followed = Set(rules.podcasts.filter { $0.libraryId == library && $0.newest > 0 }.map(\.id))
    let newest =
      isKnown ? [] : try await lane.libraries.recentEpisodes(in: library, limit: 50, page: 0).value.items
    let now = clock.now()
    try await candidatesCache.merge(newest, askedAt: mark) { lists, newest in
      lists[library] = ListedCandidates(asOf: now)
      for recent in newest.reversed() {
        guard let podcast = recent.episode.libraryItemId, followed.contains(podcast) else { continue }
        lists[podcast]?.add(DownloadPlan.Candidate(recent.episode, of: podcast))
      }
    }
  }
}

/// The books or episodes that a rule can choose from, as the server last listed them.
struct ListedCandidates: Codable, Hashable, Sendable {
  /// When the server listed them, by the device's clock.
  var asOf: Date
  /// In order, episodes oldest first.
  var entries: [DownloadPlan.Candidate] = []

  /// Adds a newer episode at its place.
  mutating func add(_ candidate: DownloadPlan.Candidate) {
    guard !entries.contains(where: { $0.id == candidate.id }) else { return }
    let date = candidate.publishedAt ?? .distantFuture
    let place = entries.lastIndex { ($0.publishedAt ?? .distantPast) <= date }
    entries.insert(candidate, at: place.map { $0 + 1 } ?? 0)
  }
}

extension DownloadPlan.Candidate {
  init(_ episode: Episode, of podcast: String) {
    self.init(
      id: PlayableID(libraryItemId: podcast, episodeId: episode.id), title: episode.title ?? "",
      bytes: episode.size ?? episode.audioFile?.metadata?.size ?? 0, publishedAt: episode.publishedAt)
  }
}

extension DownloadRecord {
  /// When it was last opened, or else completed or asked for.
  var usedAt: Date { openedAt ?? completedAt ?? requestedAt }
}
