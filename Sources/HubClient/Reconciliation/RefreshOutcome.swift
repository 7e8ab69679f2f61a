import MediaCore

/// The outcomes of all steps of a refresh: the registration, the reconcile, and the fetch. If one step fails, the outcomes of the others
/// are still available.
public struct RefreshOutcome: Sendable, Hashable {
  /// The outcome of one step of a refresh.
  public enum Part<Value: Sendable & Hashable>: Sendable, Hashable {
    /// The step was not due, was not reached, or does not exist for this server.
    case skipped
    /// The step succeeded. The associated value is its result.
    case done(Value)
    /// The step failed. The refresh continued with the other steps.
    case failed(HubError)

    /// The result of the step; nil if the step was skipped or failed.
    public var value: Value? { if case .done(let value) = self { value } else { nil } }
    /// The error of the step; nil if the step succeeded or was skipped.
    public var error: HubError? { if case .failed(let error) = self { error } else { nil } }

    fileprivate func speaking(_ texts: Texts) -> Part { error.map { .failed($0.speaking(texts)) } ?? self }
  }

  /// Whether this refresh did nothing because another refresh was running.
  public var wasBusy: Bool
  /// Whether the refresh was cancelled before all steps had ended.
  public var wasCancelled = false
  /// The error because of which channels were not registered; nil if all channels are registered.
  public var registration: HubError?
  /// The outcome of looking for new videos. Its value is the number of videos that were new to the server.
  public var reconcile: Part<Int> = .skipped
  /// The outcome of fetching videos.
  public var feed: Part<FeedUpdate> = .skipped

  package init(wasBusy: Bool = false) { self.wasBusy = wasBusy }

  /// The same outcome, whose errors speak the language of `texts` where only `localizedDescription` is shown.
  func speaking(_ texts: Texts) -> RefreshOutcome {
    var outcome = self
    (outcome.registration, outcome.reconcile) = (registration?.speaking(texts), reconcile.speaking(texts))
    outcome.feed = feed.speaking(texts)
    return outcome
  }

  /// The number of new videos to show. If the store was not empty before the fetch, this is the number of videos that this device did not
  /// have. Otherwise it is the number of videos that were new to the *server*.
  public var newVideosFound: Int {
    guard let update = feed.value, !update.wasEmpty else { return reconcile.value ?? 0 }
    return update.unseen.count
  }
}

/// The current step of a refresh.
public enum RefreshPhase: String, Sendable, Hashable {
  /// The steps in their order, and `idle` when no refresh runs. The step `reconciling`, in which the server looks for new videos, can take
  /// minutes.
  case idle, registering, reconciling, fetching
}

/// The reason why a refresh starts.
public enum RefreshReason: Sendable, Hashable {
  /// The user pulled to refresh, so the pause between reconciles is ignored. If `force` is true, a reconcile starts even if the server may
  /// still be working on a reconcile that a client abandoned.
  case pull(force: Bool)
  /// A screen was opened, so the steps that are due run.
  case load
  /// The app came to the front.
  case foreground
  /// The system gave the app a moment in the background.
  case background
}
