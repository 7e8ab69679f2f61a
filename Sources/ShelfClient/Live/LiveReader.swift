import MediaCore

/// Hands the server's events to the stores. Makes the stores read from the server after each connection, because events may have been
/// missed, and when an event does not fit the stored values. The reads start at least ten seconds apart, and after failures later still,
/// so that events do not flood the server with requests.
final class LiveReader: Sendable {
  private struct State {
    var isNeeded = false
    var task: Task<Void, Never>?
    var number = 0
    var lastRead: Duration?
    var failures = 0
    /// The newest events, with the uptime of their arrival.
    var recent: [(at: Duration, account: String, records: [MediaProgress])] = []
    var token: ObservationToken?
    /// Forgets ``recent`` when its time is over.
    var forgetting: Task<Void, Never>?
  }

  private let progress: ListeningProgressStore
  private let bookmarks: BookmarkStore
  private let episodes: NewEpisodeReader
  private let clock: any TimeSource
  private let state = Locked(State())

  private static let spacing = Duration.seconds(10)
  /// The longest time for which a read can be under way.
  private static let longestRead = Duration.seconds(60)

  init(
    progress: ListeningProgressStore, bookmarks: BookmarkStore, episodes: NewEpisodeReader, clock: any TimeSource
  ) {
    self.progress = progress
    self.bookmarks = bookmarks
    self.episodes = episodes
    self.clock = clock
  }

  // MARK: Events

  /// - Returns: the event for observers; nil for one that concerns another account.
  func take(_ name: String, _ arguments: [JSONValue], of account: String) async -> LiveEvent? {
    let event: LiveEvent
    do { event = try LiveEvent(name, arguments) } catch {
      readSoon()
      return .unknown(name)
    }
    switch event {
    case .progress(let change):
      guard let owner = change.record.userId else { break }
      guard owner == account else { return nil }
      watch([change.record], isComplete: false, of: account)
      await note { () async throws(ClientError) in
        try await progress.take([change.record], isComplete: false, of: account)
      }
      return event
    case .user(let user):
      guard user.id == account else { return nil }
      watch(user.mediaProgress, isComplete: true, of: account)
      await note { () async throws(ClientError) in
        try await progress.take(user.mediaProgress, isComplete: true, of: account)
      }
      await note { () async throws(ClientError) in try await bookmarks.compare(user.bookmarks) }
      return event
    case .episodeAdded(let episode):
      episodes.readSoon(episode)
      return event
    default: return event
    }
    // The event names no user: read all progress.
    readSoon()
    return event
  }

  private func note(_ take: () async throws(ClientError) -> EventEffect) async {
    do throws(ClientError) { if try await take() == .mustRead { readSoon() } } catch {
      // If the user has signed out, nothing can be read. After any other failure, read everything.
      if error.kind != .signedOut { readSoon() }
    }
  }

  // MARK: Reads that an event overtook

  /// Looks at each change of the cache for a while: an answer that is older than the event must not stay.
  /// - Parameter isComplete: whether the event has all records of the account, and so those of the events before it.
  private func watch(_ records: [MediaProgress], isComplete: Bool, of account: String) {
    let now = clock.uptime()
    state.withLock { state in
      // If this event has all records of the account, drop the account's earlier events. Keep only the last events.
      state.recent.removeAll { isComplete && $0.account == account }
      state.recent = state.recent.suffix(10) + [(now, account, records)]
      state.token = state.token ?? progress.observe { [weak self] in Task { await self?.checkRecent() } }
      guard state.forgetting == nil else { return }
      state.forgetting = Task { [weak self, clock] in
        // The records of a large account take about ten megabytes: drop each event as soon as `longestRead` has passed.
        while let next = self?.nextToForget() {
          do { try await clock.sleep(for: next - clock.uptime(), as: .watchdog) } catch { return }
        }
      }
    }
  }

  /// Forgets the events whose time is over.
  /// - Returns: the uptime at which that of the next one is over; nil if none is left.
  private func nextToForget() -> Duration? {
    let now = clock.uptime()
    return state.withLock { state in
      // `stop()` has cancelled this task, and a newer task may use the state: leave the state alone.
      if Task.isCancelled { return nil }
      state.recent.removeAll { now - $0.at >= Self.longestRead }
      if state.recent.isEmpty { (state.token, state.forgetting) = (nil, nil) }
      return state.recent.first.map { $0.at + Self.longestRead }
    }
  }

  /// The number of records that are kept of recent events, for tests.
  var recentCount: Int { state.withLock { $0.recent.reduce(0) { $0 + $1.records.count } } }

  private func checkRecent() async {
    let now = clock.uptime()
    let recent = state.withLock { state in state.recent.filter { now - $0.at < Self.longestRead } }
    for event in recent where (try? await progress.hasLost(event.records, of: event.account)) == true {
      return readSoon()
    }
  }

  // MARK: Reading

  /// Refreshes the cached data, now or as soon as ten seconds have passed since the last read.
  func readSoon() {
    state.withLock { state in
      state.isNeeded = true
      guard state.task == nil else { return }
      state.number += 1
      state.task = Task { [weak self, number = state.number] in await self?.readWhileNeeded(number) }
    }
  }

  /// Ends a read that is under way or planned.
  func stop() {
    let tasks = state.withLock { state in
      defer {
        (state.task, state.isNeeded, state.failures) = (nil, false, 0)
        (state.recent, state.token, state.forgetting) = ([], nil, nil)
      }
      state.number += 1
      return [state.task, state.forgetting]
    }
    for task in tasks { task?.cancel() }
  }

  private func readWhileNeeded(_ number: Int) async {
    while let wait = nextWait(number) {
      if wait > .zero {
        do { try await clock.sleep(for: wait, as: .watchdog) } catch { return }
      }
      let begins = state.withLock { state in
        guard state.number == number else { return false }
        (state.isNeeded, state.lastRead) = (false, clock.uptime())
        return true
      }
      guard begins else { return }
      let isDone = await read()
      state.withLock { state in
        guard state.number == number else { return }
        state.failures = isDone ? 0 : state.failures + 1
        if !isDone { state.isNeeded = true }
      }
    }
  }

  /// - Returns: nil if nothing is left to read.
  private func nextWait(_ number: Int) -> Duration? {
    state.withLock { state in
      guard state.number == number else { return nil }
      guard state.isNeeded else {
        state.task = nil
        return nil
      }
      let spacing = Self.spacing * (1 << min(state.failures, 5))
      return state.lastRead.map { $0 + spacing - clock.uptime() } ?? .zero
    }
  }

  private func read() async -> Bool {
    do throws(ClientError) {
      try await progress.refresh()
      // Skip bookmarks that no screen has loaded yet.
      if try await bookmarks.bookmarks(of: nil) != nil { try await bookmarks.refresh() }
      return true
    } catch {
      // If the user has signed out, nothing is left to read.
      return error.kind == .signedOut
    }
  }
}
