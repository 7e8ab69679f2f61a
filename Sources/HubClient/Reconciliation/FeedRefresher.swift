import MediaCore

/// One refresh from start to end: register what is missing → reconcile if allowed → fetch → merge and save. One at a time.
///
/// Nothing here throws: a refresh has several outcomes at once, and a failed reconcile never keeps the feed from coming.
public struct FeedRefresher: Sendable {
  let storage: LibraryStorage
  let channels: ChannelStore
  let reconciler: Reconciler
  let videos: FeedStore
  let log: EventLog

  /// Refreshes. While one is under way, another returns at once with ``RefreshOutcome/wasBusy``.
  /// - Parameter phase: called with each step.
  @discardableResult
  public func refresh(
    _ reason: RefreshReason, phase: @escaping @Sendable (RefreshPhase) async -> Void = { _ in }
  ) async -> RefreshOutcome {
    var outcome = RefreshOutcome()
    guard storage.runs.beginRefresh() else {
      outcome.wasBusy = true
      return outcome
    }
    defer { storage.runs.endRefresh() }
    var attempt = Attempt(generation: storage.generation)
    await register(&outcome, phase)
    if !outcome.wasCancelled { await reconcile(reason, &attempt, &outcome, phase) }
    if !outcome.wasCancelled { await fetch(reason, &attempt, &outcome, phase) }
    await phase(.idle)
    note(outcome, reason)
    return outcome
  }

  /// The progress of one refresh.
  private struct Attempt {
    /// The number of sign-outs at its start: after another one it belongs to nobody.
    let generation: Int
    /// The feed that the server keeps is out of date by what it found.
    var hasReconciled = false
    var registeredAgain = false
  }

  private func register(_ outcome: inout RefreshOutcome, _ phase: (RefreshPhase) async -> Void) async {
    // Files that cannot be read are the fetch's error.
    guard let missing = try? await channels.missing(), !missing.isEmpty else { return }
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
    let cause: Reconciler.Cause =
      switch reason {
      case .pull(let isForced): isForced ? .forced : .asked
      case .load, .foreground, .background: .byItself
      }
    guard await reconciler.canReconcile(cause) else { return }
    let generation = attempt.generation
    await phase(.reconciling)
    do throws(HubError) {
      let count = try await retryingUnknownUser(&attempt) { () async throws(HubError) in
        let startsClock = try await !channels.isNew()
        return try await reconciler.run(cause, startsClock: startsClock, begun: generation)
      }
      if let count {
        outcome.reconcile = .done(count)
        attempt.hasReconciled = true
        try await channels.noteReconciled(begun: generation)
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
    do throws(HubError) {
      let lastReconcile = try await reconciler.lastReconcileTime()
      let isOwed = try await videos.isOwed(lastReconcile)
      if case .pull = reason {
      } else {
        let isDue = try await videos.isSyncDue(lastReconcile: lastReconcile)
        let hasNewChannels = try await channels.unfetchedRegistration() != nil
        guard attempt.hasReconciled || hasNewChannels || isDue else { return }
      }
      await phase(.fetching)
      let generation = attempt.generation
      let isFresh = attempt.hasReconciled || isOwed
      // Videos that a reconcile finds can be older than the watermark and its overlap.
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
