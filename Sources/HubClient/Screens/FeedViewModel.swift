public import Foundation
public import MediaCore

/// A screen with the newest videos: the known ones at once, new ones when somebody pulls, and what was watched.
///
/// ```swift
/// let feed = FeedViewModel(hub: hub)
/// feed.onChange = { state in render(state) }
/// feed.load()
/// ```
///
/// Hand it ``didBecomeActive()`` when the app comes to the front and ``backgroundRefresh()`` when the system gives it a moment.
@MainActor
public final class FeedViewModel: ViewModel {
  public struct State: ScreenState {
    /// The videos that the filter lets through, newest first.
    public var videos: [Video] = []
    /// By video id; nothing for videos that nobody has touched.
    public var records: [String: WatchRecord] = [:]
    /// Whatever the filter says: neither watched nor skipped, by channel id.
    public var unwatchedCounts: [String: Int] = [:]
    /// Names by channel id.
    public var channelTitles: [String: String] = [:]
    public var filter = FeedFilter()
    /// The files of this device were read.
    public var isLoaded = false

    /// A refresh is under way, whoever asked for it, and false on every way out of it.
    public var isReconciling = false
    public var isRefreshing = false
    public var phase: RefreshPhase = .idle
    /// When the server last reconciled.
    public var lastReconcileTime: Date?
    /// When the feed was last fetched.
    public var lastSync: Date?
    public var frequency: ReconcileFrequency = .quarterHour
    /// Of the last refresh; 0 from the start of the next one on.
    public var newVideosFound = 0

    /// Why the last load or pull failed, until the same part works: the feed's error, else that of a reconcile or registration
    /// that failed while the feed came. ``lastOutcome`` has all of them. The videos stay.
    public var error: ClientError?
    /// `Found N new videos!`, `Refresh failed: …` or a used-up YouTube quota, until it is dismissed or the next refresh starts.
    public var notice: String?
    public var lastOutcome: RefreshOutcome?

    /// Videos may be missing: see ``gaps``, or older ones exist that the server does not hand out.
    public var isTruncated = false
    public var gaps: [FeedGap] = []

    public init() {}

    public var unwatchedCount: Int { unwatchedCounts.values.reduce(0, +) }

    public func status(of video: Video) -> WatchStatus { records[video.videoId]?.status ?? .unknown }

    /// The channel's name, or its id where there is none.
    public func channelTitle(of video: Video) -> String? {
      video.channelId.map { id in channelTitles[id].flatMap { $0.isEmpty ? nil : $0 } ?? id }
    }
  }

  public var publisher: StatePublisher<State> { screen.publisher }
  public let library: VideoLibrary
  /// After a reconcile that found nothing, ask the server once whether YouTube's quota is used up. On by default.
  public var asksWhetherVideosCanBeFound = true

  private let screen: StoreScreen<State>
  private var all: [Video] = []
  private var tokens: [ObservationToken] = []
  private var running: Task<RefreshOutcome, Never>?
  /// The refresh that was under way when somebody pulled.
  private var joined: Task<RefreshOutcome, Never>?
  /// Somebody waits for the refresh that is under way, and somebody pulled for it.
  private var isAsked = false
  private var isPulled = false
  private var isForced = false
  private var failures: [Part: ClientError] = [:]
  private var lastChange: Task<HubError?, Never>?

  /// A part of a refresh that can fail, the most important first.
  private enum Part: CaseIterable { case feed, reconcile, registration }

  public init(library: VideoLibrary) {
    self.library = library
    screen = StoreScreen(State(), accounts: library.accounts) { [texts = library.environment.texts] error in
      error.kind == .storage ? HubError.storageFailed(error).text(texts) : error.text(texts)
    }
    screen.attach(
      self, render: { await $0.render() }, fetch: { (model) async throws(ClientError) in try await model.fetch() })
    // Also before anything was loaded: a refresh in the background shows what it brought.
    let changed: @Sendable () -> Void = { [weak self] in Task { @MainActor in self?.showSoon() } }
    tokens = [library.videos.observe(changed), library.statuses.observe(changed), library.channels.observe(changed)]
  }

  public convenience init(hub: HubService) { self.init(library: hub.library) }
  public convenience init(worker: WorkerService) { self.init(library: worker.library) }

  deinit { running?.cancel() }

  // MARK: Showing

  public var filter: FeedFilter {
    get { screen.state.filter }
    set {
      var state = screen.state
      state.filter = newValue
      screen.state = filtered(state)
    }
  }

  private func showSoon() { screen.activities.start("store") { [weak self] in await self?.screen.show() } }

  /// While something cannot be read, what is shown stays; a load reports it.
  private func render() async {
    do throws(HubError) {
      let known = try await library.videos.known()
      let records = try await library.statuses.records()
      let titles = try await library.channels.titles()
      let frequency = try await library.reconciler.frequency()
      let lastReconcile = try await library.reconciler.lastReconcileTime()
      all = known.videos
      // The files can be read again.
      failures = failures.filter { $0.value.kind != .storage }
      var state = screen.state
      state.records = records
      state.channelTitles = titles
      state.gaps = known.gaps
      state.isTruncated = known.isTruncated
      state.lastSync = known.lastSync
      state.frequency = frequency
      state.lastReconcileTime = lastReconcile
      state.isLoaded = true
      screen.state = filtered(state)
    } catch {
      library.log.add(.warning, "feed: \(error)")
    }
  }

  private func filtered(_ old: State) -> State {
    var state = old
    state.videos = all.filter {
      state.filter.shows($0, status: state.status(of: $0), channelTitle: state.channelTitle(of: $0))
    }
    var counts: [String: Int] = [:]
    for video in all where state.status(of: video).isUnwatched {
      if let channel = video.channelId { counts[channel, default: 0] += 1 }
    }
    state.unwatchedCounts = counts
    return state
  }

  // MARK: Refreshing

  /// Somebody pulled: reconcile if allowed, fetch, show, and say how many are new. ``ViewModel/load()`` asks the server too, but
  /// only where that is due.
  public func refresh() { refresh(force: false) }

  /// - Parameter force: whether the pause between reconciles does not count.
  public func refresh(force: Bool) {
    isForced = force
    if let running {
      joined = running
      (isAsked, isPulled) = (true, true)
    } else {
      begin()
    }
    screen.refresh()
  }

  /// The app came to the front: reconciles and fetches when it is time; errors are logged and not shown.
  public func didBecomeActive() {
    guard running == nil else { return }
    let task = start(.foreground)
    screen.activities.start("foreground", replacing: false) { _ = await task.value }
  }

  /// The system gave the app a moment: reconciles if allowed, fetches when it is due.
  /// - Returns: what was done, and when to ask the system for the next moment: not before 15 minutes.
  public func backgroundRefresh() async -> (outcome: RefreshOutcome, next: Date) {
    var outcome = RefreshOutcome()
    if running != nil {
      outcome.wasBusy = true
    } else {
      outcome = await start(.background).value
    }
    return (outcome, library.environment.clock.now().addingTimeInterval(ReconcileFrequency.minimum))
  }

  /// Ends a refresh silently. The server finishes what it has begun.
  public func cancelRefresh() { running?.cancel() }

  /// For a load and for a pull.
  private func fetch() async throws(ClientError) {
    let isPull = screen.state.isRefreshing
    let task = joined ?? start(isPull ? .pull(force: isForced) : .load)
    joined = nil
    if running == task { (isAsked, isPulled) = (true, isPulled || isPull) }
    var outcome = await task.value
    // A refresh by itself that was under way has left out what a pull asks for.
    if isPull, outcome.feed == .skipped, !outcome.wasCancelled, !outcome.wasBusy {
      let task = start(.pull(force: isForced))
      (isAsked, isPulled) = (true, true)
      outcome = await task.value
    }
    if outcome.wasCancelled { throw .cancelled("feed.refresh") }
    if let error = failure { throw error }
  }

  private var failure: ClientError? { Part.allCases.compactMap { failures[$0] }.first }

  /// The refresh that is under way, or a new one. It goes on when a caller is cancelled, and ends with the model.
  private func start(_ reason: RefreshReason) -> Task<RefreshOutcome, Never> {
    if let running { return running }
    begin()
    let task = Task { [library, weak self] in
      let outcome = await library.refresher.refresh(reason) { [weak self] in await self?.note($0) }
      await self?.finish(outcome, reason)
      return outcome
    }
    running = task
    return task
  }

  private func note(_ phase: RefreshPhase) { screen.state.phase = phase }

  private func begin() {
    guard running == nil else { return }
    var state = screen.state
    state.isReconciling = true
    state.newVideosFound = 0
    state.notice = nil
    screen.state = state
  }

  private func finish(_ outcome: RefreshOutcome, _ reason: RefreshReason) async {
    await screen.show()
    let (isAsked, isPull) = (isAsked, isPulled)
    (running, self.isAsked, isPulled) = (nil, false, false)
    var state = screen.state
    state.isReconciling = false
    state.phase = .idle
    defer { screen.state = state }
    guard !outcome.wasBusy else { return }
    state.lastOutcome = outcome
    guard !outcome.wasCancelled else { return }
    state.newVideosFound = outcome.newVideosFound
    if outcome.feed.update != nil, state.newVideosFound > 0 {
      state.notice = texts("hub.toast.newVideos", english: "Found %@ new videos!", String(state.newVideosFound))
    }
    // A part that works now has not failed any more, whoever asked for it.
    if outcome.feed.update != nil || isPull { failures[.feed] = nil }
    if outcome.reconcile.count != nil && outcome.registration == nil || isPull {
      (failures[.reconcile], failures[.registration]) = (nil, nil)
    }
    if isAsked {
      failures[.feed] = outcome.feed.error?.clientError ?? failures[.feed]
      failures[.reconcile] = outcome.reconcile.error?.clientError ?? failures[.reconcile]
      failures[.registration] = outcome.registration?.clientError ?? failures[.registration]
    }
    if isPull, let error = outcome.feed.error ?? outcome.reconcile.error ?? outcome.registration {
      let text = texts("hub.refresh.failed", english: "Refresh failed: %@", error.text(texts))
      state.notice = [state.notice, text].compactMap { $0 }.joined(separator: " ")
    }
    state.error = failure
    if outcome.reconcile.count == 0, asksWhetherVideosCanBeFound {
      screen.activities.start("quota") { [weak self] in await self?.askWhetherVideosCanBeFound() }
    }
  }

  private var texts: Texts { library.environment.texts }

  private func askWhetherVideosCanBeFound() async {
    guard let can = try? await library.feed.canFindVideos(), !can else { return }
    let text = texts("hub.notice.quota", english: "YouTube quota used up until midnight Pacific.")
    screen.state.notice = [screen.state.notice, text].compactMap { $0 }.joined(separator: " ")
  }

  // MARK: Watching

  public func mark(_ video: Video, as status: WatchStatus) { mark([video.videoId], as: status) }

  /// Marks every video of a channel that is known, whatever the filter shows.
  public func markChannelWatched(_ channelId: String) {
    let ids = all.filter { $0.channelId == channelId }.map(\.videoId)
    change { (library) async throws(HubError) in try await library.statuses.markWatched(ids) }
  }

  /// - Parameter seconds: from the start.
  public func setPosition(_ seconds: Double, of video: Video) {
    change { (library) async throws(HubError) in
      try await library.statuses.setPosition(seconds, for: video.videoId)
    }
  }

  /// Hides it on this device: for a video that cannot be played any more.
  public func hide(_ video: Video) {
    change { (library) async throws(HubError) in try await library.videos.hide(video.videoId) }
  }

  /// Exchanges watch statuses with the user's other devices; failures are logged, not shown.
  public func syncStatuses(_ adapter: any WatchStatusAdapter, force: Bool = false) {
    screen.activities.start("sync", replacing: false) { [library, screen] in
      do throws(HubError) { try await library.statuses.sync(adapter, force: force) } catch {
        Self.log(error, library)
      }
      await screen.show()
    }
  }

  private func mark(_ ids: [String], as status: WatchStatus) {
    change { (library) async throws(HubError) in try await library.statuses.set(status, for: ids) }
  }

  /// Makes changes in the order of the taps: of two for one video the later counts. They are made even when the screen has
  /// gone meanwhile.
  private func change(_ body: @escaping @Sendable (VideoLibrary) async throws(HubError) -> Void) {
    let work = Task { [library, lastChange] () -> HubError? in
      _ = await lastChange?.value
      do throws(HubError) { try await body(library) } catch {
        Self.log(error, library)
        return error
      }
      return nil
    }
    lastChange = work
    screen.act { () async throws(ClientError) in
      if let error = await work.value { throw error.clientError }
      return []
    }
  }

  private static func log(_ error: HubError, _ library: VideoLibrary) {
    if !error.isCancellation { library.log.add(.warning, "watch status: \(error)") }
  }

  // MARK: Settings

  public func setFrequency(_ frequency: ReconcileFrequency) {
    screen.state.frequency = frequency
    change { (library) async throws(HubError) in try await library.reconciler.setFrequency(frequency) }
  }

  /// Asks the server for the channels' names, where it knows any.
  public func loadChannelTitles() {
    screen.activities.start("titles") { [library, screen] in
      guard let titles = try? await library.feed.channelTitles() else { return }
      try? await library.channels.setTitles(titles)
      await screen.show()
    }
  }
}
