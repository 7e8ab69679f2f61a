import Foundation
import MediaCore

/// Refreshes the feed in one run. A refresh registers the channels that are not registered yet, asks the server to look for new videos if
/// the pause since the last such request is over, fetches videos, and stores them. Only one refresh runs at a time.
///
/// ``refresh(_:phase:)`` does not throw. It returns the outcome of each step, because the later steps run even if an earlier step has
/// failed.
///
/// ```swift
/// let outcome = await hub.library.refresher.refresh(.foreground)
/// if let error = outcome.feed.error { show(error.text(.english)) }
/// ```
public struct FeedRefresher: Sendable {
  let storage: LibraryStorage
  let channels: ChannelStore
  let reconciler: Reconciler
  let videos: FeedStore
  let log: EventLog
  let texts: Texts

  /// Refreshes the feed. If another refresh is running, returns at once with ``RefreshOutcome/wasBusy``.
  /// - Parameter phase: called at the start of each step, and with `idle` at the end.
  @discardableResult
  public func refresh(
    _ reason: RefreshReason, phase: @escaping @Sendable (RefreshPhase) async -> Void = { _ in }
  ) async -> RefreshOutcome {
    guard storage.runs.begin(.refresh) else { return RefreshOutcome(wasBusy: true) }
    defer { storage.runs.end(.refresh) }
    var run = Run(parts: self, reason: reason, phase: phase, generation: storage.generation)
    await run.register()
    if !run.outcome.wasCancelled { await run.reconcile() }
    if !run.outcome.wasCancelled { await run.fetch() }
    await phase(.idle)
    let outcome = run.outcome.speaking(texts)
    if !outcome.wasCancelled {
      for error in [outcome.registration, outcome.reconcile.error, outcome.feed.error].compactMap({ $0 }) {
        log.add(.warning, "refresh: \(error)")
      }
    }
    return outcome
  }

  /// The progress of one refresh.
  private struct Run {
    let parts: FeedRefresher
    let reason: RefreshReason
    let phase: @Sendable (RefreshPhase) async -> Void
    /// The number of sign-outs at the start of the refresh: after another sign-out its results are dropped.
    let generation: Int
    var outcome = RefreshOutcome()
    /// Whether the server has reconciled: a cached feed lacks the videos it found, so fetch past the cache.
    var hasReconciled = false
    var registeredAgain = false

    mutating func register() async {
      // `fetch()` reports unreadable files; ignore them here.
      guard let missing = try? await parts.channels.missing(), !missing.isEmpty else { return }
      await phase(.registering)
      do throws(HubError) { try await parts.channels.ensureRegistered() } catch {
        // Go on after a failure: some batches may be registered, and the server may have earlier channels of this user.
        outcome.registration = error
        outcome.wasCancelled = error.isCancellation
      }
    }

    mutating func reconcile() async {
      let cause: Reconciler.Cause =
        switch reason {
        case .pull(let isForced): isForced ? .forced : .asked
        case .load, .foreground, .background: .byItself
        }
      guard await parts.reconciler.canReconcile(cause) else { return }
      await phase(.reconciling)
      do throws(HubError) {
        let count = try await retryingUnknownUser(.reconciliation) { [parts, generation] () async throws(ClientError) in
          let startsClock = try await !parts.channels.saved().isNew
          return try await parts.reconciler.run(cause, startsClock: startsClock, begun: generation)
        }
        guard let count else { return outcome.cannotReconcile = true }
        outcome.reconcile = .done(count)
        hasReconciled = true
        try await during(.storage, await parts.channels.noteReconciled(begun: generation))
      } catch {
        // If the user is new and has no channels, the server has no such user yet: ignore the error. The fetch then shows an empty feed.
        if case .userNotFound = error, await parts.videos.isNewUser() { return }
        outcome.reconcile = .failed(error)
        outcome.wasCancelled = error.isCancellation
      }
    }

    mutating func fetch() async {
      do throws(HubError) {
        let lastReconcile = try await parts.reconciler.lastReconcileTime()
        guard try await during(.storage, await isFetchDue(lastReconcile)) else { return }
        let isOwed = try await during(.storage, await parts.videos.isOwed(lastReconcile))
        await phase(.fetching)
        let isFresh = hasReconciled || isOwed
        // If the reconcile found videos, fetch everything: they can be older than the date from which a usual fetch starts.
        let everything = isOwed || (outcome.reconcile.value ?? 0) > 0
        let update = try await retryingUnknownUser(.feed) { [parts, generation] () async throws(ClientError) in
          try await parts.videos.fetch(isFresh: isFresh, everything: everything, begun: generation)
        }
        outcome.feed = .done(update)
      } catch {
        outcome.feed = .failed(error)
        outcome.wasCancelled = error.isCancellation
      }
    }

    private func isFetchDue(_ lastReconcile: Date?) async throws(ClientError) -> Bool {
      if case .pull = reason { return true }
      // Fetch the feed even if the reconciliation failed: on some servers each reconciliation fails, and the feed would otherwise be
      // fetched only once an hour.
      if hasReconciled || outcome.reconcile.error != nil { return true }
      if try await parts.channels.saved().unfetchedRegistration != nil { return true }
      return try await parts.videos.isDue(lastReconcile)
    }

    /// Calls `body`. After "User not found", registers the known channels once and calls `body` again.
    private mutating func retryingUnknownUser<Value: Sendable>(
      _ task: HubTask, _ body: () async throws(ClientError) -> Value
    ) async throws(HubError) -> Value {
      do throws(ClientError) { return try await body() } catch {
        guard error.meansUnknownUser, !registeredAgain else { throw HubError(error, during: task) }
        registeredAgain = true
        guard try await parts.channels.registerAgain() else { throw HubError(error, during: task) }
        return try await during(task, await body())
      }
    }
  }
}
