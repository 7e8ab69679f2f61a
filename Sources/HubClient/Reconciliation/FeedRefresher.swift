import MediaCore

/// One refresh from start to end: register what is missing → reconcile if allowed → fetch → merge and save. One at a time.
///
/// Nothing here throws: a refresh has several outcomes at once, and a failed reconcile never keeps the feed from coming.
public actor FeedRefresher {
  private let storage: LibraryStorage
  private let channels: ChannelStore
  private let reconciler: Reconciler
  private let videos: FeedStore
  private let log: EventLog
  private var isRunning = false

  init(
    storage: LibraryStorage, channels: ChannelStore, reconciler: Reconciler, videos: FeedStore, log: EventLog
  ) {
    self.storage = storage
    self.channels = channels
    self.reconciler = reconciler
    self.videos = videos
    self.log = log
  }

  /// Refreshes. While one is under way, another returns at once with ``RefreshOutcome/wasBusy``.
  /// - Parameter phase: hears what is being done.
  @discardableResult
  public func refresh(
    _ reason: RefreshReason, phase: @escaping @Sendable (RefreshPhase) async -> Void = { _ in }
  ) async -> RefreshOutcome {
    var outcome = RefreshOutcome()
    guard !isRunning else {
      outcome.wasBusy = true
      return outcome
    }
    isRunning = true
    defer { isRunning = false }
    var attempt = Attempt(generation: storage.generation)
    await register(&outcome, phase)
    if !outcome.wasCancelled { await reconcile(reason, &attempt, &outcome, phase) }
    if !outcome.wasCancelled { await fetch(reason, &attempt, &outcome, phase) }
    await phase(.idle)
    note(outcome, reason)
    return outcome
  }

  /// What one refresh has done so far.
  private struct Attempt {
    /// Whose refresh it is: after a sign-out it is nobody's.
    let generation: Int
    /// The feed that the server keeps is out of date by what it found.
    var hasReconciled = false
    var registeredAgain = false
  }

  private func register(_ outcome: inout RefreshOutcome, _ phase: (RefreshPhase) async -> Void) async {
    guard await !channels.missing().isEmpty else { return }
    await phase(.registering)
    do throws(HubError) {
      try await channels.ensureRegistered()
    } catch {
      // A part may have got through, and the user may be known from before: go on.
      outcome.registration = error
      outcome.wasCancelled = error.isCancellation
    }
  }

  private func reconcile(
    _ reason: RefreshReason, _ attempt: inout Attempt, _ outcome: inout RefreshOutcome,
    _ phase: (RefreshPhase) async -> Void
  ) async {
    let wish: Reconciler.Wish =
      switch reason {
      case .pull(let isForced): isForced ? .forced : .asked
      case .foreground, .background: .byItself
      }
    guard await reconciler.canReconcile(wish) else { return }
    let generation = attempt.generation
    await phase(.reconciling)
    do throws(HubError) {
      let count = try await retryingUnknownUser(&attempt) { () async throws(HubError) in
        let startsClock = await !channels.isNew()
        return try await reconciler.run(wish, startsClock: startsClock, begun: generation)
      }
      if let count {
        outcome.reconcile = .done(count)
        attempt.hasReconciled = true
        await channels.noteReconciled()
      }
    } catch {
      outcome.reconcile = .failed(error)
      outcome.wasCancelled = error.isCancellation
    }
  }

  private func fetch(
    _ reason: RefreshReason, _ attempt: inout Attempt, _ outcome: inout RefreshOutcome,
    _ phase: (RefreshPhase) async -> Void
  ) async {
    let lastReconcile = await reconciler.lastReconcileTime()
    let isOwed = await videos.isOwed(lastReconcile)
    switch reason {
    case .pull: break
    case .foreground, .background:
      let isDue = await videos.isSyncDue(lastReconcile: lastReconcile)
      let hasNewChannels = await channels.unfetchedRegistration() != nil
      guard attempt.hasReconciled || hasNewChannels || isDue else { return }
    }
    await phase(.fetching)
    do throws(HubError) {
      let generation = attempt.generation
      let isFresh = attempt.hasReconciled || isOwed
      // What a reconcile finds can be older than the watermark and its overlap.
      let everything = isOwed || (outcome.reconcile.count ?? 0) > 0
      let update = try await retryingUnknownUser(&attempt) { () async throws(HubError) in
        try await videos.fetch(isFresh: isFresh, everything: everything, begun: generation)
      }
      outcome.feed = .fetched(update)
    } catch {
      outcome.feed = .failed(error)
      outcome.wasCancelled = error.isCancellation
    }
  }

  /// After a "User not found" the known channels are registered once, and the call is made once more.
  private func retryingUnknownUser<Value: Sendable>(
    _ attempt: inout Attempt, _ body: () async throws(HubError) -> Value
  ) async throws(HubError) -> Value {
    do throws(HubError) {
      return try await body()
    } catch {
      guard case .userNotFound = error, !attempt.registeredAgain else { throw error }
      attempt.registeredAgain = true
      guard try await channels.registerAgain() else { throw error }
      return try await body()
    }
  }

  private func note(_ outcome: RefreshOutcome, _ reason: RefreshReason) {
    guard !outcome.wasCancelled else { return }
    for error in [outcome.registration, outcome.reconcile.error, outcome.feed.error].compactMap({ $0 }) {
      log.add(.warning, "refresh: \(error)")
    }
  }
}
