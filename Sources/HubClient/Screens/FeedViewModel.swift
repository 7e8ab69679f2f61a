public import Foundation
public import MediaCore

/// A screen with the newest videos: what is known at once, what is new when somebody pulls, what was watched.
///
/// ```swift
/// let feed = FeedViewModel(hub: hub)
/// feed.onChange = { state in render(state) }
/// feed.load()
/// feed.refresh()
/// ```
///
/// Hand it ``didBecomeActive()`` when the app comes to the front and ``backgroundRefresh()`` when the system gives it a moment.
@MainActor
public final class FeedViewModel: ViewModel {
  public struct State: Equatable, Sendable {
    /// What the filter lets through, newest first.
    public var videos: [Video] = []
    /// By video id; nothing for videos that nobody has touched.
    public var records: [String: WatchRecord] = [:]
    /// Whatever the filter says: neither watched nor skipped, by channel id.
    public var unwatchedCounts: [String: Int] = [:]
    /// Names by channel id.
    public var channelTitles: [String: String] = [:]
    public var filter = FeedFilter()
    /// What is kept on this device was read.
    public var isLoaded = false

    /// A refresh is under way, and false on every way out of it.
    public var isReconciling = false
    public var phase: RefreshPhase = .idle
    /// When the server was last asked to look, with success.
    public var lastReconcileTime: Date?
    /// When the feed was last fetched.
    public var lastSync: Date?
    public var frequency: ReconcileFrequency = .quarterHour
    /// Of the last refresh; 0 from the start of the next one on.
    public var newVideosFound = 0
    /// `Found N new videos!`, until it is dismissed or the next refresh starts.
    public var toast: String?

    /// `Refresh failed: …` for a feed that could not be fetched, until one is. The videos stay.
    public var errorText: String?
    /// `Refresh failed: …` for what failed while the feed came all the same, until it works.
    public var warningText: String?
    /// Something worth knowing, such as a used-up YouTube quota; of the last refresh.
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

  public let publisher = StatePublisher(State())
  public let activities = Activities()
  public let library: VideoLibrary
  /// After a look that found nothing, ask the server once whether YouTube's quota is used up. On by default.
  public var asksWhetherVideosCanBeFound = true

  private var all: [Video] = []
  private var tokens: [ObservationToken] = []
  private let looks = Turns()
  private var lastChange: Task<HubError?, Never>?

  public init(library: VideoLibrary) {
    self.library = library
    let changed: @Sendable () -> Void = { [weak self] in Task { @MainActor in self?.reloadSoon() } }
    tokens = [library.videos.observe(changed), library.statuses.observe(changed), library.channels.observe(changed)]
  }

  public convenience init(hub: HubService) { self.init(library: hub.library) }
  public convenience init(worker: WorkerService) { self.init(library: worker.library) }

  // MARK: Showing

  /// Shows what this device knows, and asks for nothing. Channels that could not be registered before go out now.
  public func load() { reloadSoon() }

  public var filter: FeedFilter {
    get { state.filter }
    set {
      publisher.state.filter = newValue
      show()
    }
  }

  private func reloadSoon() {
    activities.start("reload") { [weak self] in await self?.reload() }
  }

  private func reload() async { await looks.take { [weak self] in await self?.look() } }

  private func look() async {
    let known = await library.videos.known()
    let records = await library.statuses.records()
    let titles = await library.channels.titles()
    let frequency = await library.reconciler.frequency()
    let lastReconcile = await library.reconciler.lastReconcileTime()
    all = known.videos
    var state = state
    state.records = records
    state.channelTitles = titles
    state.gaps = known.gaps
    state.isTruncated = known.isTruncated
    state.lastSync = known.lastSync
    state.frequency = frequency
    state.lastReconcileTime = lastReconcile
    state.isLoaded = true
    publisher.state = filtered(state)
  }

  private func show() { publisher.state = filtered(state) }

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

  /// Somebody pulled: reconcile if allowed, fetch, show, and tell how many are new.
  /// - Parameter force: whether the pause between reconciles does not count.
  public func refresh(force: Bool = false) { start(.pull(force: force)) }

  /// The app came to the front: reconciles and fetches when it is time; errors are logged and not shown.
  public func didBecomeActive() { start(.foreground) }

  /// The system gave the app a moment: reconciles if allowed, fetches when it is due.
  /// - Returns: what was done, and when to ask the system for the next moment: not before 15 minutes.
  public func backgroundRefresh() async -> (outcome: RefreshOutcome, next: Date) {
    var outcome = RefreshOutcome()
    if state.isReconciling {
      outcome.wasBusy = true
    } else {
      begin(.background)
      outcome = await run(.background)
    }
    return (outcome, library.environment.clock.now().addingTimeInterval(ReconcileFrequency.minimum))
  }

  /// Ends a refresh without a word. What the server has begun it finishes.
  public func cancelRefresh() { activities.cancel("refresh") }

  public func dismissToast() { publisher.state.toast = nil }

  public func dismissMessages() {
    publisher.state.errorText = nil
    publisher.state.warningText = nil
    publisher.state.notice = nil
  }

  private func start(_ reason: RefreshReason) {
    guard !state.isReconciling else { return }
    begin(reason)
    activities.start("refresh", replacing: false) { [weak self] in _ = await self?.run(reason) }
  }

  private func run(_ reason: RefreshReason) async -> RefreshOutcome {
    if !state.isLoaded { await reload() }
    let outcome = await library.refresher.refresh(reason) { [weak self] in await self?.note($0) }
    await reload()
    finish(outcome, reason)
    if outcome.reconcile.count == 0, asksWhetherVideosCanBeFound { await askWhetherVideosCanBeFound() }
    return outcome
  }

  private func note(_ phase: RefreshPhase) { publisher.state.phase = phase }

  private func begin(_ reason: RefreshReason) {
    publisher.state.isReconciling = true
    publisher.state.newVideosFound = 0
    publisher.state.toast = nil
    publisher.state.notice = nil
    if case .pull = reason { dismissMessages() }
  }

  private func finish(_ outcome: RefreshOutcome, _ reason: RefreshReason) {
    var new = state
    new.isReconciling = false
    new.phase = .idle
    defer { publisher.state = new }
    guard !outcome.wasBusy else { return }
    new.lastOutcome = outcome
    guard !outcome.wasCancelled else { return }
    new.newVideosFound = outcome.newVideosFound
    if outcome.feed.update != nil, new.newVideosFound > 0 {
      new.toast = texts("hub.toast.newVideos", english: "Found %@ new videos!", String(new.newVideosFound))
    }
    // What has worked now is no failure any more, whoever asked for it.
    if outcome.feed.update != nil { new.errorText = nil }
    if outcome.reconcile.count != nil, outcome.registration == nil { new.warningText = nil }
    guard case .pull = reason else { return }
    new.errorText = outcome.feed.error.map(failure)
    new.warningText = (outcome.reconcile.error ?? outcome.registration).map(failure)
  }

  private func failure(_ error: HubError) -> String {
    texts("hub.refresh.failed", english: "Refresh failed: %@", error.text(texts))
  }

  private var texts: Texts { library.environment.texts }

  private func askWhetherVideosCanBeFound() async {
    guard let can = try? await library.feed.canFindVideos(), !can else { return }
    publisher.state.notice = texts(
      "hub.notice.quota", english: "YouTube quota used up until midnight Pacific.")
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
    change { (library) async throws(HubError) in await library.videos.hide(video.videoId) }
  }

  /// Exchanges watch statuses with the user's other devices; failures are logged, not shown.
  public func syncStatuses(_ adapter: any WatchStatusAdapter, force: Bool = false) {
    activities.start("sync", replacing: false) { [weak self, library] in
      do throws(HubError) { try await library.statuses.sync(adapter, force: force) } catch { self?.note(error) }
      await self?.reload()
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
      do throws(HubError) { try await body(library) } catch { return error }
      return nil
    }
    lastChange = work
    activities.start("change", replacing: false) { [weak self] in
      if let error = await work.value { self?.note(error) }
      await self?.reload()
    }
  }

  private func note(_ error: HubError) {
    guard !error.isCancellation else { return }
    library.log.add(.warning, "watch status: \(error)")
    if case .storageFailed = error { publisher.state.errorText = error.text(texts) }
  }

  // MARK: Settings

  public func setFrequency(_ frequency: ReconcileFrequency) {
    publisher.state.frequency = frequency
    change { (library) async throws(HubError) in await library.reconciler.setFrequency(frequency) }
  }

  /// Asks the server for the channels' names, where it knows any.
  public func loadChannelTitles() {
    activities.start("titles") { [weak self, library] in
      guard let titles = try? await library.feed.channelTitles() else { return }
      await library.channels.setTitles(titles)
      await self?.reload()
    }
  }
}
