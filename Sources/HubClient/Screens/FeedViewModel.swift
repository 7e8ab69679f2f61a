public import Foundation
public import MediaCore

/// A screen with the newest videos and their watch statuses. Stored videos are shown at once. New videos are shown after a refresh.
///
/// ```swift
/// let feed = FeedViewModel(hub: hub)
/// feed.onChange = { state in render(state) }
/// feed.load()
/// ```
///
/// Call ``didBecomeActive()`` when the app comes to the front, and ``backgroundRefresh()`` when the system gives the app time in the
/// background.
@MainActor
public final class FeedViewModel: ViewModel {
  public var publisher: StatePublisher<State> { screen.publisher }
  /// The library whose videos the screen shows.
  public let library: VideoLibrary

  private let screen: StoreScreen<State>
  private var all: [Video] = []
  /// The videos marked on this screen since the last refresh: they stay regardless of the filter.
  private var stays: Set<String> = []
  private var tokens: [ObservationToken] = []
  private var run = RefreshRun()
  private var failures: [Part: ClientError] = [:]

  /// The parts of a refresh that can fail, the most important first.
  private enum Part: CaseIterable { case feed, reconcile, registration }

  /// Creates a screen for a library, such as the library of a ``VideoFeed`` that the app implements.
  public init(library: VideoLibrary) {
    self.library = library
    screen = StoreScreen(State(), accounts: library.accounts) { [texts = library.environment.texts] error in
      let hasOwnText = error.kind == .storage || error.meansUnknownUser
      return hasOwnText ? HubError(error, during: .feed).text(texts) : error.text(texts)
    }
    screen.attach(
      self, longestAge: .seconds(900), render: { await $0.render() },
      fetch: { (model) async throws(ClientError) in try await model.fetch() },
      reset: { model in
        (model.stays, model.failures) = ([], [:])
        (model.screen.state.lastOutcome, model.screen.state.newVideosFound) = (nil, 0)
        model.screen.takeUndo(\.undoable)
      })
    screen.lastingError = { [weak self] in self?.failure }
    // Show changes even before the first load, so that the videos of a background refresh appear.
    let changed: @Sendable () -> Void = { [weak self] in
      Task { @MainActor in self?.screen.activities.start("store") { await self?.screen.showQuietly() } }
    }
    tokens = [library.videos.observe(changed), library.statuses.observe(changed), library.channels.observe(changed)]
  }

  /// Creates a screen for a Hub.
  public convenience init(hub: HubService) { self.init(library: hub.library) }
  /// Creates a screen for a Worker.
  public convenience init(worker: WorkerService) { self.init(library: worker.library) }

  deinit { run.work?.cancel() }

  // MARK: Showing

  /// The filter that decides which videos are shown. Setting it changes ``State/videos`` at once.
  public var filter: FeedFilter {
    get { screen.state.filter }
    set {
      var state = screen.state
      state.filter = newValue
      stays = []
      show(state)
    }
  }

  /// Shows the stored feed. While a file cannot be read, the screen stays as it is; a load reports the error.
  private func render() async {
    do throws(ClientError) {
      let known = try await library.videos.shown()
      let records = try await library.statuses.saved().records
      let channels = try await library.channels.saved()
      let conflicts = try await library.statuses.conflictStore.all()
      let throttle = try await library.reconciler.throttle()
      all = known.videos
      // All files were read, so remove earlier errors of unreadable files.
      failures = failures.filter { $0.value.kind != .storage }
      var state = screen.state
      state.records = records
      (state.channelTitles, state.conflicts) = (channels.titles, conflicts)
      state.needsChannels = channels.isEmpty && known.lastSync != nil && known.videos.isEmpty
      (state.gaps, state.isTruncated, state.lastSync) = (known.gaps, known.isTruncated, known.lastSync)
      (state.frequency, state.lastReconcileTime) = (throttle.frequency, throttle.last)
      state.isLoaded = true
      show(state, isSteady: true)
    } catch {
      library.log.add(.warning, "feed: \(error)")
    }
  }

  /// Publishes `state` with the videos that pass its filter.
  /// - Parameter isSteady: whether shown rows keep their places after a refresh that the screen has started by itself.
  private func show(_ state: State, isSteady: Bool = false) {
    var state = state
    let videos = all.filter { [state, stays] in
      stays.contains($0.videoId)
        || state.filter.shows($0, status: state.status(of: $0), channelTitle: state.channelTitle(of: $0))
    }
    state.videos = isSteady ? screen.steady(videos, over: state.videos) : videos
    let unwatched = all.filter { state.status(of: $0).isUnwatched }.compactMap(\.channelId)
    state.unwatchedCounts = Dictionary(unwatched.map { ($0, 1) }, uniquingKeysWith: +)
    screen.state = state
  }

  // MARK: Refreshing

  /// Refreshes the feed because the user has pulled to refresh. The server looks for new videos, and the screen fetches and shows them and
  /// sets ``State/newVideosFound``. In contrast, `load()` only runs the steps that are due.
  public func refresh() { refresh(force: false) }

  /// Refreshes the feed because the user has pulled to refresh, as ``refresh()`` does.
  /// - Parameter force: whether to make the server look for new videos even within 15 minutes of a reconcile whose answer did not arrive.
  ///   The server may still be working on that reconcile.
  public func refresh(force: Bool) {
    run.pull(start(.pull(force: force)), isForced: force)
    screen.refresh()
  }

  /// Makes the server look for new videos if the pause between reconciles is over, and fetches videos if a fetch is due. Call this when the
  /// app comes to the front. Errors are logged and not shown.
  public func didBecomeActive() {
    guard ownWork == nil else { return }
    let task = start(.foreground)
    screen.activities.start("foreground", replacing: false) { _ = await task.value }
  }

  /// Makes the server look for new videos if the pause between reconciles is over, and fetches videos if a fetch is due. Call this when the
  /// system gives the app time in the background.
  /// - Returns: the outcome of the refresh, and the earliest time at which to ask the system for background time again. This time is 15
  ///   minutes from now.
  public func backgroundRefresh() async -> (outcome: RefreshOutcome, next: Date) {
    let outcome = ownWork == nil ? await start(.background).value : RefreshOutcome(wasBusy: true)
    return (outcome, library.environment.clock.now().addingTimeInterval(ReconcileFrequency.minimum))
  }

  /// Cancels the running refresh without an error. If the server has already begun to look for new videos, the server continues.
  public func cancelRefresh() { run.work?.cancel() }

  /// Waits for the running refresh or starts one, for a load or a pull.
  private func fetch() async throws(ClientError) {
    if screen.isQuiet { return try await readByItself() }
    if Task.isCancelled {
      // A newer load has replaced this one and takes its pull over. If instead a sign-out has cancelled this load, drop the pull: the next
      // load would wait for the pull's refresh, which has ended by then, and read nothing.
      if !screen.activities.isRunning("load") { _ = run.takePull() }
      throw .cancelled(.feedRefresh)
    }
    let isPull = screen.state.isRefreshing
    // A pull by `refreshAndWait()` has not started its refresh yet.
    if isPull, !run.isPulled { run.pull(start(.pull(force: false)), isForced: false) }
    let pull = run.takePull()
    var outcome = await end(of: pull?.work ?? start(.load), isPull)
    // A newer load waits for the same refresh, and refreshes again if that is needed. Otherwise the newer load could end before the second
    // refresh, which only the cancelled load would wait for.
    if Task.isCancelled { throw .cancelled(.feedRefresh) }
    // If the pull joined an automatic refresh that skipped the fetch or the reconcile, refresh again.
    if let pull, await pull.isCut(outcome, library.reconciler) {
      run.carry(outcome)
      outcome = await end(of: start(.pull(force: pull.isForced)), isPull)
    }
    if outcome.wasCancelled { throw .cancelled(.feedRefresh) }
    if let error = failure { throw error }
  }

  /// Waits for a refresh that is running, or begins one. An error is logged and not shown, because the user has not asked for this refresh.
  private func readByItself() async throws(ClientError) {
    let outcome = await start(.foreground, isByItself: true).value
    if outcome.wasCancelled { throw .cancelled(.feedRefresh) }
    if let error = outcome.feed.error { throw error.clientError }
    guard !outcome.wasBusy else { return }
    // If a step is not tried now because it is not due, drop its error about a lost network: that would stay until the step is due.
    let skipped = [(Part.feed, outcome.feed == .skipped), (.reconcile, outcome.reconcile == .skipped)]
    for (part, isSkipped) in skipped where isSkipped && failures[part]?.kind == .unreachable { failures[part] = nil }
  }

  private func end(of work: RefreshRun.Work, _ isPull: Bool) async -> RefreshOutcome {
    run.ask(work, by: isPull ? .pull : .load)
    return await work.value
  }

  private var failure: ClientError? { Part.allCases.compactMap { failures[$0] }.first }

  /// The present user's running refresh. Nil if no refresh is running, or if it was started for a user who has signed out since.
  private var ownWork: RefreshRun.Work? { run.work(after: library.accounts.signOutCount) }

  /// Returns the present user's running refresh, or starts one. A running refresh that was started for a user who has signed out is cancelled,
  /// and the new refresh begins after that has ended. The refresh continues when a caller is cancelled, and ends with the model.
  /// - Parameter isByItself: whether the screen has started the refresh by itself, while the user may be looking at its rows.
  private func start(_ reason: RefreshReason, isByItself: Bool = false) -> RefreshRun.Work {
    if let work = ownWork { return work }
    let earlier = run.work
    earlier?.cancel()
    (screen.state.isReconciling, screen.state.newVideosFound, screen.state.notice) = (true, 0, nil)
    let signOuts = library.accounts.signOutCount
    let work = Task { [library, weak self] in
      _ = await earlier?.value
      let outcome = await library.refresher.refresh(reason) { [weak self] in await self?.note($0) }
      await self?.finish(outcome, isByItself: isByItself, begunAfter: signOuts)
      return outcome
    }
    run.begin(work, reason, after: signOuts)
    return work
  }

  private func note(_ phase: RefreshPhase) { screen.state.phase = phase }

  private func finish(_ outcome: RefreshOutcome, isByItself: Bool, begunAfter signOuts: Int) async {
    // If a load or a pull waits for this automatic refresh, show it like one: rows move, and marked rows that the filter hides disappear.
    if isByItself, run.asker == .nobody {
      await screen.showQuietly()
    } else {
      if !outcome.wasBusy { stays = [] }
      await screen.show()
    }
    // After a sign-out, the present user's refresh has replaced this one: only that refresh sets the state.
    if run.signOuts != signOuts { return }
    let (asker, carried) = run.end()
    let isPull = asker == .pull
    var state = screen.state
    (state.isReconciling, state.phase) = (false, .idle)
    defer { screen.state = state }
    // If the user has signed out during the refresh, drop its outcome: the screen shows another user's data, or none.
    guard !outcome.wasBusy, signOuts == library.accounts.signOutCount else { return }
    state.lastOutcome = outcome
    guard !outcome.wasCancelled else { return }
    state.newVideosFound = outcome.newVideosFound + carried
    if outcome.feed.value != nil, state.newVideosFound > 0 {
      state.notice =
        state.newVideosFound == 1
        ? texts("hub.toast.newVideo", english: "Found one new video!")
        : texts("hub.toast.newVideos", english: "Found %@ new videos!", String(state.newVideosFound))
    }
    if outcome.feed.value != nil || isPull { failures[.feed] = nil }
    if outcome.reconcile.value != nil || isPull { failures[.reconcile] = nil }
    if outcome.registration == nil || isPull { failures[.registration] = nil }
    let errors = [
      Part.feed: outcome.feed.error, .reconcile: outcome.reconcile.error, .registration: outcome.registration,
    ].compactMapValues { $0 }
    if asker > .nobody { failures.merge(errors.mapValues(\.clientError)) { $1 } }
    if isPull, let error = Part.allCases.compactMap({ errors[$0] }).first {
      let text = texts("hub.refresh.failed", english: "Refresh failed: %@", error.text(texts))
      state.notice = [state.notice, text].compactMap { $0 }.joined(separator: " ")
    }
    state.error = failure
    // If a reconcile finds no videos, the YouTube quota may be used up. The reconcile's answer does not report this: check the quota.
    if outcome.reconcile.value == 0 {
      screen.activities.start("quota") { [weak self] in await self?.checkQuota() }
    }
  }

  /// Removes ``State/error`` after the user has read it. A later load or refresh that fails sets the error again.
  public func dismissError() {
    failures = [:]
    screen.state.error = nil
  }

  private var texts: Texts { library.environment.texts }

  private func checkQuota() async {
    guard let can = try? await library.feed.canFindVideos(), !can else { return }
    let text = texts("hub.notice.quota", english: "YouTube quota used up until midnight Pacific.")
    screen.state.notice = [screen.state.notice, text].compactMap { $0 }.joined(separator: " ")
  }

  // MARK: Watching

  /// Sets the watch status of a video. The status is shown at once, is durable, and is exchanged with other devices by the app's adapter.
  /// The row stays on the screen until the next refresh.
  public func mark(_ video: Video, as status: WatchStatus) {
    if screen.state.videos.contains(where: { $0.videoId == video.videoId }) { stays.insert(video.videoId) }
    change { (library) async throws(HubError) in try await library.statuses.set(status, for: video.videoId) }
  }

  /// Marks all stored videos of a channel as watched, except videos that are marked as skipped. Videos that the filter hides are marked as
  /// well.
  public func markChannelWatched(_ channelId: String) {
    let ids = all.filter { $0.channelId == channelId }.map(\.videoId)
    change { (library) async throws(HubError) in try await library.statuses.markWatched(ids) }
  }

  /// Marks the videos on the screen as watched, except videos that are marked as skipped. The rows stay on the screen until the next
  /// refresh.
  public func markShownWatched() {
    let ids = screen.state.videos.map(\.videoId)
    stays.formUnion(ids)
    change { (library) async throws(HubError) in try await library.statuses.markWatched(ids) }
  }

  /// Sets the position at which the user stopped watching a video.
  /// - Parameter seconds: the position in seconds from the start.
  public func setPosition(_ seconds: Double, of video: Video) {
    change { (library) async throws(HubError) in try await library.statuses.setPosition(seconds, for: video.videoId) }
  }

  /// Restores the overwritten state of a conflict, on this device and on the other devices.
  public func undo(_ conflict: WatchConflict) {
    change { (library) async throws(HubError) in try await library.statuses.undo(conflict) }
  }

  /// Removes a conflict from the list after the user has seen it.
  public func dismiss(_ conflict: WatchConflict) {
    change { (library) async throws(HubError) in try await library.statuses.dismissConflict(conflict.id) }
  }

  /// Hides a video on this device, such as one that can no longer be played.
  public func hide(_ video: Video) {
    change { (library) async throws(HubError) in try await library.videos.hide(video.videoId) }
    screen.offerUndo(video, in: \.undoable, since: screen.era, library.environment.clock)
  }

  /// Shows the video in ``State/undoable`` again. Does nothing if ``State/undoable`` is nil.
  public func undoHiding() {
    guard let video = screen.takeUndo(\.undoable) else { return }
    change { (library) async throws(HubError) in try await library.videos.unhide(video.videoId) }
  }

  private func change(_ body: @escaping @Sendable (VideoLibrary) async throws(HubError) -> Void) {
    screen.act { [library] () async throws(ClientError) in
      do throws(ClientError) { try await ClientError.of(await body(library)) } catch {
        if !error.isCancellation { library.log.add(.warning, "watch status: \(error)") }
        throw error
      }
      return []
    }
  }

  // MARK: Settings

  /// Sets the pause between two automatic reconciles. In a reconcile, the server looks for new videos. The setting is stored on this
  /// device. A pause below 15 minutes becomes 15 minutes.
  public func setFrequency(_ frequency: ReconcileFrequency) {
    screen.state.frequency = frequency
    change { (library) async throws(HubError) in try await library.reconciler.setFrequency(frequency) }
  }

  /// Reads the names of channels from the server. A Hub has no names of channels.
  public func loadChannelTitles() {
    screen.activities.start("titles") { [library, screen] in
      // If the names cannot be fetched, the next call requests them again.
      do throws(ClientError) { try await library.channels.fetchTitles(from: library.feed) } catch { return }
      await screen.show()
    }
  }
}
